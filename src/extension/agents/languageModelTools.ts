import * as vscode from "vscode";
import { errorText } from "../../agents/errorText";
import { TOOL_NAMES } from "../../agents/toolNames";
import { DisposableList } from "../../base/lifecycle";
import type { Folders } from "../session/folders";

/**
 * Implements the manifest's language model tools. Their code is loaded on the first call, so that
 * activation does not wait for it.
 */
export function registerTools(folders: Folders): vscode.Disposable {
  const list = new DisposableList();
  const lm = vscode.lm as Partial<typeof vscode.lm> | undefined;
  if (typeof lm?.registerTool !== "function") return list;
  for (const name of TOOL_NAMES)
    list.add(lm.registerTool(name, implement(name, folders)));
  return list;
}

function implement(
  name: string,
  folders: Folders,
): vscode.LanguageModelTool<object> {
  return {
    async prepareInvocation({ input }) {
      const { prepareTool } = await import("./runTool");
      return prepareTool(name, input);
    },
    async invoke({ input }, token) {
      try {
        const { runTool } = await import("./runTool");
        const text = await runTool(name, folders, input, token);
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(text),
        ]);
      } catch (error) {
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        throw new Error(errorText(error), { cause: error });
      }
    },
  };
}
