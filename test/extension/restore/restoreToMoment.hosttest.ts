import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { restoreToMoment } from "../../../src/extension/restore/restoreToMoment";
import { SaidError } from "../../../src/wording/said";
import { until } from "../host/support";
import { chooseFirst, shownBy } from "../commands/shownPicker";

describe("going back to a moment", () => {
  it("leaves to the history what a typed time of the clock means", async () => {
    const asked: string[] = [];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      state: "ready",
      engine: {
        resolve: async (ref: string) => {
          asked.push(ref);
          if (ref === "@1") return { moment: 1, at: new Date(0).toISOString() };
          throw new SaidError("not-found", ref);
        },
      },
    };
    const folders = { all: [session] };
    let answer: Promise<unknown> | undefined;
    const picker = await shownBy(() => {
      answer = restoreToMoment({ folders } as unknown as CommandContext);
    });
    // This evening's has not come yet: yesterday's is meant.
    picker.value = "23:59";
    await until("the typed time alone is offered", () => {
      return picker.items.length === 1;
    });
    await chooseFirst(picker);
    await assert.rejects(async () => answer, { code: "not-found" });
    assert.deepEqual(asked, ["@1", "23:59"]);
  });
});
