import type { Folders } from "../session/folders";
import { fromEachFolder } from "./eachFolder";
import type { MessageNode, ThreadNode } from "./nodes";

/** Returns the conversations of all folders, the one spoken in last first. */
export async function threadNodes(folders: Folders): Promise<ThreadNode[]> {
  const threads = await fromEachFolder(folders, async (session) =>
    (await session.engine.threads()).map((thread): ThreadNode => ({
      type: "thread",
      session,
      thread,
    })),
  );
  return threads.sort((a, b) =>
    b.thread.updatedAt.localeCompare(a.thread.updatedAt),
  );
}

/** Returns the messages of a conversation in order, with what each turn changed. */
export async function messageNodes(parent: ThreadNode): Promise<MessageNode[]> {
  const { session, thread } = parent;
  const { messages } = await session.engine.thread(thread.id);
  const ids = messages
    .filter(({ role }) => role === "user")
    .map(({ id }) => `${thread.id}/${id}`);
  const { deeds } = await session.engine.deeds({
    ids,
    limit: Math.max(1, ids.length),
    lines: true,
  });
  return messages.map((message): MessageNode => ({
    type: "message",
    session,
    message,
    deed:
      deeds.find((deed) => deed.id === `${thread.id}/${message.id}`) ?? null,
    parent,
  }));
}
