import path from "node:path";
import { diskError } from "../engine/model/diskError";
import { CheckpointError } from "../engine/model/errors";
import {
  defaultSettings,
  parseSettings,
  type EngineSettings,
} from "../engine/model/settings";
import { readSmallFile } from "./privateFile";

/**
 * The account's own settings for hosts without an editor: `config.json` in the
 * data folder, with the fields of EngineSettings. Nothing is ever read from
 * the workspace, which may come from a stranger.
 */
export function readSettingsFile(dataDir: string): Partial<EngineSettings> {
  const file = path.join(dataDir, "config.json");
  const text = readText(file);
  if (text === null) return {};
  const value = parseObject(text, file);
  for (const key of Object.keys(value))
    if (!(key in defaultSettings))
      throw bad(file, `“${key}” is not a setting`, {
        hint: `Correct ${file}: the settings are ${Object.keys(defaultSettings).join(", ")}.`,
      });
  const given: Partial<EngineSettings> = value;
  try {
    parseSettings(given);
  } catch (error) {
    throw bad(file, CheckpointError.from(error).message, { cause: error });
  }
  return given;
}

/** Returns settings by rank: later ones win. */
export function mergeSettings(
  ...layers: readonly (Partial<EngineSettings> | null | undefined)[]
): Partial<EngineSettings> {
  const merged: Partial<EngineSettings> = {};
  for (const layer of layers) Object.assign(merged, layer ?? {});
  return merged;
}

/** Returns the settings with globs of one run added to them. */
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
    // Editors and shells of Windows put a mark before what they write.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw bad(file, (error as Error).message, { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw bad(file, "it must hold one object, {…}", {});
  return value as Record<string, unknown>;
}

function bad(
  file: string,
  why: string,
  details: { hint?: string; cause?: unknown },
): CheckpointError {
  return new CheckpointError(
    "bad-input",
    `Your settings cannot be read: ${why}`.replace(/\.?$/, "."),
    { hint: `Correct ${file}, or remove it.`, data: { file }, ...details },
  );
}
