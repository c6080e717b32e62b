import * as vscode from "vscode";
import type { ConnectAnswer, SettingsChange } from "../../answers/verbs";
import { commandText } from "../../agents/commandText";
import type { Program } from "../../agents/launcherText";
import type { Folders } from "../session/folders";
import { inform } from "../notify";
import { runConnect } from "./runConnect";
import { openTexts } from "./openTexts";
import { offerToolSet } from "./toolSet";

/** Whose settings to change: the user's, for all folders, or those of one folder. */
interface Where {
  scope: "user" | "project";
  folder: vscode.WorkspaceFolder | undefined;
}

interface Choice extends vscode.QuickPickItem {
  agent?: { name: string; title: string };
  where?: Where;
  isRemoval?: boolean;
}

type Run = (where: Where, ...args: string[]) => Promise<ConnectAnswer>;

/**
 * Connects or disconnects an agent outside the editor: shows the resulting settings, asks, writes
 * them. This is the user interface of `checkpoint connect`, which does the work. `named` is the
 * agent that another part of the extension suggests.
 */
export async function connectAgent(
  folders: Folders,
  program: Program,
  named?: unknown,
): Promise<void> {
  const places = placesOf(folders);
  const run: Run = ({ scope, folder }, ...args) =>
    runConnect(program, folder?.uri.fsPath, [...args, "--scope", scope]);
  const items = choices(run, places);
  // Without a suggestion, the list opens at once and fills when it is known.
  const suggested =
    typeof named === "string"
      ? (await items).find((one) => one.agent?.name === named && !one.isRemoval)
      : undefined;
  const choice = suggested ?? (await pickAgent(items));
  if (!choice) return;
  if (!choice.agent) return offerToolSet();
  const { agent, isRemoval } = choice;
  const where = choice.where ?? (await pickWhere(agent.title, places));
  if (!where) return;
  const args = isRemoval ? [agent.name, "--remove"] : [agent.name];
  const plan = await run(where, ...args, "--dry-run");
  if (!(await agrees(plan, agent.title, isRemoval === true))) return;
  await tell(
    await run(where, ...args, "--yes"),
    agent.title,
    isRemoval === true,
  );
}

async function pickAgent(
  items: Promise<Choice[]>,
): Promise<Choice | undefined> {
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Connect an Agent"),
    placeHolder: vscode.l10n.t(
      "Records what the agent does and gives it Checkpoint's tools",
    ),
  });
}

/** An agent's settings are files, so only folders on this machine's disk have any. */
function placesOf(folders: Folders): [Where, ...Where[]] {
  const all = folders.all
    .map(({ folder }) => folder)
    .filter(({ uri }) => uri.scheme === "file");
  return [
    { scope: "user", folder: all[0] },
    ...all.map((folder): Where => ({ scope: "project", folder })),
  ];
}

async function choices(run: Run, places: readonly Where[]): Promise<Choice[]> {
  const lists = await Promise.all(
    places.map(async (where) => ({
      where,
      agents: (await run(where)).agents ?? [],
    })),
  );
  const items: Choice[] = (lists[0]?.agents ?? []).map((agent) => ({
    label: agent.title,
    iconPath: new vscode.ThemeIcon("plug"),
    agent,
  }));
  for (const { where, agents } of lists)
    for (const agent of agents.filter((one) => one.connected))
      items.push({
        label: vscode.l10n.t("Disconnect {0}", agent.title),
        description:
          where.scope === "user"
            ? vscode.l10n.t("in all your folders")
            : (where.folder?.name ?? ""),
        iconPath: new vscode.ThemeIcon("debug-disconnect"),
        agent,
        where,
        isRemoval: true,
      });
  return [
    ...items,
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t("Chat in this editor: create a tool set"),
      iconPath: new vscode.ThemeIcon("tools"),
    },
  ];
}

async function pickWhere(
  title: string,
  places: readonly [Where, ...Where[]],
): Promise<Where | undefined> {
  if (places.length === 1) return places[0];
  const picked = await vscode.window.showQuickPick(
    places.map((where) =>
      where.scope === "user"
        ? {
            label: vscode.l10n.t("In all your folders"),
            description: vscode.l10n.t("your own settings"),
            where,
          }
        : {
            label: vscode.l10n.t("Only in this folder"),
            description: where.folder?.name ?? "",
            where,
          },
    ),
    { title },
  );
  return picked?.where;
}

/** Shows the files before and after, side by side, and asks. */
async function agrees(
  { changes = [], commands = [] }: ConnectAnswer,
  title: string,
  isRemoval: boolean,
): Promise<boolean> {
  if (changes.length === 0 && (isRemoval || commands.length === 0)) {
    void inform(vscode.l10n.t("{0}: nothing to change.", title));
    return false;
  }
  const shown = await openTexts(vscode.l10n.t("{0}: settings", title), changes);
  const write = isRemoval ? vscode.l10n.t("Remove") : vscode.l10n.t("Add");
  try {
    const answer = await vscode.window.showWarningMessage(
      isRemoval
        ? vscode.l10n.t("Remove Checkpoint from {0}'s settings?", title)
        : vscode.l10n.t("Add Checkpoint to {0}'s settings?", title),
      { modal: true, detail: detailOf(changes, commands) },
      write,
    );
    return answer === write;
  } finally {
    shown.dispose();
  }
}

function detailOf(
  changes: readonly SettingsChange[],
  commands: readonly string[][],
): string {
  return [
    ...changes.map(({ file }) => file),
    ...commands.map(commandText),
    "",
    vscode.l10n.t(
      "Everything else in these files stays as it is; a backup is kept.",
    ),
  ].join("\n");
}

async function tell(
  { toRun = [], notes = [] }: ConnectAnswer,
  title: string,
  isRemoval: boolean,
): Promise<void> {
  const commands = toRun.map(commandText);
  const copy = vscode.l10n.t("Copy Command");
  const answer = await inform(
    [
      isRemoval
        ? vscode.l10n.t("{0} is no longer connected.", title)
        : vscode.l10n.t("{0} is connected.", title),
      ...(commands.length > 0
        ? [vscode.l10n.t("Run in a terminal: {0}", commands.join("; "))]
        : []),
      ...notes.slice(0, 1),
    ].join(" "),
    ...(commands.length > 0 ? [copy] : []),
  );
  if (answer === copy)
    await vscode.env.clipboard.writeText(commands.join("\n"));
}
