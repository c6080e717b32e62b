import type {
  Asker,
  Attribution,
  Author,
  AuthorOf,
  Heard,
} from "../engine/api";
import type { Source } from "../engine/model/checkpoint";
import { isAgent } from "../engine/model/sources";

/** A tool that an agent is running, or a save of an editor, and what it may write. */
export interface Claim {
  source: Source;
  thread: string | null;
  /** The model, and the subagent that runs the tool; absent if unknown. */
  model?: string;
  subagent?: string;
  /**
   * The paths that the tool or its command names as its output. A path that ends in “/” means
   * everything in that folder.
   */
  paths: string[];
  /** True if it may also write anything else. */
  isOpen: boolean;
  sinceMs: number;
  /** When the claim expires if the tool never reports its end. */
  untilMs: number;
  /** Other agents whose tools ran at the same time. */
  beside: Source[];
}

/** True for a file that another editor has open: the user may be writing it. */
export type IsOpenElsewhere = (path: string) => boolean;

/**
 * Attributes the changes that a capture finds to the agents at work. The claims are read before the
 * scan and again after the files were read: the second reading finds an agent that claimed and
 * wrote meanwhile, the first one an agent that finished.
 */
export function attributionBy(
  readClaims: () => Claim[],
  /** Returns, for one capture, which files another editor has open. */
  otherEditors: () => IsOpenElsewhere = () => () => false,
): Attribution {
  return {
    begin(asker, heard) {
      // What Checkpoint restores and what the user saves is theirs, even while an agent is at work.
      const isOwn = asker.source === "restore" || isSave(asker);
      if (isOwn) return () => null;
      const before = readClaims();
      return () => {
        const claims = joined(before, readClaims());
        return claims.length === 0 && !isAgent(asker.source)
          ? null
          : authorBy(claims, asker, heard, otherEditors());
      };
    },
  };
}

function isSave({ source, paths }: Asker): boolean {
  return source === "editor" && paths !== null;
}

function joined(before: readonly Claim[], now: readonly Claim[]): Claim[] {
  const known = new Set(now.map((claim) => JSON.stringify(claim)));
  return [
    ...now,
    ...before.filter((claim) => !known.has(JSON.stringify(claim))),
  ];
}

/**
 * Returns who wrote a path. An agent is named only with proof: its tool or command names the path
 * and no other agent's does, or its command may write anything and nobody else was at work while it
 * ran. Otherwise the author is unknown, and every agent at work may have written it. That is also
 * so if another editor has the file open, which does not report what it saves.
 */
export function authorBy(
  atWork: readonly Claim[],
  asker: Asker,
  heard: Heard,
  isOpenElsewhere: IsOpenElsewhere = () => false,
): AuthorOf {
  const known = atWork.map((claim) => withModel(claim, asker));
  const claims = [...known, ...impliedBy(asker, known, heard)];
  const unnamed = authorOfUnnamed(claims, asker, heard);
  const authors = new Map<string, Author>();
  /** Returns one shared value per author, however many paths it has. */
  const same = (author: Author): Author => {
    const key = JSON.stringify(author);
    const first = authors.get(key) ?? author;
    authors.set(key, first);
    return first;
  };
  return (path) => {
    const naming = claims.filter((claim) => names(claim, path));
    if (naming.length > 0)
      return same(
        oneOf(reports(asker, path) ? naming.filter(isAgents) : naming),
      );
    const isProved = !isAgent(unnamed.source) || !isOpenElsewhere(path);
    return isProved ? unnamed : same(nobody(claims));
  };
}

/**
 * True if an agent says that its tool has written the path. Agents inside an editor write by
 * saving, so the editor's save is then the agent's.
 */
function reports({ source, paths }: Asker, path: string): boolean {
  return isAgent(source) && (paths?.includes(path) ?? false);
}

function isAgents({ source }: Claim): boolean {
  return isAgent(source);
}

/** An agent may learn its model only after its tool has begun. */
function withModel(claim: Claim, asker: Asker): Claim {
  const isSame =
    claim.source === asker.source &&
    claim.thread === asker.thread &&
    claim.subagent === asker.subagent;
  return isSame && claim.model === undefined && asker.model !== undefined
    ? { ...claim, model: asker.model }
    : claim;
}

function names({ paths }: Claim, path: string): boolean {
  return paths.some((name) =>
    name.endsWith("/") ? path.startsWith(name) : path === name,
  );
}

/**
 * An agent that asks for a capture without any known claim shows by this that it was at work,
 * since it was last heard of or since the last full scan.
 */
function impliedBy(
  { source, thread, model, subagent, paths }: Asker,
  claims: readonly Claim[],
  heard: Heard,
): Claim[] {
  if (!isAgent(source)) return [];
  const isKnown = claims.some(
    (claim) => claim.source === source && claim.thread === thread,
  );
  if (isKnown && paths === null) return [];
  return [
    {
      source,
      thread,
      ...(model === undefined ? {} : { model }),
      ...(subagent === undefined ? {} : { subagent }),
      paths: (paths ?? []).flatMap((path) => [path, `${path}/`]),
      isOpen: paths === null,
      sinceMs: heard.last(source) ?? 0,
      untilMs: Infinity,
      beside: [],
    },
  ];
}

/** Returns who wrote what no claim names. */
function authorOfUnnamed(
  claims: readonly Claim[],
  { source, thread }: Asker,
  heard: Heard,
): Author {
  // A caller that is not an agent knows the author for its own reasons.
  if (source !== "outside" && !isAgent(source)) return { source, thread };
  const open = claims.filter(({ isOpen }) => isOpen);
  if (open.length > 0 && areAlone(claims, heard)) return oneOf(open);
  return nobody(claims);
}

/** True if all claims belong to one agent and nobody else was at work meanwhile. */
function areAlone(claims: readonly Claim[], heard: Heard): boolean {
  const sources = new Set(claims.map(({ source }) => source));
  if (sources.size !== 1) return false;
  if (claims.some(({ beside }) => beside.length > 0)) return false;
  const since = Math.min(...claims.map(({ sinceMs }) => sinceMs));
  return heard
    .since(since)
    .every((source) => sources.has(source) || !isSomebody(source));
}

/** True for other agents and the user. Git is not counted, because the agent may have run it. */
function isSomebody(source: Source): boolean {
  return isAgent(source) || source === "editor" || source === "cli";
}

/** Returns the only agent of these claims; null if there are several. */
function oneOf(claims: readonly Claim[]): Author {
  const [first] = claims;
  const isOne = claims.every(({ source }) => source === first?.source);
  if (!first || !isOne) return nobody(claims);
  const shared = <K extends "thread" | "model" | "subagent">(field: K) =>
    claims.every((claim) => claim[field] === first[field])
      ? first[field]
      : undefined;
  const model = shared("model");
  const subagent = shared("subagent");
  return {
    source: first.source,
    thread: shared("thread") ?? null,
    ...(model === undefined ? {} : { model }),
    ...(subagent === undefined ? {} : { subagent }),
  };
}

function nobody(claims: readonly Claim[]): Author {
  const maybe = new Map(
    claims
      .filter(isAgents)
      .map(({ source, thread }): [string, Author] => [
        JSON.stringify([source, thread]),
        { source, thread },
      ]),
  );
  return {
    source: "outside",
    thread: null,
    ...(maybe.size > 0
      ? { maybe: [...maybe].sort(byKey).map(([, author]) => author) }
      : {}),
  };
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
