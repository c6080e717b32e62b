import type { ErrorCode } from "../../engine/model/errors";
import type { FolderState } from "../session/folders";
import { l10n } from "../text/l10n";

/** A row of the status bar menu, or a heading. */
export type MenuChoice =
  | { label: string; icon: string; command: string; args?: unknown[] }
  | { heading: string };

export interface MenuFacts {
  /** The state of each folder; empty if no folder is open. */
  states: readonly FolderState[];
  isPaused: boolean;
  /** False if the settings turn recording off. */
  isEnabled: boolean;
  /** Problems of folders, recorded or not. */
  troubles: readonly ErrorCode[];
  /** Numbers of the checkpoints that the gutter compares with. */
  baselines: readonly number[];
}

const RECORDED: ReadonlySet<FolderState> = new Set([
  "starting",
  "ready",
  "paused",
]);

/** Returns the rows that make sense now: if nothing is recorded, those that help to fix that. */
export function menuChoices(facts: MenuFacts): MenuChoice[] {
  const { states, isPaused } = facts;
  const troubles = new Set(facts.troubles);
  if (!states.some((state) => RECORDED.has(state)))
    return [...remedies(facts), ...alwaysThere()];
  return [
    ...(troubles.has("damaged")
      ? [own(l10n.t("Verify Store"), "shield", "verifyStore")]
      : []),
    ...(troubles.has("io") ? [tryAgain()] : []),
    own(l10n.t("Create"), "add", "create"),
    own(l10n.t("Create with Description..."), "edit", "createWithDescription"),
    own(l10n.t("Mark Feature Complete..."), "milestone", "markFeatureComplete"),
    { heading: l10n.t("Restore") },
    own(l10n.t("Restore..."), "discard", "restore"),
    own(l10n.t("Restore to a Moment..."), "clock", "restoreToMoment"),
    own(l10n.t("Undo Restore"), "reply", "undoRestore"),
    own(
      l10n.t("Revert Changes..."),
      "git-pull-request-closed",
      "revertChanges",
    ),
    { heading: l10n.t("Compare and search") },
    own(l10n.t("Show Timeline"), "history", "timeline.focus"),
    own(l10n.t("Open Time Machine"), "clock", "openTimeMachine"),
    own(l10n.t("Compare with Workspace"), "diff", "compareWithWorkspace"),
    own(l10n.t("Search History..."), "search", "searchHistory"),
    own(l10n.t("Browse Files"), "folder-opened", "browseFiles"),
    own(l10n.t("Find What Broke It..."), "bug", "bisect"),
    ...(facts.baselines.length > 0
      ? [
          own(
            l10n.t(
              "Clear Baseline {0}",
              facts.baselines.map((number) => `#${number}`).join(", "),
            ),
            "close",
            "clearBaseline",
          ),
        ]
      : []),
    { heading: l10n.t("Manage") },
    ...(states.includes("over-budget") ? overBudget() : []),
    own(l10n.t("Show Storage..."), "database", "showStorage"),
    isPaused
      ? own(l10n.t("Resume Automatic Checkpoints"), "play", "resume")
      : own(l10n.t("Pause Automatic Checkpoints"), "debug-pause", "pause"),
    own(l10n.t("Show Log"), "output", "showLog"),
  ];
}

function remedies({ states, isEnabled }: MenuFacts): MenuChoice[] {
  if (states.includes("over-budget")) return overBudget();
  if (states.includes("failed")) return [tryAgain()];
  if (states.includes("refused") && !isEnabled)
    return [settings(l10n.t("Turn On in Settings..."), "checkpoint.enabled")];
  return [
    {
      label: l10n.t("Open Folder..."),
      icon: "folder-opened",
      command: "vscode.openFolder",
    },
  ];
}

function alwaysThere(): MenuChoice[] {
  return [
    own(l10n.t("Open Walkthrough"), "book", "openWalkthrough"),
    own(l10n.t("Show Log"), "output", "showLog"),
  ];
}

const tryAgain = () => own(l10n.t("Try Again"), "refresh", "retry");

const overBudget = () => [
  own(l10n.t("Exclude Folders..."), "exclude", "excludeFolders"),
  own(l10n.t("Record This Folder Anyway"), "record", "recordAnyway"),
];

function settings(label: string, query: string): MenuChoice {
  const command = "workbench.action.openSettings";
  return { label, icon: "gear", command, args: [query] };
}

function own(label: string, icon: string, command: string): MenuChoice {
  return { label, icon, command: `checkpoint.${command}` };
}
