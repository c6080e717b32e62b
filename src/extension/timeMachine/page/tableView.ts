import { escapeDirections } from "../../../base/directions";
import { l10n } from "../../text/l10n";
import type { Strip } from "../protocol";
import { MOST_ROWS, tableRows } from "../tableRows";
import { el } from "./element";

/** Everything that the strip draws, as a table: for screen readers, and for those who like to read. */
export class TableView {
  readonly root = el("div", { class: "table-box", hidden: true });

  constructor(private readonly onMove: (atMs: number) => void) {}

  show(strip: Strip, locale: string): void {
    const rows = tableRows(strip, locale);
    const head = [
      ...[l10n.t("Time"), l10n.t("Who"), l10n.t("What")],
      ...[l10n.t("Files"), l10n.t("Lines")],
    ];
    const caption =
      rows.length < MOST_ROWS
        ? l10n.t("What the strip shows, newest first")
        : l10n.t("The newest {0} rows of what the strip shows", MOST_ROWS);
    // Where the person is in the table is kept.
    const { scrollTop } = this.root;
    this.root.replaceChildren(
      el(
        "table",
        {},
        el("caption", {}, caption),
        el(
          "thead",
          {},
          el("tr", {}, ...head.map((text) => el("th", { scope: "col" }, text))),
        ),
        el(
          "tbody",
          {},
          ...rows.map(({ atMs, time, who, what, files, lines }) => {
            const go = el(
              "button",
              {
                ...{ type: "button", class: "link" },
                title: l10n.t("Move the playhead to {0}", time),
              },
              time,
            );
            go.addEventListener("click", () => this.onMove(atMs));
            return el(
              "tr",
              {},
              el("th", { scope: "row" }, go),
              el("td", {}, escapeDirections(who)),
              el("td", {}, escapeDirections(what)),
              el(
                "td",
                { class: "number" },
                files === null ? "" : String(files),
              ),
              el("td", { class: "number" }, lines),
            );
          }),
        ),
      ),
    );
    this.root.scrollTop = scrollTop;
  }
}
