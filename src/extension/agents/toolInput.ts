import * as z from "zod";
import type { Tool } from "../../agents/tool";

/**
 * Returns a tool's input schema for the editor, which adds a folder name for windows with several
 * folders. The manifest has the same as JSON schema; a test compares them.
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

/** Returns the input schema that the manifest declares for a tool. */
export function manifestInput(tool: Tool): Record<string, unknown> {
  const schema = z.toJSONSchema(inputFor(tool), { io: "input" });
  delete schema.$schema;
  return schema;
}
