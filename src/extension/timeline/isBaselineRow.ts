import type { FolderSession } from "../session/folders";
import type { DeedNode, EntryNode } from "./nodes";

/** Marks of rows that others keep. */
export interface Marks {
  isBaseline(session: FolderSession, number: number): boolean;
}

/** True if the gutter compares with a checkpoint of this row. */
export function isBaselineRow(
  node: DeedNode | EntryNode,
  marks: Marks,
): boolean {
  return node.type === "deed"
    ? node.row.members.some(({ session, deed }) =>
        deed.checkpoints.some(({ number }) =>
          marks.isBaseline(session, number),
        ),
      )
    : node.targets.some(({ session, checkpoint }) =>
        marks.isBaseline(session, checkpoint.number),
      );
}
