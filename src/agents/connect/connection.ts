import type { Env } from "../../host/dataDir";
import type { ConnectNote } from "../../wording/connecting";

export type Scope = "user" | "project";

/** Where an agent is connected: for the user or one project, on this machine. */
export interface Place {
  scope: Scope;
  /** The launcher, whose path stays the same across versions. */
  launcher: string;
  home: string;
  workspace: string;
  env: Env;
  platform: NodeJS.Platform;
}

/** A settings file of an agent, and how our part is added and removed. */
export interface SettingsFile {
  file: string;
  /** True for a file that is entirely ours. */
  isOwn?: boolean;
  /** Its permissions when it is created; private by default. */
  mode?: number;
  /** Returns the text with our part added. `text` never contains our part; null means no file. */
  add(text: string | null): string;
  /** Returns the text without our part and otherwise unchanged; null if nothing else was there. */
  remove(text: string): string | null;
}

export type ServerOwner = "ours" | "another" | "elsewhere";

/** Settings that only the agent's own command should write. */
export interface OwnCommand {
  command: string;
  /** The arguments that print the server named “checkpoint”; the command fails if there is none. */
  look: string[];
  /**
   * Whose server that is; “elsewhere” if it is not in the settings that `add` and `remove`
   * write.
   */
  owner: (printed: string) => ServerOwner;
  /**
   * The same from a file, for an agent whose command shows only one of the servers with
   * our name; undefined if the file does not exist or cannot be read.
   */
  ownerInFile?: () => ServerOwner | undefined;
  add: string[];
  remove: string[];
}

/** An agent that can be connected, with everything specific to it. */
export interface Connectable {
  name: string;
  title: string;
  files(place: Place): SettingsFile[];
  commands(place: Place): OwnCommand[];
  /** What the user should know or do afterwards. */
  notes(place: Place): ConnectNote[];
}
