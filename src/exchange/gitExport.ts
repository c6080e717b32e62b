import type { GitCommit } from "../answers/verbs";
import type { Run } from "../engine/api";
import { CheckpointError, problem } from "../engine/model/errors";
import { isSymlink } from "../engine/model/version";
import { withProgress } from "./entries";
import type { Export } from "./exportOf";
import {
  checkedRef,
  inRepository,
  openRepository,
  startGit,
  untilDrained,
  type GitRepository,
} from "./git";

/**
 * Writes a state as a commit that is referenced only by a ref below refs/checkpoints/.
 * A single `git fast-import` writes it: bytes stay exact, no index, work tree or
 * branch is touched, and the ref moves only once everything is written. A second
 * export to the same ref becomes a child of the first, so it can be pushed without force.
 */
export async function exportGit(
  state: Export,
  target: { repository: string; ref: string },
  run?: Run,
): Promise<GitCommit> {
  const repository = await openRepository(target.repository);
  const ref = await checkedRef(repository, target.ref);
  await refuseCheckedOut(repository, ref);
  const parent = await commitOf(repository, ref);
  const running = startGit(repository, [
    "fast-import",
    "--quiet",
    "--done",
    "--date-format=raw",
  ]);
  const { child, done } = running;
  try {
    for (const chunk of commitStream(state, ref, parent, run))
      if (!child.stdin.write(chunk) && child.exitCode === null)
        await untilDrained(running);
    child.stdin.end("done\n");
  } catch (error) {
    // Without the final “done”, fast-import leaves the ref unchanged.
    child.kill();
    await done.catch(() => {});
    throw error;
  }
  await done;
  const commit = await commitOf(repository, ref);
  if (commit === null) throw problem("no-commit-written", { ref });
  return { repository: repository.dir, ref, commit };
}

/** Returns the commit that a ref points to, or null if there is no such ref. */
export async function commitOf(
  repository: GitRepository,
  ref: string,
): Promise<string | null> {
  const spec = `${ref}^{commit}`;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", spec];
  try {
    const printed = await inRepository(repository, args);
    return /[0-9a-f]{40,64}/.exec(printed)?.[0] ?? null;
  } catch (error) {
    if (CheckpointError.is(error, "io") && error.data["exitCode"] === 1)
      return null;
    throw error;
  }
}

function* commitStream(
  state: Export,
  ref: string,
  parent: string | null,
  run: Run | undefined,
): Generator<Buffer> {
  const seconds = Math.floor(Date.parse(state.createdAt) / 1000);
  const message = state.body
    ? `${state.title}\n\n${state.body}\n`
    : `${state.title}\n`;
  yield Buffer.from(`commit ${ref}\n`);
  yield Buffer.from(
    `committer Checkpoint <checkpoint@localhost> ${seconds} +0000\n`,
  );
  yield data(Buffer.from(message));
  if (parent !== null) yield Buffer.from(`from ${parent}\ndeleteall\n`);
  for (const { path, mode, read } of withProgress(
    state.entries,
    "write",
    run,
  )) {
    const kind = isSymlink(mode)
      ? "120000"
      : mode & 0o100
        ? "100755"
        : "100644";
    yield Buffer.from(`M ${kind} inline ${quoted(path)}\n`);
    yield data(Buffer.from(read()));
  }
  yield Buffer.from("\n");
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`data ${bytes.length}\n`),
    bytes,
    Buffer.from("\n"),
  ]);
}

/** Returns the path as the C-style quoted string that fast-import expects. */
function quoted(path: string): string {
  const inside = [...Buffer.from(path)].map((byte) =>
    byte < 0x20 || byte >= 0x7f || byte === 0x22 || byte === 0x5c
      ? `\\${byte.toString(8).padStart(3, "0")}`
      : String.fromCharCode(byte),
  );
  return `"${inside.join("")}"`;
}

async function refuseCheckedOut(
  repository: GitRepository,
  ref: string,
): Promise<void> {
  // This fails if HEAD is detached; then no ref is checked out.
  const head = await inRepository(repository, [
    "symbolic-ref",
    "--quiet",
    "HEAD",
  ]).catch(() => "");
  if (head.trim() === ref) throw problem("ref-checked-out", { ref });
}
