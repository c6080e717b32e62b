import type { Deed, DeedFile } from "../../engine/api";
import { stateTimeOf, type Checkpoint } from "../../engine/model/checkpoint";
import { checkpointNumbered } from "./checkpointNumbered";
import type { FolderSession } from "../session/folders";
import { deedTitle } from "../../wording/deeds";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import { changeNodes } from "./changeNodes";
import { inOrder } from "./changeRows";
import type { DeedMember } from "./deedData";
import type { DeedNode, DeedOfFiles, NowNode, TimelineNode } from "./nodes";

/** Returns the rows of the files that a deed changed. */
export async function deedChangeNodes(
  { session, deed }: DeedMember,
  parent: TimelineNode,
  look: { isTree: boolean; shown: number },
): Promise<TimelineNode[]> {
  const files = await session.engine.deedFiles(deed.id);
  const checkpoint = deed.checkpoint ?? (await standIn(session, deed));
  if (!checkpoint) return [{ type: "noChange", parent }];
  const moments = new Map(files.map((file) => [keyOf(file), file]));
  const nodes = changeNodes(
    { session, checkpoint },
    {
      rows: inOrder(files),
      previous:
        deed.before > 0
          ? { moment: deed.before, number: checkpoint.number }
          : null,
    },
    { ...look, parent },
  );
  const of = {
    name: shortenAtWord(deedTitle(deed, voice), 50),
    turn:
      deed.kind === "turn" && deed.thread !== null && deed.message !== null
        ? { thread: deed.thread, message: deed.message }
        : null,
  };
  for (const node of nodes) mark(node, moments, of);
  return nodes;
}

/**
 * A checkpoint for the rows of a deed without one, such as edits before a prompt: the rows
 * are about moments, so it only has to be of that folder and at that moment.
 */
async function standIn(
  session: FolderSession,
  deed: Deed,
): Promise<Checkpoint | undefined> {
  const [newest] = (await session.engine.list({ limit: 1 })).checkpoints;
  return newest && { ...newest, moment: deed.after };
}

/** Notes on a file's row the moments that it is about, and the deed. */
export function mark(
  node: TimelineNode,
  moments: ReadonlyMap<string, DeedFile>,
  of: DeedOfFiles,
): void {
  if (node.type === "changeFolder") node.deed = { ...of, moments };
  if (node.type !== "change") return;
  const file = moments.get(keyOf(node.change));
  if (file) node.at = { ...of, before: file.before, after: file.after };
}

export function keyOf({
  path,
  isUnsaved,
}: Pick<DeedFile, "path" | "isUnsaved">): string {
  return `${isUnsaved ? "unsaved" : "disk"} ${path}`;
}

/** Returns the rows of the files that differ from the nearest checkpoint. */
export function nowChangeNodes(
  node: NowNode,
  look: { isTree: boolean; shown: number },
): TimelineNode[] {
  const { session, now } = node;
  if (!now.since) return [];
  const nodes = changeNodes(
    { session, checkpoint: now.since },
    { rows: now.rows, previous: now.since },
    { ...look, parent: node },
  );
  for (const each of nodes) if (each.type === "change") each.isNow = true;
  return nodes;
}

/** Returns the rows of a deed's own checkpoints, newest first. */
export async function stepNodes(
  parent: DeedNode,
  { session, deed }: DeedMember,
): Promise<TimelineNode[]> {
  const found = await Promise.all(
    deed.checkpoints.map(({ number }) =>
      checkpointNumbered(session.engine, number),
    ),
  );
  return found.flatMap((checkpoint): TimelineNode[] => {
    if (!checkpoint) return [];
    const folder = session.folder.uri.toString();
    const member = { folder, folderName: session.folder.name, checkpoint };
    return [
      {
        type: "entry",
        entry: {
          id: `${parent.row.id}/step:${checkpoint.id}`,
          at: stateTimeOf(checkpoint),
          members: [member],
        },
        targets: [{ session, checkpoint }],
        parent: undefined,
      },
    ];
  });
}
