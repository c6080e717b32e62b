import * as z from "zod";
import type { Tool } from "../../agents/tool";

/**
 * Returns a tool's input as the editor takes it: with the name of a folder, for
 * windows that have several. The manifest has the same, as JSON schema; a test
 * compares the two.
 */
export function inputFor(tool: Tool): z.ZodObject {
  return tool.input.extend({
    workspace: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("The workspace folder’s name, when the window has several."),
  });
}

/** Returns what the manifest says of a tool's input. */
export function manifestInput(tool: Tool): Record<string, unknown> {
  const schema = z.toJSONSchema(inputFor(tool), { io: "input" });
  delete schema.$schema;
  return schema;
}
