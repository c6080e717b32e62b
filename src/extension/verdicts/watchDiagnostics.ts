import * as vscode from "vscode";
import { DIAGNOSTICS } from "../../engine/model/verdicts";
import { log } from "../log";
import type { Checked } from "./watchChecks";

/** Language servers report file by file; after this much quiet they are probably done. */
const QUIET_MS = 3000;

type Diagnosed = Checked & { readonly recordsDiagnostics: boolean };

/**
 * Records whether the editor shows errors in a folder, as a weak verdict, if that is
 * turned on. Errors in unsaved text say nothing about the files.
 */
export function watchDiagnostics(
  folders: () => Iterable<Diagnosed>,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  /** The last verdict of each folder, so that each state gets one. */
  const last = new Map<Diagnosed, string>();
  const look = async () => {
    for (const folder of folders())
      if (folder.recordsDiagnostics && folder.state === "ready")
        await record(folder, last).catch((error: unknown) =>
          log.error("The errors of a folder could not be recorded", error),
        );
  };
  return vscode.Disposable.from(
    vscode.languages.onDidChangeDiagnostics(() => {
      if (![...folders()].some((one) => one.recordsDiagnostics)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), QUIET_MS);
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

async function record(
  folder: Diagnosed,
  last: Map<Diagnosed, string>,
): Promise<void> {
  const isIn = (uri: vscode.Uri) => folder.pathOf(uri) !== undefined;
  await folder.flush();
  const { moment } = await folder.engine.capture({});
  const { textDocuments } = vscode.workspace;
  if (textDocuments.some(({ isDirty, uri }) => isDirty && isIn(uri))) return;
  const passed = !vscode.languages
    .getDiagnostics()
    .some(
      ([uri, found]) =>
        isIn(uri) &&
        found.some(
          ({ severity }) => severity === vscode.DiagnosticSeverity.Error,
        ),
    );
  const state = `${moment} ${passed}`;
  if (last.get(folder) === state) return;
  last.set(folder, state);
  await folder.engine.verdict({
    ...{ label: DIAGNOSTICS, passed, source: "editor", since: moment },
  });
}
