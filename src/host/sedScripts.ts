const ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/)`;
const NEXT = String.raw`,(?:\+?\d+|\$|/(?:[^/\\\n]|\\.)*/)`;
const PART = String.raw`(?:(?!\1)[^\\\n]|\\.)*`;

/** `3,5d`, `/x/p`, `s/a/b/g`: each ends the line or is followed by another command. */
const COMMAND = new RegExp(
  String.raw`\s*(?:${ADDRESS}(?:${NEXT})?!?\s*)?` +
    String.raw`(?:[pqd=]|s([/|#,@:~])${PART}\1${PART}\1[gpiI\d]*)[ \t]*(?:[;\n]\s*|$)`,
  "y",
);

/**
 * True for a `sed` script that only prints, deletes or replaces text; others may write
 * files or run programs.
 */
export function isPlainSedScript(script: string): boolean {
  COMMAND.lastIndex = 0;
  do if (!COMMAND.test(script)) return false;
  while (COMMAND.lastIndex < script.length);
  return true;
}
