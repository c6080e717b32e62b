import { l10n } from "../text/l10n";

/** Where the page finds its parts. */
export interface PageFacts {
  script: string;
  style: string;
  /** What the editor lets pages load from. */
  source: string;
  nonce: string;
  language: string;
}

/**
 * Returns the page of the time machine. It may run its one script and use its one style sheet, both
 * from the extension's own folder; everything else, the network included, is refused.
 */
export function timeMachinePage({
  script,
  style,
  source,
  nonce,
  language,
}: PageFacts): string {
  return `<!DOCTYPE html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${escape(source)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(l10n.t("Time Machine"))}</title>
<link rel="stylesheet" href="${escape(style)}">
</head>
<body>
<main id="time-machine"></main>
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>`;
}

function escape(text: string): string {
  const names: Record<string, string> = {
    ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;" },
    ...{ '"': "&quot;" },
  };
  return text.replace(/[&<>"]/g, (char) => names[char] ?? char);
}
