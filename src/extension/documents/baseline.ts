import * as vscode from "vscode";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { isWorkspacePath } from "../../engine/model/workspacePath";
import type { FolderSession, Folders } from "../folders";
import { folderKey, momentUri } from "./checkpointUri";

interface Baseline {
  moment: number;
  number: number;
}

const STATE_KEY = "checkpoint.baselines";

/**
 * The checkpoint that the gutter marks compare with, one per folder, kept over
 * a reload. A folder with a baseline appears as a source control provider,
 * which is how the editor knows whom to ask for the original of a file.
 */
export class Baselines implements vscode.Disposable {
  private readonly providers = new Map<string, vscode.SourceControl>();
  private readonly subscription: { dispose(): void };

  constructor(
    private readonly folders: Folders,
    private readonly memory: vscode.Memento,
  ) {
    this.subscription = folders.onDidChangeFolders(() => this.show());
    this.show();
  }

  async set(session: FolderSession, checkpoint: Checkpoint): Promise<void> {
    const { moment, number } = checkpoint;
    await this.save({
      ...this.all(),
      [folderKey(session)]: { moment, number },
    });
  }

  /** The document a file of a folder with a baseline is compared with. */
  originalOf(uri: vscode.Uri): vscode.Uri | undefined {
    const session = this.folders.of(uri);
    const baseline = session && this.all()[folderKey(session)];
    return baseline && originalOf(session, baseline, uri);
  }

  async clear(): Promise<void> {
    await this.save({});
  }

  dispose(): void {
    this.subscription.dispose();
    for (const provider of this.providers.values()) provider.dispose();
    this.providers.clear();
  }

  private all(): Record<string, Baseline> {
    return this.memory.get(STATE_KEY, {});
  }

  private async save(all: Record<string, Baseline>): Promise<void> {
    await this.memory.update(STATE_KEY, all);
    this.show();
  }

  private show(): void {
    for (const provider of this.providers.values()) provider.dispose();
    this.providers.clear();
    const all = this.all();
    for (const session of this.folders.all) {
      const baseline = all[folderKey(session)];
      if (baseline)
        this.providers.set(folderKey(session), provide(session, baseline));
    }
    void vscode.commands.executeCommand(
      "setContext",
      "checkpoint.hasBaseline",
      this.providers.size > 0,
    );
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
