import fs from "node:fs";
import path from "node:path";
import type { SettingsChange } from "../../answers/verbs";
import { problem } from "../../engine/model/errors";
import { endOfLinks } from "../../host/endOfLinks";
import type {
  Connectable,
  OwnCommand,
  Place,
  ServerOwner,
  SettingsFile,
} from "./connection";
import { isAsWritten, readLedger } from "./ledger";
import { outputOfOwn } from "./ownCommand";
import { skillFiles } from "./skillFile";
import type { ConnectNote } from "../../wording/connecting";

/** One settings file before and after; null means no file. */
export interface FileEdit extends Omit<SettingsChange, "action"> {
  /** The text without our part, which disconnecting must restore. */
  clean: string | null;
  /** The permissions of a new file; private by default. */
  mode?: number;
}

/** What connecting or disconnecting an agent would change. Nothing is written yet. */
export interface ConnectPlan {
  agent: Connectable;
  place: Place;
  isRemoval: boolean;
  edits: FileEdit[];
  /** Run in this order. */
  commands: { command: string; args: string[] }[];
  notes: ConnectNote[];
}

export function planConnect(
  agent: Connectable,
  place: Place,
  dataDir: string,
  { remove }: { remove: boolean },
  look: typeof outputOfOwn = outputOfOwn,
): ConnectPlan {
  const edits: FileEdit[] = [];
  for (const settings of filesOf(agent, place)) {
    mustStayInside(settings.file, place);
    const before = readText(settings.file);
    const clean = withoutOurs(settings, before, dataDir);
    const after = remove ? clean : settings.add(clean);
    if (after !== before)
      edits.push({
        ...{ file: settings.file, before, after, clean },
        ...(settings.mode === undefined ? {} : { mode: settings.mode }),
      });
  }
  return {
    agent,
    place,
    isRemoval: remove,
    edits,
    commands: agent.commands(place).flatMap((own) => {
      const owner = ownerOf(own, place, look);
      // Without the agent's command, there is nothing that it could have added.
      if (owner === undefined && remove && edits.length === 0) return [];
      return argumentsFor(own, agent.title, remove, owner).map((args) => ({
        command: own.command,
        args,
      }));
    }),
    notes: remove ? [] : agent.notes(place),
  };
}

function filesOf(agent: Connectable, place: Place): SettingsFile[] {
  return [...agent.files(place), ...skillFiles(agent.name, place)];
}

/** True if one of the agent's settings files contains our part. */
export function isConnected(agent: Connectable, place: Place): boolean {
  return filesOf(agent, place).some((settings) => {
    try {
      mustStayInside(settings.file, place);
      const text = readText(settings.file);
      return text !== null && settings.remove(text) !== text;
    } catch {
      return false; // the agent cannot use unreadable settings either
    }
  });
}

/**
 * Throws `not-allowed` if a project's settings file resolves to somewhere outside the
 * project: a link in a cloned repository must not make us write to one of the user's files.
 * User settings may be links, for example to a dotfiles folder.
 */
export function mustStayInside(
  file: string,
  { scope, workspace }: Pick<Place, "scope" | "workspace">,
): void {
  if (scope !== "project") return;
  const end = endOfLinks(path.resolve(file));
  const root = fs.realpathSync.native(workspace);
  if (end.startsWith(root + path.sep)) return;
  throw problem("agent-settings-outside", { file, target: end });
}

function withoutOurs(
  settings: SettingsFile,
  text: string | null,
  dataDir: string,
): string | null {
  if (text === null) return null;
  const known = readLedger(dataDir, settings.file);
  if (known && isAsWritten(known, text)) return known.before;
  const rest = settings.remove(text);
  if (rest !== null || !known || known.before === null) return rest;
  // The file existed before we connected, so keep it even though nothing else is left in it.
  return settings.file.endsWith(".json") ? "{}\n" : "";
}

/** Returns whose server has our name; undefined if the agent's command cannot be run. */
function ownerOf(
  own: OwnCommand,
  { workspace }: Place,
  look: typeof outputOfOwn,
): ServerOwner | undefined {
  const known = own.ownerInFile?.();
  if (known !== undefined) return known;
  const printed = look(own.command, own.look, workspace);
  if (printed === undefined) return undefined;
  return printed === null ? "elsewhere" : own.owner(printed);
}

/**
 * Returns the arguments to run the agent's own command with; throws if a different server
 * has our name.
 */
function argumentsFor(
  { add, remove }: OwnCommand,
  title: string,
  isRemoval: boolean,
  serverOwner: ServerOwner | undefined,
): string[][] {
  // The command cannot be run, so plan the plain call; applying reports it for the user to run.
  if (serverOwner === undefined) return [isRemoval ? remove : add];
  if (isRemoval) return serverOwner === "ours" ? [remove] : [];
  if (serverOwner === "another")
    throw problem("agent-server-taken", { where: title });
  return serverOwner === "ours" ? [remove, add] : [add];
}

/** Returns a settings file's text, or null if there is no file. Throws `io`. */
export function readText(file: string): string | null {
  let cause: unknown;
  try {
    // Reading a named pipe would block until something writes to it.
    if (fs.statSync(file).isFile())
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        fs.readFileSync(file),
      );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    cause = error;
  }
  throw problem("agent-settings-not-text", { file }, cause);
}
