import { escapeDirections } from "../../../base/directions";
import { l10n } from "../../text/l10n";
import { statusLooks } from "../../timeline/changeRows";
import { themeColor } from "../colors";
import { fileText } from "../fileText";
import type { Comparison, FileKey, StopFile, StopFiles } from "../protocol";
import { el, say, set } from "./element";

const ROW = 22;
/** Rows beyond what is visible, so that scrolling shows no gaps. */
const SPARE = 4;

export interface FilesEvents {
  onChoose(file: StopFile, isPinned: boolean): void;
  /** These rows are visible, and their lines are not counted yet. */
  onShow(files: readonly StopFile[]): void;
}

/** The list of files. Only the visible rows are in the page, so a drag costs the same for any number. */
export class FilesView {
  readonly root: HTMLElement;
  private readonly list = el("div", {
    ...{ class: "files", role: "listbox", tabindex: 0 },
  });
  private readonly space = el("div", { class: "space", role: "presentation" });
  private readonly empty = el("p", { class: "empty", hidden: true });
  private rows: HTMLElement[] = [];
  private files: readonly StopFile[] = [];
  private against: Comparison = "now";
  private nameOf: (folder: string) => string = () => "";
  /** The row that the keyboard is on. */
  private active = 0;
  private chosen: FileKey | null = null;

  constructor(private readonly events: FilesEvents) {
    this.list.append(this.space);
    this.root = el("div", { class: "files-box" }, this.empty, this.list);
    this.list.setAttribute("aria-label", l10n.t("Files"));
    this.list.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.list);
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("click", (event) => this.pick(event, false));
    this.list.addEventListener("dblclick", (event) => this.pick(event, true));
    this.list.addEventListener("focus", () => this.draw());
    this.list.addEventListener("blur", () => this.draw());
  }

  show(
    { files, against, total }: StopFiles,
    {
      emptyText,
      folderName,
    }: { emptyText: string; folderName: (key: string) => string | null },
  ): void {
    this.files = files;
    this.against = against;
    this.nameOf = (key) => folderName(key) ?? "";
    const at = files.findIndex((file) => isSame(file, this.chosen));
    this.active =
      at >= 0 ? at : Math.min(this.active, Math.max(0, files.length - 1));
    const more = total - files.length;
    this.space.style.height = `${(files.length + (more > 0 ? 1 : 0)) * ROW}px`;
    this.list.hidden = files.length === 0;
    this.empty.hidden = files.length > 0;
    say(this.empty, emptyText);
    this.more = more;
    this.draw();
  }

  private more = 0;

  /** Lines were counted. */
  refresh(files: readonly StopFile[]): void {
    this.files = files;
    this.draw();
  }

  choose(file: FileKey | null): void {
    this.chosen = file;
    const at = this.files.findIndex((each) => isSame(each, file));
    if (at >= 0) this.active = at;
    this.draw();
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.list;
    if (clientHeight === 0 && this.files.length > 0) return;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const end = Math.min(
      this.files.length + (this.more > 0 ? 1 : 0),
      Math.ceil((scrollTop + clientHeight) / ROW) + SPARE,
    );
    const count = Math.max(0, end - first);
    while (this.rows.length < count) this.rows.push(this.makeRow());
    for (const [i, row] of this.rows.entries()) {
      const isUsed = i < count;
      if (row.hidden === isUsed) row.hidden = !isUsed;
      if (isUsed) this.fill(row, first + i);
    }
    const isFocused = document.activeElement === this.list;
    set(this.list, {
      "aria-activedescendant":
        isFocused && this.active >= first && this.active < end
          ? `file-${this.active}`
          : null,
    });
    const visible = this.files.slice(first, end);
    if (visible.some(({ content }) => content === null))
      this.events.onShow(visible.filter(({ content }) => content === null));
  }

  private makeRow(): HTMLElement {
    const row = el(
      "div",
      { class: "file" },
      el("span", { class: "letter", "aria-hidden": "true" }),
      el("span", { class: "file-name" }),
      el("span", { class: "file-folder" }),
      el("span", { class: "file-status" }),
      el("span", { class: "added", "aria-hidden": "true" }),
      el("span", { class: "removed", "aria-hidden": "true" }),
      el("span", { class: "spoken" }),
    );
    this.space.append(row);
    return row;
  }

  private fill(row: HTMLElement, index: number): void {
    const [letter, name, folder, status, added, removed, spoken] = [
      ...row.children,
    ] as HTMLElement[];
    const file = this.files[index];
    row.style.transform = `translateY(${index * ROW}px)`;
    row.dataset["index"] = String(index);
    if (!file) {
      // The last row says how many are not listed.
      set(row, { role: "presentation", id: null, class: "file more" });
      for (const part of [letter!, folder!, status!, added!, removed!, spoken!])
        say(part, "");
      say(name!, l10n.t("and {0} more", this.more));
      return;
    }
    const folderName = this.nameOf(file.folder) || null;
    const text = fileText(file, this.against, folderName);
    const look = statusLooks[file.status];
    const isChosen = isSame(file, this.chosen);
    set(row, {
      ...{ role: "option", id: `file-${index}` },
      ...{ "aria-setsize": this.files.length + this.more },
      ...{ "aria-posinset": index + 1, "aria-selected": String(isChosen) },
      title: escapeDirections(file.path),
      class: `file is-${file.status}${index === this.active ? " active" : ""}`,
    });
    say(letter!, look.letter);
    letter!.style.color = themeColor(look.color);
    say(name!, escapeDirections(text.name));
    say(folder!, escapeDirections(text.folder));
    say(status!, [text.status, text.kind].filter(Boolean).join(" · "));
    say(added!, text.added);
    say(removed!, text.removed);
    say(spoken!, text.lines);
  }

  private pick(event: MouseEvent, isPinned: boolean): void {
    const row = (event.target as Element).closest<HTMLElement>(".file");
    const file = row && this.files[Number(row.dataset["index"])];
    if (!file) return;
    this.active = Number(row.dataset["index"]);
    this.events.onChoose(file, isPinned);
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 1);
    const last = this.files.length - 1;
    const to = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.active = Math.min(last, Math.max(0, to));
      this.reveal();
      this.draw();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const file = this.files[this.active];
      if (file) this.events.onChoose(file, event.shiftKey);
    }
  }

  private reveal(): void {
    const top = this.active * ROW;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop) this.list.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight)
      this.list.scrollTop = top + ROW - clientHeight;
  }
}

function isSame(file: FileKey, other: FileKey | null): boolean {
  return (
    other !== null && file.path === other.path && file.folder === other.folder
  );
}
