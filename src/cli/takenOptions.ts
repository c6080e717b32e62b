import { ANSWERS } from "./answers";
import { GLOBAL_OPTIONS, type Command, type Options } from "./command";

/** Returns those of the options of every verb that do something for this one. */
export function takenOptions(verb: string, command: Command): Options {
  const records = command.begins === true;
  const isTaken = (name: string) =>
    name === "json"
      ? verb in ANSWERS
      : records || (name !== "exclude" && name !== "include");
  return Object.fromEntries(
    Object.entries(GLOBAL_OPTIONS).filter(([name]) => isTaken(name)),
  );
}
