import * as vscode from "vscode";
import * as z from "zod";
import { allTools } from "../../agents/allTools";
import type { Tool } from "../../agents/tool";
import { showRestored, unchangedSince } from "../restore/editorsAfterRestore";
import { reportLeft } from "../restore/reportRestore";
import type { Folders } from "../session/folders";
import { plain } from "../text/markdown";
import { voice } from "../text/voice";
import { problem } from "../../engine/model/errors";
import { inputFor } from "./toolInput";
import { whichFolder } from "./whichFolder";
import { SaidError } from "../../wording/said";

/** The source recorded for the editor's own agents, which do not identify themselves. */
const SOURCE = "copilot";

/** Returns what to show while a tool runs, and what to ask first. Changes nothing. */
export function prepareTool(
  name: string,
  input: unknown,
): vscode.PreparedToolInvocation {
  const tool = toolNamed(name);
  const parsed = inputFor(tool).safeParse(input);
  const invocationMessage = `${tool.title}…`;
  // Invalid input is reported when the tool is called.
  const asked = parsed.success ? tool.confirm?.(parsed.data, voice) : null;
  if (!asked) return { invocationMessage };
  const { title, message } = asked;
  return {
    invocationMessage,
    confirmationMessages: {
      title,
      // This is rendered as markdown and contains the agent's text, so links and emphasis are
      // escaped.
      message: new vscode.MarkdownString(plain(message)),
    },
  };
}

/** Runs a tool on its folder; returns its answer as text. */
export async function runTool(
  name: string,
  folders: Folders,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<string> {
  const tool = toolNamed(name);
  const parsed = inputFor(tool).safeParse(input);
  if (!parsed.success)
    throw new SaidError("bad-input", z.prettifyError(parsed.error));
  const { workspace, ...given } = parsed.data as { workspace?: string };
  const session = whichFolder(folders, workspace);
  // Text typed from here on was not confirmed and stays in its editor.
  const agreed = session.unsavedTexts();
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
      showRestored: async (changed, held) =>
        reportLeft(
          await showRestored(session, changed, unchangedSince(agreed, held)),
        ),
    });
    return text;
  } finally {
    listening.dispose();
  }
}

function toolNamed(name: string): Tool {
  const found = allTools.find((tool) => tool.name === name);
  if (found) return found;
  throw problem("unknown-tool", { tool: name });
}
