import { l10n } from "../../text/l10n";
import type {
  Action,
  Begin,
  Comparison,
  Counted,
  FileKey,
  Question,
  Request,
  Stop,
  StopFile,
  StopFiles,
  StripFolder,
} from "../protocol";
import { filesHeading, noFilesText } from "../stopText";
import { iconButton, rove, segments, textButton } from "./buttons";
import { el, say } from "./element";
import { FilesView } from "./filesView";

export interface FileListEvents {
  ask(question: Question): void;
  post(request: Request): void;
  /** The files are compared with something else now. */
  onCompare(): void;
}

/** The files that differ at the playhead, what they are compared with, and what can be done with one. */
export class FileList {
  readonly root: HTMLElement;
  private readonly heading = el("h2", { id: "files-heading" });
  private readonly against;
  private readonly files: FilesView;
  private readonly actions: HTMLElement;
  private stopFiles: StopFiles | undefined;
  private chosen: FileKey | null;

  constructor(
    { against, chosen }: Begin,
    private readonly events: FileListEvents,
  ) {
    this.chosen = chosen;
    this.files = new FilesView({
      onChoose: (file, isPinned) => this.pick(file, isPinned),
      onShow: (shown) =>
        events.ask({
          type: "lines",
          files: shown.map(({ folder, path }) => ({ folder, path })),
        }),
    });
    this.against = segments<Comparison>(
      l10n.t("Compared with"),
      [
        ["now", l10n.t("Now")],
        ["before", l10n.t("Stop Before")],
      ],
      (wanted) => this.compareWith(wanted),
    );
    this.actions = el(
      "div",
      { class: "actions", role: "toolbar", "aria-label": l10n.t("This file") },
      textButton(l10n.t("Restore This File..."), () => this.act("restoreFile")),
      textButton(l10n.t("Restore This Folder..."), () =>
        this.act("restoreFolder"),
      ),
      iconButton("copy", l10n.t("Copy File"), () => this.act("copyFile")),
    );
    rove(this.actions);
    this.root = el(
      "section",
      { class: "list", "aria-labelledby": "files-heading" },
      el("div", { class: "list-head" }, this.heading, this.against),
      this.files.root,
      this.actions,
    );
    this.against.show(against);
    this.choose(chosen);
  }

  /** Marks the file that the editor compares. */
  choose(file: FileKey | null): void {
    this.chosen = file;
    this.files.choose(file);
    this.actions.hidden = file === null;
  }

  take(files: StopFiles): void {
    this.stopFiles = files;
  }

  show(stop: Stop | null, folders: readonly StripFolder[]): void {
    const { stopFiles } = this;
    if (!stopFiles) return;
    say(this.heading, filesHeading(stopFiles, stop));
    const nameOf = (key: string) =>
      folders.find((each) => each.key === key)?.name ?? null;
    this.files.show(stopFiles, {
      emptyText: noFilesText(stopFiles.against, stop),
      folderName: (key) => (folders.length > 1 ? nameOf(key) : null),
    });
  }

  showLines(counted: readonly Counted[]): void {
    if (!this.stopFiles) return;
    const known = new Map(counted.map((each) => [keyOf(each), each]));
    const files = this.stopFiles.files.map((file) => ({
      ...file,
      ...known.get(keyOf(file)),
    }));
    this.stopFiles = { ...this.stopFiles, files };
    this.files.refresh(files);
  }

  private pick({ folder, path }: StopFile, isPinned: boolean): void {
    const file = { folder, path };
    this.choose(file);
    this.events.post({ type: "choose", file, isPinned });
  }

  private compareWith(against: Comparison): void {
    this.against.show(against);
    this.events.post({ type: "against", against });
    this.events.onCompare();
  }

  private act(action: Action): void {
    const { chosen: file } = this;
    if (file) this.events.post({ type: "act", action, file });
  }
}

function keyOf({ folder, path }: FileKey): string {
  return `${folder}\n${path}`;
}
