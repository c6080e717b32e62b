import * as vscode from "vscode";
import { commandText } from "../../agents/commandText";
import type { Program } from "../../agents/launcherText";
import type { Folders } from "../folders";
import { runConnect, type Change, type Connected } from "./runConnect";
import { openTexts } from "./openTexts";
import { offerToolSet } from "./toolSet";

interface Choice extends vscode.QuickPickItem {
  agent?: { name: string; title: string };
  scope?: "user" | "project";
  isRemoval?: boolean;
}

/**
 * Connects an agent outside the editor, or disconnects it: shows what its
 * settings would be, asks, writes. The `checkpoint connect` command does it;
 * this is its face.
 */
export async function connectAgent(
  folders: Folders,
  program: Program,
): Promise<void> {
  const folder = folders.all[0]?.folder;
  const run = (...args: string[]) =>
    runConnect(program, folder?.uri.fsPath, args);
  const choice = await vscode.window.showQuickPick(choices(run, folder), {
    title: vscode.l10n.t("Connect an Agent"),
    placeHolder: vscode.l10n.t(
      "It will record what the agent does, and give it Checkpoint’s tools",
    ),
  });
  if (!choice) return;
  if (!choice.agent) return offerToolSet();
  const { agent, isRemoval } = choice;
  const scope = choice.scope ?? (await pickScope(agent.title, folder));
  if (!scope) return;
  const args = [agent.name, "--scope", scope];
  if (isRemoval) args.push("--remove");
  const plan = await run(...args, "--dry-run");
  if (!(await agrees(plan, agent.title, isRemoval === true))) return;
  await tell(await run(...args, "--yes"), agent.title, isRemoval === true);
}

async function choices(
  run: (...args: string[]) => Promise<Connected>,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<Choice[]> {
  const scopes = folder ? (["user", "project"] as const) : (["user"] as const);
  const lists = await Promise.all(
    scopes.map(async (scope) => ({
      scope,
      agents: (await run("--scope", scope)).agents ?? [],
    })),
  );
  const items: Choice[] = (lists[0]?.agents ?? []).map((agent) => ({
    label: agent.title,
    iconPath: new vscode.ThemeIcon("plug"),
    agent,
  }));
  for (const { scope, agents } of lists)
    for (const agent of agents.filter((one) => one.connected))
      items.push({
        label: vscode.l10n.t("Disconnect {0}", agent.title),
        description:
          scope === "user"
            ? vscode.l10n.t("in all your folders")
            : (folder?.name ?? ""),
        iconPath: new vscode.ThemeIcon("debug-disconnect"),
        agent,
        scope,
        isRemoval: true,
      });
  return [
    ...items,
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t("Chat in this editor: make a tool set"),
      iconPath: new vscode.ThemeIcon("tools"),
    },
  ];
}

async function pickScope(
  title: string,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<"user" | "project" | undefined> {
  if (!folder) return "user";
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("In all your folders"),
        description: vscode.l10n.t("your own settings"),
        scope: "user" as const,
      },
      {
        label: vscode.l10n.t("Only in this folder"),
        description: folder.name,
        scope: "project" as const,
      },
    ],
    { title },
  );
  return picked?.scope;
}

/** Shows the files before and after, side by side, and asks. */
async function agrees(
  { changes = [], commands = [] }: Connected,
  title: string,
  isRemoval: boolean,
): Promise<boolean> {
  if (changes.length === 0 && (isRemoval || commands.length === 0)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0}: there is nothing to change.", title),
    );
    return false;
  }
  const shown = await openTexts(vscode.l10n.t("{0}: settings", title), changes);
  const write = isRemoval ? vscode.l10n.t("Take Out") : vscode.l10n.t("Write");
  try {
    const answer = await vscode.window.showWarningMessage(
      isRemoval
        ? vscode.l10n.t("Take Checkpoint out of {0}’s settings?", title)
        : vscode.l10n.t("Write Checkpoint into {0}’s settings?", title),
      { modal: true, detail: detailOf(changes, commands) },
      write,
    );
    return answer === write;
  } finally {
    shown.dispose();
  }
}

function detailOf(
  changes: readonly Change[],
  commands: readonly string[][],
): string {
  return [
    ...changes.map(({ file }) => file),
    ...commands.map(commandText),
    "",
    vscode.l10n.t(
      "Everything else in these files stays as it is; a copy is kept.",
    ),
  ].join("\n");
}

async function tell(
  { toRun = [], notes = [] }: Connected,
  title: string,
  isRemoval: boolean,
): Promise<void> {
  const commands = toRun.map(commandText);
  const copy = vscode.l10n.t("Copy Command");
  const answer = await vscode.window.showInformationMessage(
    [
      isRemoval
        ? vscode.l10n.t("{0} is no longer connected.", title)
        : vscode.l10n.t("{0} is connected.", title),
      ...(commands.length > 0
        ? [vscode.l10n.t("Please run in a terminal: {0}", commands.join("; "))]
        : []),
      ...notes.slice(0, 1),
    ].join(" "),
    ...(commands.length > 0 ? [copy] : []),
  );
  if (answer === copy)
    await vscode.env.clipboard.writeText(commands.join("\n"));
}
