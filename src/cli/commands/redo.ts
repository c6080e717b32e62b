import { undoRedo } from "../undoRedo";

export default undoRedo({
  summary: "Redo the last undone restore",
  what: "A redo",
  example: ["checkpoint redo --yes", "Redoes the restore without asking."],
  plan: (engine, request, run) => engine.planRedo(request, run),
});
