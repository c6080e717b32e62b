import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../../engine/model/errors";
import { usageError } from "../args";
import { bisectLines, type BisectAnswer } from "../bisectText";
import { Bisection } from "../bisection";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { onSignal } from "../interrupt";
import { Scratch, foldersToLink } from "../../host/scratch";

export default command({
  summary: "Find the first checkpoint at which a command fails",
  group: "Look",
  operands: [
    { name: "GOOD", help: "A point at which it succeeds", complete: "ref" },
    { name: "BAD", help: "A later point at which it fails", complete: "ref" },
    {
      name: "PATH",
      help: "More paths for --keep",
      isOptional: true,
      isMany: true,
      complete: "file",
    },
  ],
  options: {
    keep: {
      type: "string",
      isMany: true,
      value: "PATH",
      help: "Use this file or folder as it is now at every step (a new test, say)",
      complete: "file",
    },
    moments: {
      type: "boolean",
      help: "Try every moment, not only checkpoints",
    },
    link: {
      type: "string",
      isMany: true,
      value: "PATH",
      help: "Also link this ignored folder in",
      complete: "folder",
    },
    "trust-ends": {
      type: "boolean",
      help: "Do not try GOOD and BAD themselves first",
    },
  },
  rest: {
    name: "COMMAND",
    help: "What to try, with its arguments",
    isMany: true,
  },
  notes: [
    "The command runs in a scratch copy outside the folder, which is never touched. Exit code 0 means good, 125 skip this one, anything else bad. Ignored folders such as node_modules are linked in; build products (dist, out, ...) are not, so that a build in the copy does not write into the folder.",
  ],
  examples: [
    [
      "checkpoint bisect 3 latest -- npm test",
      "The checkpoint that broke the tests, and what it changed.",
    ],
    [
      "checkpoint bisect 2h workspace --moments --keep test.js -- node test.js",
      "With today's test, over every moment of the last two hours.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const [good, bad, ...more] = operands.map((word) => word!);
    if (more.length > 0 && !values.keep)
      throw usageError(
        "bisect",
        `“${more[0]}” is one word too many here; the command goes after “--”.`,
      );
    const keep = [...(values.keep ?? []), ...more].map((one) =>
      context.path(one),
    );
    const link = (values.link ?? []).map((one) => folderToLink(context, one));
    const engine = await context.open();
    const { IgnoredFolders } = await import("../../host/ignored");
    const { settingsFor } = await import("../../host/openFor");
    const ignored = new IgnoredFolders(
      engine.root,
      settingsFor(context.location, context.globs),
    ).list();
    // Before anything is made that has to be removed again.
    const stopListening = onSignal(() => context.interrupt());
    let scratch: Scratch | undefined;
    let answer: BisectAnswer;
    try {
      scratch = new Scratch((hash) => engine.readContent(hash));
      const bisection = new Bisection(context, engine, scratch, {
        good: good!,
        bad: bad!,
        keep,
        links: [...foldersToLink(ignored), ...link],
        command: rest!,
        overMoments: values.moments === true,
        trustsEnds: values["trust-ends"] === true,
      });
      answer = await bisection.run();
    } finally {
      scratch?.remove();
      stopListening();
    }
    context.clearProgress();
    context.out.answer(answer, (paint) => bisectLines(answer, paint));
    return answer.culprit ? EXIT.done : EXIT.failed;
  },
});

function folderToLink(context: Context, given: string): string {
  const folder = context.path(given);
  const full = path.join(context.location.root, ...folder.split("/"));
  if (fs.statSync(full, { throwIfNoEntry: false })?.isDirectory())
    return folder;
  throw new CheckpointError(
    "not-found",
    `--link ${given}: there is no such folder.`,
    { hint: "Give a folder that is there now.", data: { path: folder } },
  );
}
