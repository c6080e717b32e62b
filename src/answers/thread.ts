import * as z from "zod";
import { checkpointNumber } from "./checkpoint";
import { flag, number, shape, source, text, time } from "./shape";

export const role = z.enum(["user", "agent"]);
export type Role = z.infer<typeof role>;

/** A message of a conversation, linked to the state of the files at that time. */
export const threadMessage = shape("ThreadMessage", {
  id: text("Unique in its conversation"),
  thread: text("The conversation that it belongs to"),
  index: number("Its position, from 0; deleted messages count too"),
  role: role.describe("Who said it"),
  text: text("What was said"),
  at: time,
  moment: number("The state of the folder when it was recorded"),
  checkpoint: checkpointNumber
    .nullable()
    .describe("Its checkpoint, if it has one"),
  deleted: flag("Marked as deleted; undo restores it"),
});
export type ThreadMessage = z.infer<typeof threadMessage>;

/** A conversation with an agent. */
export const thread = shape("Thread", {
  id: text("Unique in its folder"),
  title: text("Its first words"),
  source: source.describe("The agent that it belongs to"),
  folder: text("The workspace folder that it belongs to"),
  createdAt: time,
  updatedAt: time.describe("When its last message was recorded"),
  messages: number("Messages, without deleted ones"),
  deletedMessages: number("Messages marked as deleted"),
});
export type Thread = z.infer<typeof thread>;

export const threadDetail = shape("ThreadDetail", {
  ...thread.shape,
  messages: z.array(threadMessage).describe("All messages, deleted ones too"),
});
export type ThreadDetail = z.infer<typeof threadDetail>;
