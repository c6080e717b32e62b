import * as vscode from "vscode";
import * as z from "zod";
import { allTools } from "../../agents/allTools";
import type { Tool } from "../../agents/tool";
import { CheckpointError } from "../../engine/model/errors";
import { showRestored } from "../commands/editorsAfterRestore";
import type { Folders } from "../folders";
import { plain } from "../views/markdown";
import { inputFor } from "./toolInput";
import { whichFolder } from "./whichFolder";

/** Who the editor's own agents are in the history; they do not tell their names. */
const SOURCE = "copilot";

/** Returns what is shown while a tool runs, and asked before it does. Changes nothing. */
export function prepareTool(
  name: string,
  input: unknown,
): vscode.PreparedToolInvocation {
  const tool = toolNamed(name);
  const parsed = inputFor(tool).safeParse(input);
  const invocationMessage = `${tool.title}…`;
  // Wrong input is answered when it is called; it changes nothing.
  const asked = parsed.success ? tool.confirm?.(parsed.data) : null;
  if (!asked) return { invocationMessage };
  const { title, message } = asked;
  return {
    invocationMessage,
    confirmationMessages: {
      title,
      // It is drawn as markdown and has what the agent gave: no link, no emphasis.
      message: new vscode.MarkdownString(plain(message)),
    },
  };
}

/** Runs a tool on the folder it is meant for; returns its answer as text. */
export async function runTool(
  name: string,
  folders: Folders,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<string> {
  const tool = toolNamed(name);
  const parsed = inputFor(tool).safeParse(input);
  if (!parsed.success)
    throw new CheckpointError("bad-input", z.prettifyError(parsed.error));
  const { workspace, ...given } = parsed.data as { workspace?: string };
  const session = whichFolder(folders, workspace);
  await session.flush();
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    const { text } = await tool.run(given, {
      engine: session.engine,
      source: SOURCE,
      call: { signal: abort.signal },
      editors: () => session.unsavedTexts(),
      whileWriting: (work) => session.whileWriting(work),
      showRestored: (changed, held) => showRestored(session, changed, held),
    });
    return text;
  } finally {
    listening.dispose();
  }
}

function toolNamed(name: string): Tool {
  const found = allTools.find((tool) => tool.name === name);
  if (found) return found;
  throw new CheckpointError("internal", `There is no tool ${name}.`);
}
