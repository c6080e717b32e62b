import path from "node:path";
import * as vscode from "vscode";
import { version } from "../../../package.json";
import { DisposableList } from "../../base/lifecycle";
import type { Folders, FolderSession } from "../session/folders";
import { log } from "../log";
import { settingOf } from "../settings/settings";
import { isRecorded } from "../timeline/recorded";
import { offerOf, type Offer } from "./mcpOffer";

const ID = "checkpoint.mcp";
const SETTING = "agents.mcpServer";

/**
 * Provides the MCP server to the editor: one per recorded folder, on the editor's own runtime, so
 * that users need no Node. Requires `lm.registerMcpServerDefinitionProvider` (VS Code 1.101 or
 * later) or Cursor's own API (https://cursor.com/docs/mcp); other editors get nothing. What is
 * offered is decided in mcpOffer.ts and may change at any time.
 */
export function registerMcpServers(
  context: vscode.ExtensionContext,
  folders: Folders,
): vscode.Disposable {
  const script = path.join(context.extensionUri.fsPath, "dist", "mcp.js");
  const list = new DisposableList();
  const changed = new vscode.EventEmitter<void>();
  list.add(changed);
  list.add(follow(folders, () => changed.fire()));

  // Older typings and other editors lack this, so check for it.
  const lm = vscode.lm as Partial<typeof vscode.lm> | undefined;
  const cursor = cursorServers();
  const abilities = {
    hasTools: typeof lm?.registerTool === "function",
    isCursor: cursor !== undefined,
  };
  const offered = (): Server[] => {
    const offer = offerOf(settingOf(SETTING), abilities);
    return serversFor(folders, script, offer);
  };
  list.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`checkpoint.${SETTING}`)) changed.fire();
    }),
  );
  if (cursor) list.add(inCursor(cursor, offered, changed.event));
  else if (typeof lm?.registerMcpServerDefinitionProvider === "function")
    list.add(
      lm.registerMcpServerDefinitionProvider(ID, {
        onDidChangeMcpServerDefinitions: changed.event,
        provideMcpServerDefinitions: () =>
          offered().map(
            ({ label, command, args, env, hasTools }) =>
              new vscode.McpStdioServerDefinition(
                label,
                command,
                args,
                env,
                // A new version, so that the editor restarts a running server.
                hasTools ? version : `${version}-without-tools`,
              ),
          ),
      }),
    );
  return list;
}

interface Server {
  label: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  hasTools: boolean;
}

export function serversFor(
  folders: Folders,
  script: string,
  offer: Offer = "whole",
): Server[] {
  if (offer === "none") return [];
  const hasTools = offer === "whole";
  const sessions = folders.all.filter(isRecorded);
  return sessions.map((session) => {
    const { storeDir } = session.engine;
    return {
      label:
        sessions.length > 1
          ? `Checkpoint (${session.folder.name})`
          : "Checkpoint",
      command: process.execPath,
      args: [
        ...[script, "--workspace", session.folder.uri.fsPath],
        ...(hasTools ? [] : ["--without-tools"]),
      ],
      hasTools,
      env: {
        ELECTRON_RUN_AS_NODE: "1",
        // Unknown until the folder is open; the registry has it then.
        ...(storeDir === "" ? {} : { CHECKPOINT_STORE: storeDir }),
      },
    };
  });
}

/** Calls back when folders, or whether they are recorded, change. */
function follow(folders: Folders, onChange: () => void): vscode.Disposable {
  let states = new DisposableList();
  const watch = (): void => {
    states.dispose();
    states = new DisposableList();
    for (const session of folders.all) {
      let was = stateOf(session);
      states.add(
        session.onDidChangeState(() => {
          const now = stateOf(session);
          if (now === was) return;
          was = now;
          onChange();
        }),
      );
    }
  };
  watch();
  const listening = folders.onDidChangeFolders(() => {
    watch();
    onChange();
  });
  return new vscode.Disposable(() => {
    listening.dispose();
    states.dispose();
  });
}

function stateOf(session: FolderSession): string {
  return `${isRecorded(session)} ${session.engine.storeDir}`;
}

interface CursorServers {
  registerServer(server: { name: string; server: object }): void;
  unregisterServer(name: string): void;
}

function cursorServers(): CursorServers | undefined {
  const { cursor } = vscode as { cursor?: { mcp?: Partial<CursorServers> } };
  const mcp = cursor?.mcp;
  return typeof mcp?.registerServer === "function" &&
    typeof mcp.unregisterServer === "function"
    ? (mcp as CursorServers)
    : undefined;
}

function inCursor(
  cursor: CursorServers,
  offered: () => Server[],
  onChange: vscode.Event<void>,
): vscode.Disposable {
  let names: string[] = [];
  const leave = (): void => {
    for (const name of names) cursor.unregisterServer(name);
    names = [];
  };
  const enter = (): void => {
    try {
      leave();
      for (const { label, command, args, env } of offered()) {
        cursor.registerServer({ name: label, server: { command, args, env } });
        names.push(label);
      }
    } catch (error) {
      log.error("The MCP server could not be registered", error);
    }
  };
  enter();
  const listening = onChange(enter);
  return new vscode.Disposable(() => {
    listening.dispose();
    leave();
  });
}
