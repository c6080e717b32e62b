/**
 * A host's voice. All hosts share the same sentences; each supplies its translator and its names
 * for the actions.
 */
export interface Voice {
  /** Translates a message and puts the arguments in place of {0}, {1}, ... */
  t(message: string, ...args: (string | number)[]): string;
  /**
   * Returns the name of an action: “Undo Restore”, `checkpoint undo` or
   * `checkpoint_undo`.
   */
  action(name: Action, ...args: string[]): string;
}

export type Action =
  | "undo"
  | "redo"
  /** Checks the store; in the editor it also offers to repair it. */
  | "verify"
  | "repair"
  /** Reverts what one source changed; takes the source. */
  | "revert"
  /** Includes files that only others changed. */
  | "include-others"
  /** Also reverts changes whose author is uncertain. */
  | "include-uncertain"
  /** The full name of a setting; its argument is the short one. */
  | "setting"
  /** Where the checkpoints are listed. */
  | "list"
  | "create"
  /** Runs a command and records whether it succeeded. */
  | "check"
  /** Where the versions of a file are listed; takes its path. */
  | "history"
  /** Where conversations are listed. */
  | "threads"
  /** Where the messages of a conversation are listed; takes its id. */
  | "messages"
  /** Shows what a restore or a revert would do now. */
  | "plan"
  /** Deletes checkpoints and frees their space. */
  | "free-space"
  /** Deletes a checkpoint that is protected. */
  | "force-delete"
  | "unpin"
  /** The setting that limits the size of a history. */
  | "store-limit"
  /** Excludes folders and files from being recorded. */
  | "exclude"
  /** Records a folder although it is large. */
  | "record-anyway"
  /** Keeps histories in another folder. */
  | "store-elsewhere"
  /** Chooses the folder to record. */
  | "choose-folder"
  /** Reattaches the history of a folder that was moved. */
  | "adopt"
  /** Imports states from another history. */
  | "exchange"
  /** How to say what to revert, in every way that the host supports. */
  | "revert-what"
  /** Reverts what a source changed since a moment; takes the moment's number. */
  | "revert-since"
  /** Keeps the current version of a file in a revert; takes its path. */
  | "keep-ours";

/** English as written, with the bare names of actions. For tests. */
export const plain: Voice = {
  t: fill,
  action: (name, ...args) => [name, ...args].join(" "),
};

/**
 * Fills in a message without translating it. Thousands are grouped, except in
 * the number of a checkpoint or a moment: those follow a # or an @.
 */
export function fill(message: string, ...args: (string | number)[]): string {
  return message.replace(/([#@]?)\{(\d+)\}/g, (whole, mark, index) => {
    const value = args[Number(index)];
    if (value === undefined) return whole;
    const isAmount = typeof value === "number" && mark === "";
    return mark + (isAmount ? value.toLocaleString("en") : String(value));
  });
}
