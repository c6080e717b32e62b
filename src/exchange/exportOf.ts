import type { Engine } from "../engine/api";
import { stateTimeOf } from "../engine/model/checkpoint";
import { SYMLINK } from "../engine/model/version";
import { portableMode } from "../engine/workspace/modes";
import type { Entry } from "./entries";
import { manifestFor, manifestName } from "./manifest";

/** A state being exported. The last entry is the manifest. */
export interface Export {
  label: string;
  title: string;
  body: string;
  createdAt: string;
  entries: Entry[];
}

/** The parts of the engine that an export needs. */
export type Exporter = Pick<
  Engine,
  "resolve" | "files" | "read" | "readContent"
>;

/** Returns the state at a point as entries, including its manifest. */
export function exportOf(engine: Exporter, ref: string): Export {
  const point = engine.resolve(ref);
  const at = `@${point.moment}`;
  const all = engine.files(at, { unsaved: true });
  const files = all.filter((file) => !file.unsaved);
  const entries: Entry[] = files.map((file) => ({
    path: file.path,
    mode:
      file.kind === "symlink"
        ? SYMLINK
        : portableMode(Number.parseInt(file.mode, 8)),
    read: () => engine.readContent(file.hash),
  }));
  const unsaved = all
    .filter((file) => file.unsaved)
    .map(({ path }) => ({ path, bytes: engine.read(at, path, "unsaved") }));
  const manifest = manifestFor(point, entries, unsaved);
  const name = manifestName(new Set(entries.map((entry) => entry.path)));
  const bytes = Buffer.from(JSON.stringify(manifest, null, 2) + "\n");
  entries.push({ path: name, mode: 0o644, read: () => bytes });
  return {
    label: point.label,
    title: point.checkpoint?.name ?? `Checkpoint ${point.label}`,
    body: point.checkpoint?.description ?? "",
    createdAt: point.checkpoint ? stateTimeOf(point.checkpoint) : point.at,
    entries,
  };
}
