/**
 * Who may decide each setting of the manifest. A folder's own settings come with the folder,
 * perhaps from a stranger. So whatever shrinks a history, stops recording, removes a confirmation
 * or a guard, or says where histories are stored is decided only by the user's settings, even in
 * trusted folders.
 */
export type SettingSide =
  | "user" // only the user's settings
  | "trusted" // also the folder's, once it is trusted
  | "folder"; // whatever the editor resolves: appearance only

export const settingSides = {
  enabled: "user",
  captureUnsaved: "user",
  confirmRestore: "user",
  dateFormat: "folder",
  "timeline.groupBy": "folder",
  "timeline.show": "folder",
  "lineAuthors.note": "folder",
  "auto.enabled": "user",
  "auto.quietSeconds": "user",
  "auto.minIntervalSeconds": "user",
  "auto.afterFiles": "user",
  "guards.enabled": "user",
  "guards.terminal": "user",
  "guards.fileOperations": "user",
  "guards.branchSwitch": "user",
  // Reading them runs nothing, but a verdict decides what “Restore to Last Good...” means.
  "checks.enabled": "user",
  "checks.add": "user",
  "checks.remove": "user",
  "checks.diagnostics": "user",
  // Files they exclude are released, never deleted, and can be recorded again.
  exclude: "trusted",
  include: "trusted",
  respectGitignore: "trusted",
  // A file that is now too large is released; a limit of 0 would release everything.
  maxFileSize: "user",
  "budget.files": "user",
  "budget.megabytes": "user",
  storagePath: "user",
  maxStoreSize: "user",
  maxCheckpoints: "user",
  "retention.guard": "user",
  "retention.session": "user",
  "retention.hourlyForHours": "user",
  "retention.dailyForDays": "user",
  "retention.windowHours": "user",
  "agents.mcpServer": "user",
} as const satisfies Readonly<Record<string, SettingSide>>;

export type SettingName = keyof typeof settingSides;

/** What the editor knows about a setting: `WorkspaceConfiguration.inspect`. */
export interface Inspected {
  defaultValue?: unknown;
  globalValue?: unknown;
}

/** Returns the effective value. */
export function settingValue(
  name: SettingName,
  isTrusted: boolean,
  configuration: {
    get(name: string): unknown;
    inspect(name: string): Inspected | undefined;
  },
): unknown {
  const side = settingSides[name];
  if (side === "folder" || (side === "trusted" && isTrusted))
    return configuration.get(name);
  const known = configuration.inspect(name);
  return known?.globalValue ?? known?.defaultValue;
}
