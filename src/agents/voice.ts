import { fill, type Voice } from "../wording/voice";

/** The voice for agents: English, with actions named as tool calls. */
export const voice: Voice = {
  t: fill,
  action(name, argument = "") {
    const quoted = JSON.stringify(argument);
    switch (name) {
      case "undo":
        return "checkpoint_undo";
      case "redo":
        return "checkpoint_undo with redo: true";
      case "verify":
        return "“checkpoint verify” in a terminal";
      case "repair":
        return "“checkpoint verify --repair” in a terminal";
      case "revert":
        return `checkpoint_revert with source: ${quoted}`;
      case "include-others":
        return "includeOthers: true";
      case "include-uncertain":
        return "maybe: true, if the user agrees";
      case "setting":
        return argument;
      case "list":
        return "checkpoint_list";
      case "create":
        return "checkpoint_create";
      case "check":
        return "checkpoint_verdict";
      case "history":
        return `checkpoint_list with path: ${quoted}`;
      case "threads":
        return "thread_list";
      case "messages":
        return `thread_list with thread: ${quoted}`;
      case "plan":
        return "checkpoint_plan_restore (for an undo or a revert, call it again)";
      case "free-space":
        return "checkpoint_delete, if the user agrees";
      case "force-delete":
        return "force: true";
      case "unpin":
        return "“checkpoint unpin” in a terminal";
      case "store-limit":
        return "maxStoreSizeBytes in config.json, or checkpoint.maxStoreSize in the editor";
      case "exclude":
        return "“exclude” in config.json, or checkpoint.exclude in the editor";
      case "record-anyway":
        return "“checkpoint create --force” in a terminal";
      case "store-elsewhere":
        return "--store DIR of the server, or checkpoint.storagePath in the editor";
      case "choose-folder":
        return "--workspace DIR of the server";
      case "adopt":
        return "“checkpoint adopt OLD-PATH” in a terminal";
      case "exchange":
        return "“checkpoint export” and “checkpoint import” in a terminal";
      case "revert-what":
        return "ref, source (with since) or thread (with message)";
      case "revert-since":
        return `source with since: "@${argument}"`;
      case "keep-ours":
        return `resolve: {${quoted}: "ours"}`;
    }
  },
};
