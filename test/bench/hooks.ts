import { makePlace } from "../agents/place";
import type { Place } from "../agents/place";
import { ended, fixture, hook, recorded } from "../agents/hooks/hooking";
import type { Row } from "./measures";
import { median, toRow } from "./measures";
import type { Size } from "./targets";
import { filesOf } from "./targets";

const TIMES = 9;
/** What an agent may be held up for at 10,000 files. */
const MOST_MS = 100;

/** How long an agent waits for its hooks, each told as Claude Code tells it. */
export async function hooks(
  size: Size,
  log: (text: string) => void,
): Promise<Row[]> {
  log(`${size}: hooks`);
  const place = makePlace();
  try {
    for (let i = 0; i < filesOf(size); i++)
      place.write(`files/${i % 100}/${i}.txt`, `file ${i}\n`);
    const times = await measure(place);
    return [...times].map(([name, all]) =>
      toRow(size, `an agent waits: ${name}`, "ms", {
        ours: median(all),
        git: null,
        target: size === "100k" ? null : MOST_MS,
        targetOf: "unit",
      }),
    );
  } finally {
    await ended(place);
    place.remove();
  }
}

async function measure(place: Place): Promise<Map<string, number[]>> {
  const named = (name: string) =>
    fixture(`claude-code/${name}`, place.root) as object;
  const shell = named("pre-shell-destructive");
  const steps: [name: string, event: string, payload: object][] = [
    ["a prompt", "UserPromptSubmit", named("user-prompt")],
    ["before an edit", "PreToolUse", named("pre-edit")],
    ["after an edit", "PostToolUse", named("post-edit")],
    [
      "before rm -rf build",
      "PreToolUse",
      { ...shell, tool_input: { command: "rm -rf build" } },
    ],
    ["before git checkout .", "PreToolUse", shell],
    ["after a command", "PostToolUse", named("post-shell")],
    ["the end of a turn", "Stop", named("turn-end")],
  ];
  const tell = (event: string, payload: object) =>
    // The whole session with one worker, as with an agent.
    hook(place, "launcher", ["claude-code", event], payload, {
      CHECKPOINT_HOOK_IDLE_MS: "8000",
    });
  const times = new Map<string, number[]>();
  await tell("SessionStart", named("session-start"));
  await recorded(place, 300_000);
  for (let n = 0; n < TIMES; n++)
    for (const [name, event, payload] of steps) {
      place.write("src/app.ts", `${n} ${name}\n`);
      const { ms } = await tell(event, payload);
      times.set(name, [...(times.get(name) ?? []), ms]);
      // An agent thinks before its next step.
      await recorded(place);
    }
  return times;
}
