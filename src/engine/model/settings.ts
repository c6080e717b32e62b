import { problem } from "./errors";

/** Settings of a workspace's history; hosts fill them in from their configuration. */
export interface EngineSettings {
  exclude: readonly string[];
  include: readonly string[];
  respectGitignore: boolean;
  maxFileSizeBytes: number;
  /** A first scan that exceeds either limit stops with `over-budget`. */
  budgetFiles: number;
  budgetBytes: number;
  maxCheckpoints: number;
  maxStoreSizeBytes: number;
  retention: RetentionSettings;
  /** For hosts: which commands' results they record as verdicts. */
  checks: CheckSettings;
}

/** Which commands count as checks, besides the known ones. */
export interface CheckSettings {
  enabled: boolean;
  /** Labels, such as `npm run smoke`. */
  add: readonly string[];
  remove: readonly string[];
}

export interface RetentionSettings {
  /** Maximum number kept of each kind; for automatic checkpoints see maxCheckpoints. */
  guard: number;
  session: number;
  /** Automatic checkpoints beyond maxCheckpoints: one per hour for this long... */
  hourlyForHours: number;
  /** ...then one per day for this long. */
  dailyForDays: number;
  /** Every moment younger than this can be restored, even without a checkpoint. */
  windowHours: number;
}

export const defaultSettings: EngineSettings = {
  exclude: [
    "**/node_modules/**",
    "**/bower_components/**",
    "**/__pycache__/**",
    "**/.venv/**",
    "**/.cache/**",
    "**/.DS_Store",
    "**/Thumbs.db",
  ],
  include: [],
  respectGitignore: true,
  maxFileSizeBytes: 10 * 1024 * 1024,
  budgetFiles: 200_000,
  budgetBytes: 4 * 1024 ** 3,
  maxCheckpoints: 100,
  maxStoreSizeBytes: 5 * 1024 ** 3,
  retention: {
    guard: 5,
    session: 3,
    hourlyForHours: 24,
    dailyForDays: 30,
    windowHours: 24,
  },
  checks: { enabled: true, add: [], remove: [] },
};

/** Fills in defaults and validates; throws `bad-input` with the name of the field. */
export function parseSettings(
  given: Partial<EngineSettings> = {},
): EngineSettings {
  const merged = {
    ...defaultSettings,
    ...given,
    retention: { ...defaultSettings.retention, ...given.retention },
    checks: { ...defaultSettings.checks, ...given.checks },
  };
  for (const key of ["add", "remove"] as const)
    if (
      !Array.isArray(merged.checks[key]) ||
      !merged.checks[key].every((label) => typeof label === "string")
    )
      throw problem("bad-setting", {
        setting: `checks.${key}`,
        wanted: "texts",
      });
  for (const key of ["exclude", "include"] as const)
    if (
      !Array.isArray(merged[key]) ||
      !merged[key].every((glob) => typeof glob === "string" && glob !== "")
    )
      throw problem("bad-setting", { setting: key, wanted: "patterns" });
  const numbers: [string, number][] = [
    ["maxFileSizeBytes", merged.maxFileSizeBytes],
    ["budgetFiles", merged.budgetFiles],
    ["budgetBytes", merged.budgetBytes],
    ["maxCheckpoints", merged.maxCheckpoints],
    ["maxStoreSizeBytes", merged.maxStoreSizeBytes],
    ...Object.entries(merged.retention as unknown as Record<string, number>),
  ];
  for (const [key, value] of numbers)
    if (typeof value !== "number" || !(value >= 0))
      throw problem("bad-setting", { setting: key, wanted: "number" });
  return merged;
}
