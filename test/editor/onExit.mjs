// Cleaning up when this process ends early: Ctrl-C, a failed assertion, a
// runner's time limit. Actions must be synchronous.
const actions = new Set();
let listening = false;

/** Runs the action when this process exits; the returned function cancels that. */
export function onExit(action) {
  listen();
  actions.add(action);
  return () => actions.delete(action);
}

function listen() {
  if (listening) return;
  listening = true;
  process.once("exit", () => {
    // Last in, first out: a server is stopped before its folder is removed.
    for (const action of [...actions].reverse()) action();
  });
  // A signal would end the process without an "exit" event.
  for (const [signal, number] of [
    ["SIGHUP", 1],
    ["SIGINT", 2],
    ["SIGTERM", 15],
  ])
    process.once(signal, () => process.exit(128 + number));
}
