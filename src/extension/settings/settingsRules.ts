import path from "node:path";
import { withHome } from "../../base/homeDir";
import {
  defaultSettings,
  type EngineSettings,
} from "../../engine/model/settings";
import type { AutomaticRules } from "../../recorder/automatic";
import type { SettingName } from "./settingSides";
import { l10n } from "../text/l10n";

/** A folder's settings, read from `checkpoint.*` and validated. */
export interface Settings {
  enabled: boolean;
  automatic: AutomaticRules;
  guards: GuardSettings;
  /** Whether the errors that the editor shows are recorded as a weak verdict. */
  diagnostics: boolean;
  captureUnsaved: boolean;
  /** Where stores are kept; null means the extension's own storage. */
  storagePath: string | null;
  engine: EngineSettings;
}

export interface GuardSettings {
  terminal: boolean;
  fileOperations: boolean;
  branchSwitch: boolean;
}

export interface ReadSettings {
  settings: Settings;
  /** One sentence for each value that could not be used. */
  problems: string[];
}

const MEGABYTE = 1024 * 1024;

/**
 * Returns the settings, reading each by its name (without the leading `checkpoint.`) through `get`.
 * An invalid value is replaced by its default and reported in `problems`; undefined means not set.
 */
export function readSettings(
  get: (name: SettingName) => unknown,
): ReadSettings {
  const problems: string[] = [];
  const read = <T>(name: SettingName, fallback: T, rule: Rule<T>): T => {
    const value = get(name);
    if (value === undefined || value === null) return fallback;
    const parsed = rule.parse(value);
    if (parsed !== undefined) return parsed;
    const setting = `checkpoint.${name}`;
    problems.push(
      fallback === null
        ? l10n.t(
            "{0} must be {1}, so its default is used.",
            setting,
            rule.wanted(),
          )
        : l10n.t(
            "{0} must be {1}, so its default ({2}) is used.",
            setting,
            rule.wanted(),
            JSON.stringify(fallback),
          ),
    );
    return fallback;
  };
  const flag = (name: SettingName, fallback: boolean) =>
    read(name, fallback, isFlag);
  const number = (name: SettingName, fallback: number, least = 0) =>
    read(name, fallback, atLeast(least));
  const { retention } = defaultSettings;
  const guards = flag("guards.enabled", true);
  const settings: Settings = {
    enabled: flag("enabled", true),
    automatic: {
      enabled: flag("auto.enabled", true),
      quietMs: 1000 * number("auto.quietSeconds", 8),
      minIntervalMs: 1000 * number("auto.minIntervalSeconds", 30),
      afterFiles: number("auto.afterFiles", 50, 1),
    },
    guards: {
      terminal: guards && flag("guards.terminal", true),
      fileOperations: guards && flag("guards.fileOperations", true),
      branchSwitch: guards && flag("guards.branchSwitch", true),
    },
    diagnostics: flag("checks.diagnostics", false),
    captureUnsaved: flag("captureUnsaved", true),
    storagePath: read("storagePath", null, isFolderPath),
    engine: {
      exclude: read("exclude", defaultSettings.exclude, areGlobs),
      include: read("include", defaultSettings.include, areGlobs),
      respectGitignore: flag("respectGitignore", true),
      maxFileSizeBytes: MEGABYTE * number("maxFileSize", 10),
      budgetFiles: number("budget.files", defaultSettings.budgetFiles, 1),
      budgetBytes:
        MEGABYTE *
        number("budget.megabytes", defaultSettings.budgetBytes / MEGABYTE, 1),
      maxCheckpoints: number(
        "maxCheckpoints",
        defaultSettings.maxCheckpoints,
        1,
      ),
      maxStoreSizeBytes:
        MEGABYTE *
        number("maxStoreSize", defaultSettings.maxStoreSizeBytes / MEGABYTE, 1),
      retention: {
        guard: number("retention.guard", retention.guard, 1),
        session: number("retention.session", retention.session, 1),
        hourlyForHours: number(
          "retention.hourlyForHours",
          retention.hourlyForHours,
        ),
        dailyForDays: number("retention.dailyForDays", retention.dailyForDays),
        windowHours: number("retention.windowHours", retention.windowHours),
      },
      checks: {
        enabled: flag("checks.enabled", true),
        add: read("checks.add", [], areNames),
        remove: read("checks.remove", [], areNames),
      },
    },
  };
  return { settings, problems };
}

interface Rule<T> {
  /** A function, because the editor's language is only known at run time. */
  wanted(): string;
  /** Returns undefined if the value is invalid. */
  parse(value: unknown): T | undefined;
}

const isFlag: Rule<boolean> = {
  wanted: () => l10n.t("true or false"),
  parse: (value) => (typeof value === "boolean" ? value : undefined),
};

function atLeast(least: number): Rule<number> {
  return {
    wanted: () => l10n.t("a number of {0} or more", least),
    parse: (value) =>
      typeof value === "number" && Number.isFinite(value) && value >= least
        ? value
        : undefined,
  };
}

/** A list of globs, or an object of globs with true or false, like `files.exclude`. */
const areNames: Rule<readonly string[]> = {
  wanted: () => l10n.t("a list of strings"),
  parse: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === "string")
      ? value
      : undefined,
};

const areGlobs: Rule<readonly string[]> = {
  wanted: () => l10n.t("a list of glob patterns"),
  parse(value) {
    if (typeof value !== "object" || value === null) return undefined;
    const globs = Array.isArray(value)
      ? (value as unknown[])
      : Object.entries(value).flatMap(([glob, on]) => (on ? [glob] : []));
    return globs.every((glob) => typeof glob === "string" && glob !== "")
      ? (globs as string[])
      : undefined;
  },
};

const isFolderPath: Rule<string | null> = {
  wanted: () => l10n.t("empty or the full path of a folder"),
  parse(value) {
    if (typeof value !== "string") return undefined;
    const text = value.trim();
    if (text === "") return null;
    const full = withHome(text);
    return path.isAbsolute(full) ? path.normalize(full) : undefined;
  },
};
