import { goBack } from "../goBack";

export default goBack({
  summary: "Take back the latest restore or revert",
  what: "An undo",
  example: [
    "checkpoint undo",
    "Shows what the latest restore replaced, asks, and brings it back.",
  ],
  plan: (engine, request, run) => engine.planUndo(request, run),
});
