import type { Env } from "../../host/dataDir";

export type Scope = "user" | "project";

/** Where and for whom an agent is connected. */
export interface Place {
  scope: Scope;
  /** The launcher: its path stays the same over versions. */
  launcher: string;
  home: string;
  workspace: string;
  env: Env;
  platform: NodeJS.Platform;
}

/** A settings file of an agent, and how our part comes in and goes out. */
export interface SettingsFile {
  file: string;
  /** Returns the text with our part; `text` is null when there is no file, and never has our part. */
  add(text: string | null): string;
  /** Returns the text without our part, everything else as it was; null when nothing else was there. */
  remove(text: string): string | null;
}

/** Settings that only the agent's own command should write. */
export interface OwnCommand {
  command: string;
  /** Prints what goes by our name; fails when nothing does. */
  look: string[];
  /** Whose that is; “elsewhere” when it is not where `add` and `remove` write. */
  owner: (printed: string) => "ours" | "another" | "elsewhere";
  add: string[];
  remove: string[];
}

/** An agent that can be connected: everything that is particular about it. */
export interface Connectable {
  name: string;
  title: string;
  files(place: Place): SettingsFile[];
  commands(place: Place): OwnCommand[];
  /** What a person should know or do afterwards. */
  notes(place: Place): string[];
}
