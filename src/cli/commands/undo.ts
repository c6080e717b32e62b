import { undoRedo } from "../undoRedo";

export default undoRedo({
  summary: "Undo the last restore or revert",
  what: "An undo",
  example: [
    "checkpoint undo",
    "Shows what the last restore replaced, asks, and puts it back.",
  ],
  plan: (engine, request, run) => engine.planUndo(request, run),
});
