import { Session, type Profiler } from "node:inspector/promises";

/** A sample every 0.2 milliseconds: fine enough to see a stall of one. */
const SAMPLE_US = 200;
/**
 * A longer gap between samples means that the thread was not running but others
 * were.
 */
const GAP_US = 2000;

/**
 * Returns the longest time in milliseconds that the extension's code occupied the
 * main thread without a break while the work ran: from the CPU profile, by the
 * samples with the extension's bundle on the stack. Other extensions and the editor
 * itself share the thread; their stalls are not counted.
 */
export async function longestOfOurs(
  work: () => Promise<void>,
): Promise<{ ms: number; where: string }> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", {
      interval: SAMPLE_US,
    });
    await session.post("Profiler.start");
    await work();
    const { profile } = await session.post("Profiler.stop");
    return longestRun(profile);
  } finally {
    session.disconnect();
  }
}

function longestRun(profile: Profiler.Profile): { ms: number; where: string } {
  const ours = functionsOfOurs(profile);
  let longest = { ms: 0, where: "" };
  let current = { ms: 0, where: "" };
  profile.samples?.forEach((id, index) => {
    const where = ours.get(id);
    // The time until the next sample belongs to this one.
    const us = Math.min(profile.timeDeltas?.[index + 1] ?? 0, GAP_US);
    const ms = us / 1000;
    if (where === undefined) current = { ms: 0, where: "" };
    else current = { ms: current.ms + ms, where: current.where || where };
    if (current.ms > longest.ms) longest = current;
  });
  return longest;
}

/** For each node below a function of ours: the outermost such function. */
function functionsOfOurs(profile: Profiler.Profile): Map<number, string> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const visit = (id: number, above: string | undefined): void => {
    const node = nodes.get(id);
    if (!node) return;
    const { url, functionName, lineNumber } = node.callFrame;
    const isOurs = /[/\\]dist[/\\]extension\.js$/.test(url) && isOurBundle(url);
    const where =
      above ??
      (isOurs ? `${functionName || "anonymous"}:${lineNumber + 1}` : undefined);
    if (where !== undefined) found.set(id, where);
    for (const child of node.children ?? []) visit(child, where);
  };
  const [root] = profile.nodes;
  if (root) visit(root.id, undefined);
  return found;
}

/** The editor's own extensions are in its own folder. */
function isOurBundle(url: string): boolean {
  return !/[/\\]vscode[/\\]extensions[/\\]/.test(url);
}
