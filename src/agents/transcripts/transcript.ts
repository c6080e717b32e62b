import type { Env } from "../../host/dataDir";

/** A message as a transcript has it. */
export interface PastMessage {
  id: string;
  role: "user" | "agent";
  text: string;
  /** ISO 8601. */
  at: string;
  /** True if the conversation was rewound to before it. */
  isRewound: boolean;
}

export interface PastConversation {
  thread: string;
  messages: PastMessage[];
}

/** Where an agent's transcripts are looked for. */
export interface Place {
  env: Env;
  home: string;
  root: string;
}

/** The transcripts of one agent. Their formats are not documented. */
export interface Transcripts {
  /** Returns the files that may be conversations in the folder. */
  files(place: Place): string[];
  /** Returns the conversation in a file's text; null if it was not in a folder that `isHere` accepts. */
  read(
    text: string,
    file: string,
    isHere: (cwd: string) => boolean,
  ): PastConversation | null;
}

/** Returns the JSON objects of a text with one per line; the last line may be incomplete. */
export function rowsOf(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null
        ? [value as never]
        : [];
    } catch {
      return [];
    }
  });
}

/** Returns a time as ISO 8601; null if the value is not a time. */
export function timeOf(value: unknown): string | null {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Returns the text of a message: a string, or the texts of its parts. */
export function textOfParts(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      const { text, thought } = (part ?? {}) as Record<string, unknown>;
      return typeof text === "string" && thought !== true ? text : "";
    })
    .filter(Boolean)
    .join("\n");
}

/** Collects messages: empty ones are left out, and an agent's turn is its last text. */
export class Said {
  readonly messages: PastMessage[] = [];

  add(message: PastMessage): void {
    if (message.text.trim() === "") return;
    const last = this.messages.at(-1);
    const isSameTurn =
      message.role === "agent" &&
      last?.role === "agent" &&
      last.isRewound === message.isRewound;
    if (isSameTurn) this.messages.pop();
    this.messages.push(message);
  }

  /** Marks a message and everything after it as rewound. */
  rewindFrom(index: number): void {
    for (const message of this.messages.slice(Math.max(0, index)))
      message.isRewound = true;
  }
}
