import type * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import { placeOf } from "../documents/activeFile";
import type { FolderSession, Folders } from "../session/folders";
import { log } from "../log";
import { isRecorded } from "../timeline/recorded";
import { SaidError } from "../../wording/said";
import { l10n } from "../text/l10n";
import { applyEdits, shownLines, type ShownLine } from "./shownLines";

/** Above this, an editor's own features give up too. */
const MAX_LINES = 50_000;

interface AuthoredFile {
  lines: ShownLine[] | undefined;
  asking: AbortController | undefined;
}

/**
 * The authors of the lines of open files. The worker finds them; between its answers the lines
 * are shifted with what the person types.
 */
export class AuthoredFiles {
  private readonly files = new Map<vscode.TextDocument, AuthoredFile>();

  constructor(private readonly folders: Folders) {}

  linesOf(document: vscode.TextDocument): readonly ShownLine[] | undefined {
    return this.files.get(document)?.lines;
  }

  /** Asks who wrote the lines; rejects if the file has no history, or too many lines. */
  async load(document: vscode.TextDocument): Promise<void> {
    const place = this.placeOf(document);
    if (!place) return;
    if (document.lineCount > MAX_LINES)
      throw new SaidError(
        "bad-input",
        l10n.t("This file is too large to show the authors of its lines."),
      );
    const file = this.files.get(document) ?? {
      ...{ lines: undefined, asking: undefined },
    };
    this.files.set(document, file);
    file.asking?.abort();
    const asking = (file.asking = new AbortController());
    try {
      const answer = await place.session.engine.lineAuthors(place.path, {
        signal: asking.signal,
      });
      if (asking.signal.aborted || document.isClosed) return;
      file.lines = shownLines(answer, textsOf(document));
    } catch (error) {
      if (asking.signal.aborted) return;
      file.lines = undefined;
      throw error;
    }
  }

  /** Like `load`, for a file that nobody asked about: without a history it just has no authors. */
  async tryLoad(document: vscode.TextDocument): Promise<void> {
    try {
      await this.load(document);
    } catch (error) {
      log.info(`No line authors: ${CheckpointError.from(error).code}`);
    }
  }

  edited({
    document,
    contentChanges,
  }: vscode.TextDocumentChangeEvent): boolean {
    const file = this.files.get(document);
    if (!file?.lines || contentChanges.length === 0) return false;
    if (document.lineCount > MAX_LINES) file.lines = undefined;
    else applyEdits(file.lines, contentChanges);
    return true;
  }

  forget(document: vscode.TextDocument): void {
    this.files.get(document)?.asking?.abort();
    this.files.delete(document);
  }

  placeOf(
    document: vscode.TextDocument,
  ): { session: FolderSession; path: string } | undefined {
    const { scheme } = document.uri;
    if (scheme !== "file" && scheme !== "vscode-remote") return undefined;
    const place = placeOf(this.folders, document.uri);
    return place && place.path !== "" && isRecorded(place.session)
      ? place
      : undefined;
  }
}

function textsOf(document: vscode.TextDocument): string[] {
  return document.getText().split(/\r\n|\r|\n/);
}
