import type { Usage } from "../../engine/api";
import { checkpointsText, sizeText, versionsText } from "../../wording/counts";
import { kindTitle } from "../../wording/kinds";
import { l10n } from "../text/l10n";
import { voice } from "../text/voice";

/** What the page says besides the numbers. */
export interface StorageFacts {
  folder: string;
  storeDir: string;
  usage: Usage;
  /** What cleaning up would free by the retention settings, unused space included. */
  freeableBytes: number;
  language: string;
  nonce: string;
}

interface Row {
  label: string;
  bytes: number;
  note: string;
}

/** Commands that the page's links may run; the editor refuses all others. */
export const STORAGE_COMMANDS = [
  "checkpoint.cleanUp",
  "checkpoint.verifyStore",
  "checkpoint.removeCopies",
  "workbench.action.openSettings",
] as const;

/**
 * Returns the page that shows what uses space in a history. It has no script: its buttons are
 * links to the commands above, and the bars are drawings with their numbers beside them as text.
 */
export function storagePage(facts: StorageFacts): string {
  const { folder, storeDir, usage, freeableBytes, language, nonce } = facts;
  const size = (bytes: number) => sizeText(bytes, voice);
  const title = l10n.t("Storage of {0}", folder);
  const settings = `command:workbench.action.openSettings?${encodeURIComponent('["checkpoint.max"]')}`;
  return `<!DOCTYPE html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p>${escape(l10n.t("{0} of {1} used", size(usage.sizeBytes), size(usage.quotaBytes)))}</p>
${bar(usage.sizeBytes, usage.quotaBytes, "total")}
<p>${escape(
    freeableBytes > 0
      ? l10n.t("Cleaning up now would free about {0}.", size(freeableBytes))
      : l10n.t("There is nothing to clean up now."),
  )}</p>
<p class="actions">
${link("command:checkpoint.cleanUp", l10n.t("Clean Up..."))}
${link("command:checkpoint.verifyStore", l10n.t("Verify Store"))}
${link(settings, l10n.t("Change the Limits"))}
${link("command:checkpoint.removeCopies", l10n.t("Remove Opened Copies..."))}
</p>
${section(
  l10n.t("By folder"),
  usage.byFolder.map((each) => ({
    label: each.path === "." ? l10n.t("Files at the top level") : each.path,
    bytes: each.bytes,
    note: versionsText(each.versions, voice),
  })),
)}
${section(
  l10n.t("Largest files"),
  usage.largest.map((each) => ({
    ...{ label: each.path, bytes: each.bytes },
    note: versionsText(each.versions, voice),
  })),
)}
${section(
  l10n.t("Freed by deleting all checkpoints of a kind"),
  usage.byKind
    .filter(({ checkpoints }) => checkpoints > 0)
    .map(({ kind, checkpoints, freeableBytes: bytes }) => ({
      ...{ label: kindTitle(kind, voice), bytes },
      note: checkpointsText(checkpoints, voice),
    })),
)}
${section(l10n.t("On disk"), [
  row(l10n.t("Contents"), usage.packBytes),
  row(l10n.t("Journal"), usage.journalBytes),
  row(l10n.t("Index"), usage.indexBytes, l10n.t("can be rebuilt")),
  row(
    l10n.t("Unused space"),
    usage.garbageBytes,
    l10n.t("freed by cleaning up"),
  ),
])}
<p class="place">${escape(l10n.t("Location: {0}", storeDir))}</p>
</body>
</html>`;
}

function row(label: string, bytes: number, note = ""): Row {
  return { label, bytes, note };
}

/** Bars of one section are relative to its largest row. */
function section(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const most = Math.max(...rows.map(({ bytes }) => bytes));
  const lines = rows.map(
    ({ label, bytes, note }) => `<tr>
<th scope="row" title="${escape(label)}">${escape(label)}</th>
<td class="chart">${bar(bytes, most)}</td>
<td class="size">${escape(sizeText(bytes, voice))}</td>
<td class="note">${escape(note)}</td>
</tr>`,
  );
  return `<table>
<caption>${escape(title)}</caption>
<tbody>
${lines.join("\n")}
</tbody>
</table>`;
}

function bar(part: number, whole: number, kind = ""): string {
  const share = whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
  // Anything that uses space is visible, however little it is.
  const width = part > 0 ? Math.max(share, 0.5) : 0;
  return `<svg class="bar ${kind}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="part" width="${width.toFixed(2)}" height="8"/></svg>`;
}

function link(to: string, text: string): string {
  return `<a role="button" href="${escape(to)}">${escape(text)}</a>`;
}

/** Paths come from the workspace: nothing in them may become markup. */
function escape(text: string): string {
  const names: Record<string, string> = {
    ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;" },
    ...{ '"': "&quot;", "'": "&#39;" },
  };
  return text.replace(/[&<>"']/g, (char) => names[char] ?? char);
}

const STYLE = `
body { padding: 1em 2em 2em; max-width: 60em; color: var(--vscode-foreground); }
h1 { font-size: 1.6em; font-weight: 600; margin: 0.4em 0; }
.bar { display: block; width: 100%; height: 0.7em; }
.total { height: 1em; max-width: 40em; }
.track { fill: var(--vscode-editorWidget-background); stroke: var(--vscode-contrastBorder, transparent); vector-effect: non-scaling-stroke; }
.part { fill: var(--vscode-charts-blue, var(--vscode-progressBar-background)); }
.actions { display: flex; flex-wrap: wrap; gap: 0.6em; margin: 1em 0 1.6em; }
.actions a { padding: 0.35em 0.9em; border-radius: 2px; text-decoration: none;
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
  border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); }
.actions a:first-child { color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
.actions a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: 0 0 1.6em; }
caption { text-align: start; font-weight: 600; padding: 0 0 0.4em; }
th, td { padding: 0.2em 0.6em 0.2em 0; font-weight: normal; text-align: start; }
th { width: 34%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.size { width: 6em; text-align: end; font-variant-numeric: tabular-nums; }
.note { width: 24%; padding-inline-start: 0.8em; color: var(--vscode-descriptionForeground); }
.place { color: var(--vscode-descriptionForeground); overflow-wrap: anywhere; }
`;
