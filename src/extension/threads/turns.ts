import * as vscode from "vscode";
import { isProblem } from "../../engine/model/errors";
import type { ThreadMessage } from "../../engine/model/thread";
import type { FolderSession, Folders } from "../session/folders";
import type { Place } from "../documents/activeFile";
import { recordedSessions } from "../commands/sessions";
import { deedsOf, isNode, rowGone } from "../commands/targets";
import { SaidError } from "../../wording/said";

/** An agent's turn: the user's prompt, and what the agent did until the next one. */
export interface Turn {
  session: FolderSession;
  prompt: ThreadMessage;
  source: string;
  /** The moment with the state after it; null while it is the latest. */
  until: number | null;
}

/**
 * Returns the turn of a row; without a row, the last turn that changed files. A row that names no
 * turn is an error: acting on the last turn instead would change other files than those it shows.
 */
export async function turnOf(folders: Folders, given: unknown): Promise<Turn> {
  if (given === undefined)
    return (await lastTurn(recordedSessions(folders), [])) ?? noTurn();
  const named = namedBy(given);
  if (!named) throw rowGone();
  return (await turnAt(named.session, named.thread, named.message)) ?? noTurn();
}

/** Returns the last turn that changed a file. */
export async function turnInFile({ session, path }: Place): Promise<Turn> {
  return (await lastTurn([session], [path])) ?? noTurn();
}

function noTurn(): never {
  throw new SaidError(
    "not-found",
    vscode.l10n.t("No agent has changed a file here yet."),
    {
      hint: vscode.l10n.t(
        "Connect your agent, so that its turns are recorded: “Checkpoint: Connect an Agent...”.",
      ),
    },
  );
}

interface Named {
  session: FolderSession;
  thread: string;
  message: string;
}

/** The prompt of a message's row, of an agent's turn, or of a file that a turn changed. */
function namedBy(given: unknown): Named | undefined {
  if (isNode(given) && given.type === "message")
    return {
      session: given.session,
      thread: given.message.thread,
      message: given.message.id,
    };
  if (!isNode(given)) return undefined;
  if (given.type === "change")
    return given.at?.turn
      ? { session: given.target.session, ...given.at.turn }
      : undefined;
  return deedsOf(given)
    .map(({ session, deed: { thread, message } }) =>
      thread !== null && message !== null
        ? { session, thread, message }
        : undefined,
    )
    .find(Boolean);
}

/** An agent's message belongs to the turn of the prompt before it. */
async function turnAt(
  session: FolderSession,
  thread: string,
  message: string,
): Promise<Turn | undefined> {
  const { messages, source } = await session.engine.thread(thread);
  const at = messages.findIndex(({ id }) => id === message);
  const prompt = messages.slice(0, at + 1).findLast(isPrompt);
  return prompt && { session, prompt, source, until: endOf(messages, prompt) };
}

/** The number of prompts to search: most are answered with changes, some only with words. */
const LOOK_BACK = 20;

async function lastTurn(
  sessions: readonly FolderSession[],
  paths: readonly string[],
): Promise<Turn | undefined> {
  const turns: Turn[] = [];
  for (const session of sessions)
    for (const { id } of await session.engine.threads()) {
      const { messages, source } = await session.engine.thread(id);
      const prompts = messages.filter(
        (each) => isPrompt(each) && !each.deleted,
      );
      for (const prompt of prompts.slice(-LOOK_BACK))
        turns.push({ session, prompt, source, until: endOf(messages, prompt) });
    }
  turns.sort((a, b) => b.prompt.at.localeCompare(a.prompt.at));
  for (const turn of turns.slice(0, LOOK_BACK))
    if (await hasChanges(turn, paths)) return turn;
  return undefined;
}

async function hasChanges(
  { session, prompt }: Turn,
  paths: readonly string[],
): Promise<boolean> {
  try {
    const { plan, conflicts, maybe } = await session.engine.planRevert({
      paths,
      thread: prompt.thread,
      message: prompt.id,
      as: "editor",
      editors: session.unsavedTexts(),
    });
    const { writes, deletes } = plan;
    return [writes, deletes, conflicts, maybe].some(({ length }) => length > 0);
  } catch (error) {
    // Any other problem is reported by the command itself.
    return !isProblem(error, "changed-nothing");
  }
}

function isPrompt({ role }: ThreadMessage): boolean {
  return role === "user";
}

function endOf(
  messages: readonly ThreadMessage[],
  { index }: ThreadMessage,
): number | null {
  const next = messages.find(
    (each) => each.index > index && isPrompt(each) && !each.deleted,
  );
  return next?.moment ?? null;
}
