import { commandText } from "../../agents/commandText";
import { fill, type Voice } from "../../wording/voice";

const command = (...words: readonly string[]) =>
  `“checkpoint ${commandText(words)}”`;

/** The command's voice: untranslated English, with actions named as command lines. */
export const voice: Voice = {
  t: fill,
  action(name, argument = "") {
    switch (name) {
      case "undo":
      case "redo":
      case "verify":
      case "list":
      case "create":
      case "unpin":
        return command(name);
      case "check":
        return command("check", "--", "COMMAND");
      case "repair":
        return command("verify", "--repair");
      case "revert":
        return command("revert", "--source", argument);
      case "include-others":
        return "--include-others";
      case "include-uncertain":
        return "--maybe";
      case "setting":
        return argument;
      case "history":
        return command("history", argument);
      case "threads":
        return command("thread", "list");
      case "messages":
        return command("thread", "show", argument);
      case "plan":
        return "the same command again";
      case "free-space":
        return `${command("delete")} and ${command("compact")}`;
      case "force-delete":
      case "record-anyway":
        return "--force";
      case "store-limit":
        return "maxStoreSizeBytes in config.json";
      case "exclude":
        return "--exclude GLOB";
      case "store-elsewhere":
        return "--store DIR";
      case "choose-folder":
        return "--workspace DIR";
      case "adopt":
        return "“checkpoint adopt OLD-PATH”";
      case "exchange":
        return `${command("export")} and ${command("import")}`;
      case "revert-what":
        return "“checkpoint revert REF”, --source NAME [--since REF] or --thread ID [--message ID]";
      case "revert-since":
        return `--source NAME --since @${argument}`;
      case "keep-ours":
        // Without the path, which would have to be relative to the current directory.
        return "--resolve PATH=ours";
    }
  },
};
