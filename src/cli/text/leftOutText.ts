import type { Size } from "../../host/copyTree";
import {
  COPY_LIMITS,
  type LeftOut,
  type LeftOutReason,
} from "../../host/scratchIgnored";
import { count, sizeText } from "../../wording/counts";
import { printable } from "./text";
import { voice } from "./voice";

const { dependencies, others } = COPY_LIMITS;
function limitText({ bytes, files }: Size): string {
  return `${sizeText(bytes, voice)} or ${count(files, "file")}`;
}

const WHY: Readonly<Record<LeftOutReason, string>> = {
  "build-product": "build output",
  "too-large": `over the limit of ${limitText(others)}, for dependencies ${limitText(dependencies)}`,
  "no-space": "not enough free space in the temporary folder",
  unreadable: "incomplete, because some of it could not be read",
  "leads-back": "links that point to the folder or above it",
  name: "unsupported names",
  link: "links, which cannot be created here",
};
const SHOWN = 5;

/** Returns one line per reason, and how to get what is missing. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const lines = Object.entries(WHY).flatMap(([reason, why]) => {
    const paths = leftOut
      .filter((one) => one.reason === reason)
      .map((one) => printable(one.path));
    if (paths.length === 0) return [];
    const more =
      paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
    return [
      `not in the copy: ${paths.slice(0, SHOWN).join(", ")}${more} (${why})`,
    ];
  });
  const canBeNamed = leftOut.some(
    ({ reason }) => reason === "build-product" || reason === "too-large",
  );
  return canBeNamed
    ? [...lines, "use --copy PATH to include one of them"]
    : lines;
}

/** What every verb with a scratch copy says about ignored folders in its help. */
export const COPY_NOTE = `Ignored folders are copied too (cloned if the disk supports it): dependencies such as node_modules up to ${limitText(dependencies)}, all others together up to ${limitText(others)}. Larger ones and build output (dist, out, ...) are left out and listed; use --copy to include one. Ignored files next to recorded ones, such as .env, are only copied with --copy.`;
