import path from "node:path";
import * as vscode from "vscode";
import type { RunAnswer } from "../../answers/verbs";
import type { Command, CommandContext } from "../commands/commandContext";
import { withCancel } from "../commands/showProgress";
import { log } from "../log";
import { inform } from "../notify";
import { shorten } from "../text/markdown";
import { noIcons } from "../text/quickPickText";
import { voice } from "../text/voice";
import { ageText } from "../../wording/times";
import { runVerb } from "./checkpointProcess";
import { Copies, copiesDir, type Copy } from "./copies";
import { pointName, type PointOf } from "./point";
import { pointsFor } from "./pointFor";

const SHOWN = 6;

/** Opens a copy of a checkpoint as a folder in a new window; the workspace is not touched. */
export const openInNewWindow: Command = async (context, node) => {
  const [point] = await pointsFor(context, node, {
    title: vscode.l10n.t("Open in New Window"),
    placeHolder: vscode.l10n.t("Choose the checkpoint to open"),
  });
  if (point) await openPoint(context, point);
};

/** Opens a copy of a state as a folder in a new window. */
export async function openPoint(
  context: CommandContext,
  point: PointOf,
): Promise<void> {
  const { folder, answer } = await withCancel(
    vscode.l10n.t("Copying {0}", pointName(point)),
    ({ signal }) => copy(context, point, signal),
  );
  const missing = answer.leftOut.map((one) => one.path);
  const more = missing.length - SHOWN;
  const left = [
    ...missing.slice(0, SHOWN),
    ...(more > 0 ? [vscode.l10n.t("and {0} more", more)] : []),
  ].join(", ");
  void inform(
    [
      vscode.l10n.t(
        "{0} opens in a new window. It is a copy: your workspace does not change, and changes in the copy are not recorded.",
        pointName(point),
      ),
      ...(left === "" ? [] : [vscode.l10n.t("Not in the copy: {0}.", left)]),
    ].join(" "),
  );
  // Last, because in a browser it may never return.
  await vscode.commands.executeCommand(
    "vscode.openFolder",
    vscode.Uri.file(folder),
    { forceNewWindow: true },
  );
}

async function copy(
  { extension }: CommandContext,
  point: PointOf,
  signal: AbortSignal | undefined,
): Promise<{ folder: string; answer: RunAnswer }> {
  const { session, moment, number } = point;
  const ref = number === null ? `@${moment}` : `#${number}`;
  const name = folderName(`${session.folder.name} ${ref}`);
  let answer: RunAnswer | undefined;
  const folder = await copiesOf(extension).make(
    name,
    { workspace: session.folder.uri.fsPath, name: pointName(point) },
    async (into) => {
      const line = ["run", ref, "--into", into];
      const options = signal ? { signal } : {};
      answer = await runVerb<RunAnswer>(extension, session, line, options);
    },
  );
  return { folder, answer: answer! };
}

/** A name that every system allows. */
function folderName(text: string): string {
  return text.replace(/[^\p{L}\p{N} ._#@-]/gu, "-").slice(0, 80);
}

interface CopyItem extends vscode.QuickPickItem {
  copy: Copy;
}

/** Asks which copies to remove. Those that were changed are marked and not ticked. */
export const removeCopies: Command = async ({ extension }) => {
  const copies = copiesOf(extension);
  const found = (await copies.list()).filter(({ place }) => !isOpen(place));
  if (found.length === 0) {
    void inform(vscode.l10n.t("There are no copies to remove."));
    return;
  }
  const items = found.map((each): CopyItem => {
    const age = ageText(Date.now() - each.at, voice);
    return {
      label: noIcons(
        `${path.basename(each.workspace)}: ${shorten(each.name, 60)}`,
      ),
      description: each.isChanged
        ? vscode.l10n.t("{0}, changed since", age)
        : age,
      picked: !each.isChanged,
      copy: each,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t("Remove Copies Opened in New Windows"),
    placeHolder: vscode.l10n.t(
      "Close their windows first. Changes made in a copy are lost.",
    ),
  });
  if (!picked || picked.length === 0) return;
  for (const each of picked) await copies.remove(each.copy);
  void inform(
    picked.length === 1
      ? vscode.l10n.t("1 copy removed.")
      : vscode.l10n.t("{0} copies removed.", picked.length),
  );
};

/** Removes old copies that nobody changed, once the window is idle. */
export async function tidyCopies(
  extension: Pick<vscode.ExtensionContext, "globalStorageUri">,
): Promise<void> {
  try {
    const removed = await copiesOf(extension).tidy(Date.now(), isOpen);
    if (removed > 0) log.info("Old copies were removed", { removed });
  } catch (error) {
    log.error("Old copies could not be removed", error);
  }
}

function copiesOf({
  globalStorageUri,
}: Pick<vscode.ExtensionContext, "globalStorageUri">): Copies {
  return new Copies(copiesDir(globalStorageUri.fsPath));
}

function isOpen(place: string): boolean {
  return (vscode.workspace.workspaceFolders ?? []).some(({ uri }) =>
    uri.fsPath.startsWith(place + path.sep),
  );
}
