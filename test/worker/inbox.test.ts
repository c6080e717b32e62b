import assert from "node:assert/strict";
import { Inbox } from "../../src/worker/inbox";
import type { Method } from "../../src/worker/methods";
import type { CallMessage, ToWorker } from "../../src/worker/protocol";

let calls = 0;
const call = (folder: number, method: Method, ...args: unknown[]) =>
  ({
    ...{ type: "call", call: ++calls, folder, method, args },
    ...{ cancel: null, progress: false },
  }) satisfies CallMessage;
const save = (folder: number) => call(folder, "capture", { paths: ["a"] });

describe("the worker's inbox", () => {
  const withMessages = (...messages: ToWorker[]) => {
    const inbox = new Inbox(() => undefined);
    for (const one of messages) inbox.add(one);
    return inbox;
  };

  it("lets captures of given paths pass reads and other folders, in order", () => {
    const [list, other, first, second] = [
      call(1, "list"),
      call(2, "checkpoint", {}),
      save(1),
      save(1),
    ];
    const inbox = withMessages(list, other, first, second);
    assert.ok(inbox.hasCapture(1));
    assert.equal(inbox.takeCapture(1), first);
    assert.equal(inbox.takeCapture(1), second);
    assert.equal(inbox.takeCapture(1), undefined);
    assert.equal(inbox.next(), list);
    assert.equal(inbox.next(), other);
    assert.equal(inbox.next(), undefined);
  });

  for (const method of [
    ...(["checkpoint", "applyRestore", "configure", "close"] as const),
    ...(["prune", "verdict", "recordMessage"] as const),
  ])
    it(`lets nothing pass ${method}`, () => {
      const inbox = withMessages(call(1, method), save(1));
      assert.equal(inbox.takeCapture(1), undefined);
    });

  it("lets neither guards nor captures of the whole folder pass", () => {
    for (const request of [{}, undefined, { paths: ["a"], isUrgent: true }])
      for (const after of [[], [save(1)]]) {
        const inbox = withMessages(call(1, "capture", request), ...after);
        assert.ok(!inbox.hasCapture(1));
      }
  });

  it("takes what has arrived without being told", () => {
    const arrived: ToWorker[] = [save(1), save(1)];
    const inbox = new Inbox(() => arrived.shift());
    const before = call(1, "list");
    inbox.add(before);
    assert.equal(inbox.receive(), 2);
    assert.equal(inbox.receive(), 0);
    assert.equal(inbox.next(), before);
    const taken = inbox.takeCapture(1)!;
    inbox.putBack(taken);
    assert.equal(inbox.next(), taken);
  });
});
