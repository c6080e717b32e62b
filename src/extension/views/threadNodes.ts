import type { Folders } from "../folders";
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

/** Returns the messages of a conversation, the last first. */
export async function messageNodes(parent: ThreadNode): Promise<MessageNode[]> {
  const { session, thread } = parent;
  const { messages } = await session.engine.thread(thread.id);
  return messages
    .map((message): MessageNode => ({
      type: "message",
      session,
      message,
      parent,
    }))
    .reverse();
}
