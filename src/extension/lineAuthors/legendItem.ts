import * as vscode from "vscode";
import { authorIcon } from "../timeline/authors";
import { plain } from "../text/markdown";
import { linesCount } from "../../wording/counts";
import { voice } from "../text/voice";
import { shareName, sharesText } from "./lineText";
import type { Share } from "./shares";

/** The most authors that the status bar has room for. */
const MOST_NAMED = 3;

/** The legend in the status bar, for when the first line is out of sight. */
export class LegendItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "checkpoint.lineAuthors",
    vscode.StatusBarAlignment.Right,
    90,
  );

  constructor() {
    this.item.name = vscode.l10n.t("Line Authors");
    this.item.command = "checkpoint.showLineAuthor";
  }

  show(shares: readonly Share[] | undefined): void {
    if (!shares || shares.length === 0) {
      this.item.hide();
      return;
    }
    const more = shares.length > MOST_NAMED ? ", …" : "";
    this.item.text = `$(person) ${sharesText(shares.slice(0, MOST_NAMED))}${more}`;
    this.item.tooltip = sharesPicture(shares);
    this.item.accessibilityInformation = {
      label: vscode.l10n.t("Line authors: {0}", sharesText(shares)),
      role: "button",
    };
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

const BAR_LENGTH = 24;

/** Returns a row for each author: a bar as long as the share, in the author's colour. */
export function sharesPicture(shares: readonly Share[]): vscode.MarkdownString {
  const rows = shares.map(({ source, lines, percent }) => {
    const length = Math.max(1, Math.round((BAR_LENGTH * percent) / 100));
    const bar = "█".repeat(length);
    const color =
      source === null ? "descriptionForeground" : authorIcon(source).color?.id;
    const drawn = `<span style="color:var(--vscode-${(color ?? "").replaceAll(".", "-")});">${bar}</span>`;
    const icon = source === null ? "history" : authorIcon(source).id;
    return `| $(${icon}) ${plain(shareName(source))} | ${percent}% | ${plain(linesCount(lines, voice))} | ${drawn} |`;
  });
  const picture = new vscode.MarkdownString(
    [
      `**${plain(vscode.l10n.t("Line authors"))}**`,
      "",
      "| | | | |",
      "|:--|--:|--:|:--|",
      ...rows,
    ].join("\n"),
    true,
  );
  // Only for the colours of the bars: every name in it is escaped.
  picture.supportHtml = true;
  return picture;
}
