import { problem } from "../../engine/model/errors";
import type { SettingsFile } from "./connection";

/**
 * Returns a file that is entirely ours, in a folder whose files an agent reads or runs.
 * `isOurs` recognises it, also one that an earlier version wrote.
 */
export function ownFile(
  file: string,
  text: string,
  isOurs: (text: string) => boolean,
  mode?: number,
): SettingsFile {
  return {
    file,
    isOwn: true,
    ...(mode === undefined ? {} : { mode }),
    add(there) {
      if (there !== null) throw problem("agent-file-taken", { file });
      return text;
    },
    remove: (there) => (isOurs(there) ? null : there),
  };
}
