import { deedTitle } from "../../wording/deeds";
import type { CommandContext } from "../commands/commandContext";
import type { PickOptions } from "../commands/pickCheckpoint";
import { checkpointsFor, deedsOf, isNode } from "../commands/targets";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import { messageTitle } from "../timeline/threadText";
import { checkpointTitle } from "../../wording/kinds";
import type { PointOf } from "./point";

/** Returns the states that a command acts on: those of the row, or of a checkpoint that is picked. */
export async function pointsFor(
  context: CommandContext,
  node: unknown,
  options: PickOptions,
): Promise<PointOf[]> {
  const deeds = deedsOf(node);
  if (deeds.length > 0)
    return deeds.map(({ session, deed }) => ({
      ...{ session, moment: deed.after },
      // The checkpoint of a prompt has the state before its turn.
      number:
        deed.checkpoint?.moment === deed.after ? deed.checkpoint.number : null,
      title: shortenAtWord(deedTitle(deed, voice), 50),
    }));
  if (isNode(node) && node.type === "message")
    return [
      {
        ...{ session: node.session, moment: node.message.moment },
        ...{ number: null, title: messageTitle(node.message, 50) },
      },
    ];
  const targets = await checkpointsFor(context, node, options);
  return targets.map(({ session, checkpoint }) => ({
    ...{ session, moment: checkpoint.moment, number: checkpoint.number },
    title: shortenAtWord(checkpointTitle(checkpoint, voice), 50),
  }));
}
