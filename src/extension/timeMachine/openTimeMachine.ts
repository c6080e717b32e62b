import type { Command } from "../commands/commandContext";
import { fileOrRootOf } from "../commands/sessions";
import { checkpointsOf, deedsOf, isNode, isUri } from "../commands/targets";

/**
 * Opens the time machine: for a file or folder of the explorer, with its changes only; for a row of
 * the timeline, with the playhead there.
 */
export const openTimeMachine: Command = async (context, given) => {
  const { timeMachine, views, folders } = context;
  if (isUri(given)) {
    const { path } = fileOrRootOf(folders, given);
    // The folder itself, whose path is empty, is no filter.
    views.timeline.setFilter({ ...views.timeline.filter, path });
  }
  await timeMachine.open();
  if (!isNode(given)) return;
  const [deed] = deedsOf(given);
  const [target] = checkpointsOf(given);
  if (deed) await timeMachine.moveTo(deed.session, deed.deed.after);
  else if (target)
    await timeMachine.moveTo(target.session, target.checkpoint.moment);
};
