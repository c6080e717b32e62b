import { el } from "./element";

const AWAY = 14;

/** What is under the pointer, beside it. The table view has the same for everybody else. */
export class Tip {
  readonly root = el("div", {
    class: "tip",
    hidden: true,
    "aria-hidden": "true",
  });

  show(x: number, y: number, lines: readonly string[]): void {
    this.root.replaceChildren(
      ...lines.filter(Boolean).map((line) => el("div", {}, line)),
    );
    this.root.hidden = false;
    this.move(x, y);
  }

  /** A line that was asked for. */
  add(line: string): void {
    if (this.root.hidden || line === "") return;
    this.root.append(el("div", { class: "tip-more" }, line));
    this.move(this.x, this.y);
  }

  move(x: number, y: number): void {
    [this.x, this.y] = [x, y];
    const { offsetWidth, offsetHeight } = this.root;
    const { innerWidth, innerHeight } = window;
    const left =
      x + AWAY + offsetWidth > innerWidth ? x - AWAY - offsetWidth : x + AWAY;
    const top =
      y + AWAY + offsetHeight > innerHeight
        ? y - AWAY - offsetHeight
        : y + AWAY;
    this.root.style.left = `${Math.max(0, left)}px`;
    this.root.style.top = `${Math.max(0, top)}px`;
  }

  hide(): void {
    this.root.hidden = true;
  }

  private x = 0;
  private y = 0;
}
