import type { Why } from "../engine/api";
import { reasonText } from "./reasons";
import type { Voice } from "./voice";

/** Returns whether a path is recorded, and which rule decides that. */
export function whyText(why: Why, voice: Voice): string {
  const { path, reason, matched } = why;
  const rule = ruleText(why, voice);
  const include = voice.action("setting", "include");
  switch (reason) {
    case "recorded":
      return voice.t("{0} is recorded.", path);
    case "tracked":
      return voice.t(
        "{0} is recorded: git tracks it, although {1} matches it.",
        path,
        rule,
      );
    case "included":
      return voice.t(
        "{0} is recorded: {1} includes it, although {2} matches it.",
        path,
        include,
        rule,
      );
    case "gitignore":
    case "exclude":
      return matched === path
        ? voice.t("{0} is not recorded: {1} excludes it.", path, rule)
        : voice.t(
            "{0} is not recorded: {1} excludes {2}.",
            path,
            rule,
            matched,
          );
    case "version-control":
      return voice.t(
        "{0} is not recorded: {1} belongs to version control.",
        path,
        matched,
      );
    case "temporary":
      return voice.t(
        "{0} is not recorded: it is a temporary file of Checkpoint.",
        path,
      );
    case "behind-link":
      return voice.t(
        "{0} is not recorded: {1} is a link or a file, not a folder.",
        path,
        matched,
      );
    case "absent":
      return voice.t(
        "{0} is not recorded: there is no such file. No rule excludes it.",
        path,
      );
    case "not-yet":
      return voice.t(
        "{0} is not recorded yet. It will be with the next change.",
        path,
      );
    default:
      return voice.t(
        "{0} is not recorded: {1}.",
        path,
        reasonText(reason, voice),
      );
  }
}

/** Returns where a rule is (file and line, or setting) and its text. */
function ruleText({ rule }: Why, voice: Voice): string {
  const exclude = voice.action("setting", "exclude");
  if (!rule) return exclude;
  const { file, line, pattern } = rule;
  const place =
    file === null ? exclude : `${file}${line === null ? "" : `:${line}`}`;
  return voice.t("{0} “{1}”", place, pattern);
}
