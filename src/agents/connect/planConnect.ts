import fs from "node:fs";
import { CheckpointError } from "../../engine/model/errors";
import type {
  Connectable,
  OwnCommand,
  Place,
  SettingsFile,
} from "./connection";
import { anotherServer } from "./jsonParts";
import { isAsWritten, readLedger } from "./ledger";
import { outputOfOwn } from "./ownCommand";

/** One settings file as it is and as it is to be; null: there is none. */
export interface FileEdit {
  file: string;
  before: string | null;
  after: string | null;
  /** The text without our part: what taking it out again must bring back. */
  clean: string | null;
}

/** What connecting (or disconnecting) an agent would change; nothing is written yet. */
export interface ConnectPlan {
  agent: Connectable;
  place: Place;
  isRemoval: boolean;
  edits: FileEdit[];
  /** In this order. */
  commands: { command: string; args: string[] }[];
  notes: string[];
}

export function planConnect(
  agent: Connectable,
  place: Place,
  dataDir: string,
  { remove }: { remove: boolean },
  look: typeof outputOfOwn = outputOfOwn,
): ConnectPlan {
  const edits: FileEdit[] = [];
  for (const settings of agent.files(place)) {
    const before = readText(settings.file);
    const clean = withoutOurs(settings, before, dataDir);
    const after = remove ? clean : settings.add(clean);
    if (after !== before)
      edits.push({ file: settings.file, before, after, clean });
  }
  return {
    agent,
    place,
    isRemoval: remove,
    edits,
    commands: agent.commands(place).flatMap((own) => {
      const printed = look(own.command, own.look, place.workspace);
      return runsOf(own, agent.title, remove, printed).map((args) => ({
        command: own.command,
        args,
      }));
    }),
    notes: remove ? [] : agent.notes(place),
  };
}

/** True when our part is in one of the agent's settings files. */
export function isConnected(agent: Connectable, place: Place): boolean {
  return agent.files(place).some((settings) => {
    try {
      const text = readText(settings.file);
      return text !== null && settings.remove(text) !== text;
    } catch {
      return false; // Unreadable settings have nothing of ours that works.
    }
  });
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
  // Somebody's file, with nothing of theirs left in it: not ours to delete.
  return settings.file.endsWith(".json") ? "{}\n" : "";
}

/** Returns what the agent's own command is to do; throws when another's server has our name. */
function runsOf(
  { add, remove, owner }: OwnCommand,
  title: string,
  isRemoval: boolean,
  printed: string | null | undefined,
): string[][] {
  // It cannot be run: then a person is told what to run.
  if (printed === undefined) return [isRemoval ? remove : add];
  const whose = printed === null ? "elsewhere" : owner(printed);
  if (isRemoval) return whose === "ours" ? [remove] : [];
  if (whose === "another") throw anotherServer(title);
  return whose === "ours" ? [remove, add] : [add];
}

/** Returns a settings file's text; null when there is none. Throws `io`. */
export function readText(file: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      fs.readFileSync(file),
    );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new CheckpointError("io", `${file} cannot be read as text.`, {
      hint: "Check its permissions and its encoding; nothing was changed.",
      data: { file },
      cause: error,
    });
  }
}
