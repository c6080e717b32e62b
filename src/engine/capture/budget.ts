import { problem } from "../model/errors";
import type { EngineSettings } from "../model/settings";
import type { Scan } from "../workspace/scan";

/**
 * Totals by folder (two levels), used to name the largest folders when the budget
 * is exceeded.
 */
export class FolderSizes {
  private counted = 0;
  private readonly folders = new Map<
    string,
    { files: number; bytes: number }
  >();

  update(scan: Scan): void {
    for (; this.counted < scan.changed.length; this.counted++) {
      const { path, sizeBytes } = scan.changed[this.counted]!;
      const first = path.indexOf("/");
      const second = first < 0 ? -1 : path.indexOf("/", first + 1);
      const folder = path.slice(0, second < 0 ? Math.max(first, 0) : second);
      const sum = this.folders.get(folder) ?? { files: 0, bytes: 0 };
      sum.files++;
      sum.bytes += sizeBytes;
      this.folders.set(folder, sum);
    }
  }

  largest(count: number) {
    return [...this.folders]
      .map(([path, sum]) => ({ path: path || ".", ...sum }))
      .sort((a, b) => b.bytes - a.bytes || b.files - a.files)
      .slice(0, count);
  }
}

/** Throws `over-budget` if a first scan is larger than the settings allow. */
export function checkBudget(
  scan: Scan,
  sizes: FolderSizes,
  settings: EngineSettings,
  isDone = false,
): void {
  sizes.update(scan);
  const { budgetFiles, budgetBytes } = settings;
  const isOver = scan.files > budgetFiles || scan.bytes > budgetBytes;
  // Scans a little past the budget, so that the error names the right folders.
  const isFarOver =
    scan.files > budgetFiles * 2 + 1000 || scan.bytes > budgetBytes * 2;
  if (!isOver || (!isDone && !isFarOver)) return;
  const largest = sizes.largest(20);
  throw problem("folder-too-large", {
    files: scan.files,
    bytes: scan.bytes,
    largest,
    isCounted: isDone,
  });
}
