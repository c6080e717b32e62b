import type * as vscode from "vscode";
import { Emitter } from "../../base/event";
import { CheckpointError } from "../../engine/model/errors";
import type { PlayheadSide } from "../documents/address";
import type { FollowingDocuments } from "../documents/checkpointFileSystem";
import { fromUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { isImage } from "./images";
import type { Playhead } from "./playhead";

const none = new Uint8Array();
/** One transparent pixel. Without it the editor would say that it cannot show the image. */
const noImage = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "base64",
);
/** Documents that the editor asked for once may be closed; the oldest are no longer followed. */
const MOST_FOLLOWED = 16;

/** What a document showed last. */
interface Shown {
  uri: vscode.Uri;
  session: FolderSession;
  bytes: Uint8Array;
  timeMs: number;
}

/**
 * The files at the playhead, and at the stop before it. When the playhead moves, a document says
 * that it changed only if its bytes did, so most moves leave an editor alone.
 */
export class PlayheadDocuments implements FollowingDocuments {
  private readonly shown = new Map<string, Shown>();
  private readonly changed = new Emitter<vscode.Uri[]>();
  private following: Promise<void> | undefined;
  private isAgain = false;
  readonly onDidChange = this.changed.event;

  constructor(private readonly playhead: Playhead) {
    playhead.onDidMove(() => this.follow());
  }

  async read(
    uri: vscode.Uri,
    session: FolderSession,
    address: { path: string; side: PlayheadSide },
  ): Promise<Uint8Array> {
    const known = this.shown.get(uri.toString());
    if (known?.session === session) return known.bytes;
    const bytes = await this.bytesOf(session, address);
    this.keep({ uri, session, bytes, timeMs: Date.now() });
    return bytes;
  }

  timeOf(uri: vscode.Uri): number {
    return this.shown.get(uri.toString())?.timeMs ?? 0;
  }

  /** The documents that are followed are read again, in turn with those that ask meanwhile. */
  private follow(): void {
    this.isAgain = true;
    this.following ??= this.readAgain().finally(() => {
      this.following = undefined;
    });
  }

  private async readAgain(): Promise<void> {
    while (this.isAgain) {
      this.isAgain = false;
      const changed: vscode.Uri[] = [];
      for (const known of this.shown.values()) {
        const address = fromUri(known.uri);
        if (address?.show !== "playhead") continue;
        const bytes = await this.bytesOf(known.session, address).catch(
          () => null,
        );
        if (bytes === null || isSame(bytes, known.bytes)) continue;
        known.bytes = bytes;
        known.timeMs = Math.max(known.timeMs + 1, Date.now());
        changed.push(known.uri);
      }
      if (changed.length > 0) this.changed.fire(changed);
    }
  }

  private keep(shown: Shown): void {
    const key = shown.uri.toString();
    this.shown.delete(key);
    this.shown.set(key, shown);
    const [oldest] = this.shown.keys();
    if (this.shown.size > MOST_FOLLOWED && oldest !== undefined)
      this.shown.delete(oldest);
  }

  private async bytesOf(
    session: FolderSession,
    { path, side }: { path: string; side: PlayheadSide },
  ): Promise<Uint8Array> {
    const place = await this.playhead.placeIn(session);
    const moment = side === "then" ? place?.stop.moment : place?.before;
    if (moment === undefined || moment === null) return noFile(path);
    const name = this.playhead.nameThen(session, path, side);
    try {
      return await session.engine.read(`@${moment}`, name);
    } catch (error) {
      if (CheckpointError.is(error, "not-found")) return noFile(path);
      throw error;
    }
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && Buffer.compare(a, b) === 0;
}

/** What is shown of a file where it did not exist. */
function noFile(path: string): Uint8Array {
  return isImage(path) ? noImage : none;
}
