import assert from "node:assert/strict";
import type { PlanRequest } from "../../../src/engine/model/restorePlan";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** The files at the checkpoint that is restored to. */
const THEN = { same: "1", changed: "1", gone: "1", "dir/kept": "1" };

/** Replaces “changed”, deletes “gone” and creates two files. */
function work(workspace: TempWorkspace): void {
  workspace.write("changed", "2");
  workspace.remove("gone");
  workspace.write("new", "1");
  workspace.write("dir/new", "1");
}

const EVERYTHING = ["create gone", "delete dir/new", "delete new"];

interface Case {
  request?: Omit<PlanRequest, "to">;
  /** Before the checkpoint. */
  ignored?: string[];
  change?: (workspace: TempWorkspace) => void;
  decided: string[];
}

const CASES: Record<string, Case> = {
  "replaces what differs, creates what is gone, deletes what is new": {
    decided: [...EVERYTHING, "replace changed"],
  },
  "does nothing with what is outside its paths": {
    request: { paths: ["dir"] },
    decided: ["delete dir/new"],
  },
  "does nothing if the folder is as it was": {
    change: (workspace) => {
      for (const [path, text] of Object.entries(THEN))
        workspace.write(path, text);
      workspace.remove("new");
      workspace.remove("dir/new");
    },
    decided: [],
  },
  "leaves a file alone that may have been there, ignored": {
    ignored: ["dir/new"],
    decided: [
      "create gone",
      "delete new",
      "leave dir/new (ignored-then)",
      "replace changed",
    ],
  },
  "replaces a file that was put where one is missing": {
    change: (workspace) => workspace.write("gone", "2"),
    decided: [
      "delete dir/new",
      "delete new",
      "replace changed",
      "replace gone",
    ],
  },
  "deletes a file in the place of a folder": {
    change: (workspace) => {
      workspace.remove("dir");
      workspace.write("dir", "a file");
    },
    decided: [
      "create dir/kept",
      "create gone",
      "delete dir",
      "delete new",
      "replace changed",
    ],
  },
};

describe("what a restore decides for each path", () => {
  const makeWorkspace = workspaceForEach();

  for (const [name, { request, ignored, change, decided }] of Object.entries(
    CASES,
  ))
    it(name, async () => {
      const workspace = makeWorkspace(THEN);
      const engine = await workspace.open();
      if (ignored) engine.configure({ exclude: ignored });
      engine.checkpoint();
      if (ignored) engine.configure({ exclude: [] });
      work(workspace);
      change?.(workspace);
      const plan = engine.planRestore({ to: "#0", ...request });
      assert.deepEqual(
        [
          ...plan.writes.map(({ action, path }) => `${action} ${path}`),
          ...plan.deletes.map(({ path }) => `delete ${path}`),
          ...plan.leftAlone.map(
            ({ path, reason }) => `leave ${path} (${reason})`,
          ),
        ].sort(),
        decided,
      );
    });
});
