// Decides what the scripted model says next. It keeps no state: the last user message
// with "PLAY:name" selects a script, and the number of calls since then the step.
import { scripts } from "./scripts.mjs";
import { callFor } from "./toolCalls.mjs";

/**
 * `talk` is the conversation as `{ role, text }` with the roles user, assistant, call,
 * result and search. Returns `{ text }`, with a `call` or a `search` for a tool that the
 * agent shows only when it is looked for.
 */
export function nextTurn(talk, tools, cwd, canSearch = false) {
  // Titles, topics and routers are asked for without tools.
  if (tools.length === 0) return { text: "A short title" };
  let start = -1;
  let name = "";
  talk.forEach(({ role, text }, i) => {
    const found = role === "user" && [...text.matchAll(/PLAY:([\w-]+)/g)].pop();
    if (found) [start, name] = [i, found[1]];
  });
  if (start < 0) return { text: "Nothing to play." };
  const since = talk.slice(start + 1);
  const done = since.filter(({ role }) => role === "call").length;
  const results = since
    .filter(({ role }) => role === "result")
    .map(({ text }) => text);
  const step = stepAfter(scripts[name] ?? [], done);
  if (!step) return { text: `Done with ${name}.` };
  if (step.say) return { text: step.say };
  const call = callFor({ ...step, cwd }, tools, results);
  if (!call.missing) return { text: `Step ${done + 1} of ${name}.`, call };
  const wasSearched = since.some(
    ({ role, text }) => role === "search" && text.includes(call.missing),
  );
  if (canSearch && !wasSearched)
    return { text: `Looking for ${call.missing}.`, search: call.missing };
  const names = tools.map((one) => one.name).join(" ");
  return { text: `There is no tool for ${call.missing} among ${names}` };
}

function stepAfter(steps, done) {
  let left = done;
  for (const step of steps) {
    const calls = step.all?.length ?? 1;
    if (left < calls) return step;
    left -= calls;
  }
  return undefined;
}
