import { goBack } from "../goBack";

export default goBack({
  summary: "Do again what undo took back",
  what: "A redo",
  example: ["checkpoint redo --yes", "The restore that was undone, once more."],
  plan: (engine, request, run) => engine.planRedo(request, run),
});
