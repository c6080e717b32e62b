import { CheckpointError } from "./errors";

/** What a workspace is recorded by; hosts fill it from their configuration. */
export interface EngineSettings {
  exclude: readonly string[];
  include: readonly string[];
  respectGitignore: boolean;
  maxFileSizeBytes: number;
  /** A first scan past either stops with `over-budget`. */
  budgetFiles: number;
  budgetBytes: number;
  maxCheckpoints: number;
  maxStoreSizeBytes: number;
  retention: RetentionSettings;
}

export interface RetentionSettings {
  /** How many are kept of each kind; automatic uses maxCheckpoints. */
  guard: number;
  session: number;
  /** Automatic ones beyond maxCheckpoints: one per hour for this long... */
  hourlyForHours: number;
  /** ...then one per day for this long. */
  dailyForDays: number;
  /** Any moment younger than this can be restored, checkpoint or not. */
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
};

/** Returns the settings with defaults filled in; throws `bad-input` naming the field. */
export function parseSettings(
  given: Partial<EngineSettings> = {},
): EngineSettings {
  const merged = {
    ...defaultSettings,
    ...given,
    retention: { ...defaultSettings.retention, ...given.retention },
  };
  for (const key of ["exclude", "include"] as const)
    if (
      !Array.isArray(merged[key]) ||
      !merged[key].every((glob) => typeof glob === "string" && glob !== "")
    )
      throw bad(key, "a list of glob patterns");
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
      throw bad(key, "a number of zero or more");
  return merged;
}

function bad(key: string, wanted: string): CheckpointError {
  return new CheckpointError(
    "bad-input",
    `The setting ${key} must be ${wanted}.`,
    {
      data: { setting: key },
    },
  );
}
