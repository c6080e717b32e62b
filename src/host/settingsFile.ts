import path from "node:path";
import { diskError } from "../engine/model/diskError";
import { CheckpointError, problem } from "../engine/model/errors";
import {
  defaultSettings,
  parseSettings,
  type EngineSettings,
} from "../engine/model/settings";
import { readSmallFile } from "./privateFile";

/**
 * Reads the account's settings for hosts without an editor: `config.json` in the data
 * folder, with the fields of EngineSettings. Settings are never read from the workspace,
 * which may not be trustworthy.
 */
export function readSettingsFile(dataDir: string): Partial<EngineSettings> {
  const file = path.join(dataDir, "config.json");
  const text = readText(file);
  if (text === null) return {};
  const value = parseObject(text, file);
  for (const key of Object.keys(value))
    if (!(key in defaultSettings))
      throw problem("settings-unreadable", {
        file,
        fault: "unknown-setting",
        setting: key,
        settings: Object.keys(defaultSettings),
      });
  const given: Partial<EngineSettings> = value;
  try {
    parseSettings(given);
  } catch (error) {
    throw problem(
      "settings-unreadable",
      { file, fault: "invalid", error: CheckpointError.from(error).toJSON() },
      error,
    );
  }
  return given;
}

/** Merges settings; later layers override earlier ones. */
export function mergeSettings(
  ...layers: readonly (Partial<EngineSettings> | null | undefined)[]
): Partial<EngineSettings> {
  const merged: Partial<EngineSettings> = {};
  for (const layer of layers) Object.assign(merged, layer ?? {});
  return merged;
}

/** Returns the settings with the globs of one run added. */
export function withGlobs(
  settings: Partial<EngineSettings>,
  globs: { exclude?: readonly string[]; include?: readonly string[] },
): Partial<EngineSettings> {
  const out = { ...settings };
  for (const key of ["exclude", "include"] as const)
    if (globs[key]?.length)
      out[key] = [...(settings[key] ?? defaultSettings[key]), ...globs[key]];
  return out;
}

function readText(file: string): string | null {
  try {
    return readSmallFile(file);
  } catch (error) {
    throw diskError(error, "read", file);
  }
}

function parseObject(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    // Windows editors and shells may write a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = (error as Error).message;
    throw problem(
      "settings-unreadable",
      { file, fault: "not-json", reason },
      error,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw problem("settings-unreadable", { file, fault: "not-an-object" });
  return value as Record<string, unknown>;
}
