import os from "node:os";
import * as vscode from "vscode";
import { applyConnect } from "../../agents/connect/applyConnect";
import { connectables } from "../../agents/connect/connectables";
import type {
  Connectable,
  Place,
  Scope,
} from "../../agents/connect/connection";
import {
  isConnected,
  planConnect,
  type ConnectPlan,
} from "../../agents/connect/planConnect";
import { commandText } from "../../agents/connect/showPlan";
import {
  launcherPath,
  writeLauncher,
  type Program,
} from "../../agents/launcher";
import type { Folders } from "../folders";
import { openTexts } from "./openTexts";
import { offerToolSet } from "./toolSet";

interface Choice extends vscode.QuickPickItem {
  agent?: Connectable;
  isRemoval?: boolean;
}

/**
 * Connects an agent outside the editor, or disconnects it: shows what its
 * settings would be, asks, writes.
 */
export async function connectAgent(
  folders: Folders,
  data: string,
  program: Program,
): Promise<void> {
  const choice = await vscode.window.showQuickPick(choices(folders, data), {
    title: vscode.l10n.t("Connect an Agent"),
    placeHolder: vscode.l10n.t(
      "It will record what the agent does, and give it Checkpoint’s tools",
    ),
  });
  if (!choice) return;
  if (!choice.agent) return offerToolSet();
  const scope = await pickScope(folders, choice.agent);
  if (!scope) return;
  const place = placeOf(scope, folders, data);
  const isRemoval = choice.isRemoval === true;
  const plan = planConnect(choice.agent, place, data, { remove: isRemoval });
  if (!(await agrees(plan))) return;
  if (!isRemoval) writeLauncher(data, program);
  const report = applyConnect(plan, data);
  const toRun = report.toRun.map(commandText);
  const lines = [
    isRemoval
      ? vscode.l10n.t("{0} is no longer connected.", choice.agent.title)
      : vscode.l10n.t("{0} is connected.", choice.agent.title),
    ...(toRun.length > 0
      ? [vscode.l10n.t("Please run in a terminal: {0}", toRun.join("; "))]
      : []),
    ...plan.notes.slice(0, 1),
  ];
  const copy = vscode.l10n.t("Copy Command");
  const answer = await vscode.window.showInformationMessage(
    lines.join(" "),
    ...(toRun.length > 0 ? [copy] : []),
  );
  if (answer === copy) await vscode.env.clipboard.writeText(toRun.join("\n"));
}

function choices(folders: Folders, data: string): Choice[] {
  const scopes: Scope[] =
    folders.all.length > 0 ? ["user", "project"] : ["user"];
  const items = connectables.flatMap((agent): Choice[] => {
    const connected = scopes.some((scope) =>
      isConnected(agent, placeOf(scope, folders, data)),
    );
    const connect: Choice = {
      label: agent.title,
      description: connected ? vscode.l10n.t("connected") : "",
      iconPath: new vscode.ThemeIcon("plug"),
      agent,
    };
    if (!connected) return [connect];
    return [
      connect,
      {
        label: vscode.l10n.t("Disconnect {0}", agent.title),
        iconPath: new vscode.ThemeIcon("debug-disconnect"),
        agent,
        isRemoval: true,
      },
    ];
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
  folders: Folders,
  agent: Connectable,
): Promise<Scope | undefined> {
  if (folders.all.length === 0) return "user";
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("In all your folders"),
        description: vscode.l10n.t("your own settings"),
        scope: "user" as const,
      },
      {
        label: vscode.l10n.t("Only in this folder"),
        description: folders.all[0]?.folder.name ?? "",
        scope: "project" as const,
      },
    ],
    { title: agent.title },
  );
  return picked?.scope;
}

function placeOf(scope: Scope, folders: Folders, data: string): Place {
  return {
    scope,
    launcher: launcherPath(data),
    home: os.homedir(),
    workspace: folders.all[0]?.folder.uri.fsPath ?? os.homedir(),
    env: process.env,
    platform: process.platform,
  };
}

/** Shows the files before and after, side by side, and asks. */
async function agrees(plan: ConnectPlan): Promise<boolean> {
  const { edits, commands, agent, isRemoval } = plan;
  if (edits.length === 0 && (isRemoval || commands.length === 0)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0}: there is nothing to change.", agent.title),
    );
    return false;
  }
  const shown = await openTexts(
    vscode.l10n.t("{0}: settings", agent.title),
    edits,
  );
  try {
    const write = isRemoval
      ? vscode.l10n.t("Take Out")
      : vscode.l10n.t("Write");
    const answer = await vscode.window.showWarningMessage(
      isRemoval
        ? vscode.l10n.t("Take Checkpoint out of {0}’s settings?", agent.title)
        : vscode.l10n.t("Write Checkpoint into {0}’s settings?", agent.title),
      {
        modal: true,
        detail: [
          ...edits.map(({ file }) => file),
          ...commands.map((one) => commandText([one.command, ...one.args])),
          "",
          vscode.l10n.t(
            "Everything else in these files stays as it is; a copy is kept.",
          ),
        ].join("\n"),
      },
      write,
    );
    return answer === write;
  } finally {
    shown.dispose();
  }
}
