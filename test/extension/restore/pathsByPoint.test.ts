import assert from "node:assert/strict";
import { pathsByPoint } from "../../../src/extension/restore/pathsByPoint";

describe("the paths of several rows", () => {
  const row = (session: string, to: string, ...paths: string[]) => ({
    ...{ session, to, paths },
  });

  it("are one restore for each folder and point", () => {
    assert.deepEqual(
      pathsByPoint([
        row("app", "@4", "a"),
        row("lib", "@4", "a"),
        row("app", "@7", "b"),
        row("app", "@4", "c", "d"),
      ]),
      [
        row("app", "@4", "a", "c", "d"),
        row("lib", "@4", "a"),
        row("app", "@7", "b"),
      ],
    );
  });

  it("come from where they are named first", () => {
    assert.deepEqual(
      pathsByPoint([
        row("app", "#9", "a"),
        row("app", "#7", "a"),
        row("app", "#9", "a", "b"),
      ]),
      [row("app", "#9", "a", "b")],
    );
  });
});
