import { escapeDirections } from "../../../base/directions";
import { l10n } from "../../text/l10n";
import type { About, Question } from "../protocol";
import {
  barText,
  bucketText,
  markText,
  thinnedText,
  timeText,
} from "../stripText";
import { isSamePointed, type Pointed } from "./pointing";
import { Tip } from "./tip";

/** Says what the pointer is on: who, how much, when, and which prompt, which is asked for. */
export class Hover {
  private readonly tip = new Tip();
  private pointed: Pointed | undefined;

  constructor(
    private readonly ask: (question: Question) => void,
    private readonly clock: () => { nowMs: number; language: string },
  ) {}

  get root(): HTMLElement {
    return this.tip.root;
  }

  point(pointed: Pointed | undefined, x: number, y: number): void {
    const isSame = isSamePointed(pointed, this.pointed);
    this.pointed = pointed;
    if (!pointed) return this.tip.hide();
    if (isSame) return this.tip.move(x, y);
    this.tip.show(x, y, this.lines(pointed));
    if (pointed.type !== "bar") return;
    const [, , , , , moment] = pointed.bar;
    this.ask({ type: "about", folder: pointed.folder.key, moment });
  }

  add({ prompt }: About): void {
    if (prompt !== null)
      this.tip.add(l10n.t("“{0}”", escapeDirections(prompt)));
  }

  private lines(pointed: Pointed): string[] {
    const { nowMs, language } = this.clock();
    switch (pointed.type) {
      case "bar": {
        const { lane, bar, span } = pointed;
        return [barText(lane, bar), bucketText(span, nowMs, language)];
      }
      case "mark": {
        const { mark } = pointed;
        return [
          escapeDirections(markText(mark)),
          timeText(mark.atMs, nowMs, language),
        ];
      }
      case "thinned":
        return [thinnedText(pointed.untilMs, nowMs, language)];
    }
  }
}
