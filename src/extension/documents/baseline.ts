import * as vscode from "vscode";
import { DisposableList } from "../../base/lifecycle";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { isWorkspacePath } from "../../engine/model/workspacePath";
import { inform } from "../notify";
import type { FolderSession, Folders } from "../session/folders";
import { folderKey, momentUri } from "./checkpointUri";

interface Baseline {
  moment: number;
  number: number;
}

const STATE_KEY = "checkpoint.baselines";

/**
 * The checkpoint that the gutter marks compare with, one per folder, kept across reloads. A folder
 * with a baseline appears as a source control provider, which is how the editor knows where to get
 * a file's original.
 */
export class Baselines implements vscode.Disposable {
  private readonly providers = new Map<string, vscode.SourceControl>();
  private readonly disposables = new DisposableList();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly folders: Folders,
    private readonly memory: vscode.Memento,
  ) {
    this.disposables.add(folders.onDidChangeFolders(() => this.show()));
    this.disposables.add(
      folders.onDidChange(({ session, event }) => {
        if (event.type === "deleted")
          this.afterDeletion(session, event.numbers);
        // Another process may have deleted it.
        else if (event.type === "refreshed") void this.verify(session);
      }),
    );
    this.show();
  }

  async set(session: FolderSession, checkpoint: Checkpoint): Promise<void> {
    const { moment, number } = checkpoint;
    await this.save({
      ...this.all(),
      [folderKey(session)]: { moment, number },
    });
  }

  /** Returns the document that a file is compared with. */
  originalOf(uri: vscode.Uri): vscode.Uri | undefined {
    const session = this.folders.of(uri);
    const baseline = session && this.all()[folderKey(session)];
    return baseline && originalOf(session, baseline, uri);
  }

  /** True for the checkpoint that a folder's gutter compares with. */
  isBaseline(session: FolderSession, number: number): boolean {
    return this.all()[folderKey(session)]?.number === number;
  }

  /** The numbers of the checkpoints that the gutters compare with. */
  get numbers(): number[] {
    return this.folders.all.flatMap(
      (session) => this.all()[folderKey(session)]?.number ?? [],
    );
  }

  async clear(): Promise<void> {
    await this.save({});
  }

  dispose(): void {
    this.disposables.dispose();
    this.changed.dispose();
    for (const provider of this.providers.values()) provider.dispose();
    this.providers.clear();
  }

  private all(): Record<string, Baseline> {
    return this.memory.get(STATE_KEY, {});
  }

  private afterDeletion(
    session: FolderSession,
    numbers: readonly number[],
  ): void {
    const baseline = this.all()[folderKey(session)];
    if (baseline && numbers.includes(baseline.number))
      void this.drop(session, baseline);
  }

  /** Drops a baseline that was deleted while nobody here was looking. */
  private async verify(session: FolderSession): Promise<void> {
    const baseline = this.all()[folderKey(session)];
    if (baseline && (await isGone(session, baseline)))
      await this.drop(session, baseline);
  }

  /** Without its checkpoint there is nothing left to compare with, as before one was chosen. */
  private async drop(
    session: FolderSession,
    { moment, number }: Baseline,
  ): Promise<void> {
    const all = { ...this.all() };
    const key = folderKey(session);
    // Another one may have been chosen in the meantime.
    if (all[key]?.number !== number || all[key].moment !== moment) return;
    delete all[key];
    await this.save(all);
    void inform(
      vscode.l10n.t(
        "Checkpoint #{0} was the baseline and has been deleted. The gutter no longer compares with it.",
        number,
      ),
    );
  }

  private async save(all: Record<string, Baseline>): Promise<void> {
    await this.memory.update(STATE_KEY, all);
    this.show();
    this.changed.fire();
  }

  private show(): void {
    for (const provider of this.providers.values()) provider.dispose();
    this.providers.clear();
    const all = this.all();
    for (const session of this.folders.all) {
      const baseline = all[folderKey(session)];
      if (!baseline) continue;
      this.providers.set(folderKey(session), provide(session, baseline));
      void this.verify(session);
    }
    void vscode.commands.executeCommand(
      "setContext",
      "checkpoint.hasBaseline",
      this.providers.size > 0,
    );
  }
}

/** True if the history says so; false while it cannot be asked. */
async function isGone(
  { engine }: FolderSession,
  { moment, number }: Baseline,
): Promise<boolean> {
  try {
    // The history may have been started again, with the same numbers.
    return (await engine.resolve(`#${number}`)).moment !== moment;
  } catch (error) {
    return CheckpointError.is(error) && error.problem === "unknown-checkpoint";
  }
}

function provide(
  session: FolderSession,
  baseline: Baseline,
): vscode.SourceControl {
  const provider = vscode.scm.createSourceControl(
    "checkpoint",
    vscode.l10n.t("Checkpoint #{0}", baseline.number),
    session.folder.uri,
  );
  provider.inputBox.visible = false;
  provider.quickDiffProvider = {
    provideOriginalResource: (uri) => originalOf(session, baseline, uri),
  };
  return provider;
}

function originalOf(
  session: FolderSession,
  { moment }: Baseline,
  uri: vscode.Uri,
): vscode.Uri | undefined {
  if (uri.scheme !== session.folder.uri.scheme) return undefined;
  const path = session.pathOf(uri);
  return path !== undefined && isWorkspacePath(path)
    ? momentUri(session, path, moment)
    : undefined;
}
