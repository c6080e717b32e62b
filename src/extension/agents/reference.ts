/** A name by which a prompt can refer to a tool: `checkpoint_create` is `#checkpointCreate`. */
export function referenceName(tool: string): string {
  return tool.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
