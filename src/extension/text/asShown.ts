import type * as vscode from "vscode";
import { escapeDirections } from "../../base/directions";

/** Returns a tree item whose texts, which come from names and messages, cannot reverse its direction. */
export function asShown(item: vscode.TreeItem): vscode.TreeItem {
  if (typeof item.label === "string") item.label = escapeDirections(item.label);
  if (typeof item.description === "string")
    item.description = escapeDirections(item.description);
  if (typeof item.tooltip === "string")
    item.tooltip = escapeDirections(item.tooltip);
  else if (item.tooltip)
    item.tooltip.value = escapeDirections(item.tooltip.value);
  return item;
}
