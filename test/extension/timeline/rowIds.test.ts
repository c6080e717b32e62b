import assert from "node:assert/strict";
import type { ThreadMessage } from "../../../src/engine/model/thread";
import type { FolderSession } from "../../../src/extension/session/folders";
import type {
  MessageNode,
  ThreadNode,
  TimelineNode,
} from "../../../src/extension/timeline/nodes";
import {
  messageId,
  ownerId,
  threadId,
} from "../../../src/extension/timeline/rowIds";

describe("the id of a row", () => {
  const sessionOf = (name: string) =>
    ({ folder: { name, uri: `file:///${name}` } }) as unknown as FolderSession;
  const threadOf = (name: string) =>
    ({
      ...{ type: "thread", session: sessionOf(name), thread: { id: "talk" } },
    }) as ThreadNode;
  const messageOf = (name: string, id = "one"): MessageNode => ({
    type: "message",
    session: sessionOf(name),
    message: { thread: "talk", id } as ThreadMessage,
    deed: null,
    parent: threadOf(name),
  });
  const below = (parent: MessageNode): TimelineNode => ({
    ...{ type: "noChange", parent },
  });

  it("is another in each folder, for one prompt may be recorded in several", () => {
    assert.notEqual(threadId(threadOf("app")), threadId(threadOf("lib")));
    const [app, lib] = [messageOf("app"), messageOf("lib")];
    assert.notEqual(messageId(app), messageId(lib));
    assert.notEqual(ownerId(below(app)), ownerId(below(lib)));
  });

  it("is the same for the same row, and that of a message for what is below it", () => {
    assert.equal(threadId(threadOf("app")), threadId(threadOf("app")));
    assert.equal(ownerId(below(messageOf("app"))), messageId(messageOf("app")));
    assert.notEqual(
      messageId(messageOf("app", "two")),
      messageId(messageOf("app")),
    );
  });
});
