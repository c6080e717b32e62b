import { fill, type Voice } from "../wording/voice";

/** The library's voice: untranslated English, with actions named as method calls. */
export const voice: Voice = {
  t: fill,
  action(name, argument = "") {
    const quoted = JSON.stringify(argument);
    switch (name) {
      case "undo":
        return "undo()";
      case "redo":
        return "“checkpoint redo” in a terminal";
      case "verify":
        return "“checkpoint verify” in a terminal";
      case "repair":
        return "“checkpoint verify --repair” in a terminal";
      case "revert":
        return `“checkpoint revert --source ${argument}” in a terminal`;
      case "include-others":
        return "includeOthers: true";
      case "include-uncertain":
        return "“--maybe” of “checkpoint revert” in a terminal";
      case "setting":
        return argument;
      case "list":
        return "list()";
      case "create":
        return "save()";
      case "check":
        return "“checkpoint check -- COMMAND” in a terminal";
      case "history":
        return `list({ path: ${quoted} })`;
      case "threads":
        return "threads.list()";
      case "messages":
        return `threads.get(${quoted})`;
      case "plan":
        return "the same call with preview: true";
      case "free-space":
        return "delete(), then “checkpoint compact” in a terminal";
      case "force-delete":
        return "force: true";
      case "unpin":
        return "“checkpoint unpin” in a terminal";
      case "store-limit":
        return "maxStoreSizeBytes in config.json";
      case "exclude":
        return "excludePatterns";
      case "record-anyway":
        return "“checkpoint create --force” in a terminal";
      case "store-elsewhere":
        return "storageDir";
      case "choose-folder":
        return "workspaceDir";
      case "adopt":
        return "“checkpoint adopt OLD-PATH” in a terminal";
      case "exchange":
        return "“checkpoint export” and “checkpoint import” in a terminal";
      case "revert-what":
        return "“checkpoint revert REF”, --source NAME or --thread ID in a terminal";
      case "revert-since":
        return `“checkpoint revert --source NAME --since @${argument}” in a terminal`;
      case "keep-ours":
        return "“--resolve PATH=ours” of “checkpoint revert”";
    }
  },
};
