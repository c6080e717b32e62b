import assert from "node:assert/strict";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("listing checkpoints by text", () => {
  const makeWorkspace = workspaceForEach();

  it("searches names and descriptions, ignoring case", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    engine.checkpoint({ name: "Ärger im Büro" });
    engine.checkpoint({ name: "x", description: "ДО РЕФАКТОРИНГА" });
    engine.checkpoint();
    const numbers = (text: string) =>
      engine.list({ text }).checkpoints.map(({ number }) => number);
    assert.deepEqual(numbers("Ärger"), [0]);
    assert.deepEqual(numbers("ÄRGER IM"), [0]);
    assert.deepEqual(numbers("до рефактор"), [1]);
    assert.deepEqual(numbers("X"), [1]);
    assert.deepEqual(numbers("nobody"), []);
    assert.deepEqual(numbers(""), [2, 1, 0]);
  });
});
