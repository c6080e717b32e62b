import { makePlace } from "../agents/place";
import type { Place } from "../agents/place";
import { ended, fixture, hook, recorded } from "../agents/hooks/hooking";
import { Turns, type Build } from "./builds";
import type { Comparison, Row } from "./measures";
import { compare, median, toRow } from "./measures";
import type { Size } from "./targets";
import { filesOf } from "./targets";

const TIMES = 9;
/** How long an agent may have to wait at 10,000 files. */
const MOST_MS = 100;

export interface HookTimes {
  rows: Row[];
  comparisons: Comparison[];
}

/** How long an agent waits for its hooks, with events as Claude Code sends them. */
export async function hooks(
  size: Size,
  builds: readonly Build[],
  log: (text: string) => void,
): Promise<HookTimes> {
  log(`${size}: hooks`);
  const places = builds.map(({ dist }) => makePlace(dist));
  try {
    for (const place of places)
      for (let i = 0; i < filesOf(size); i++)
        place.write(`files/${i % 100}/${i}.txt`, `file ${i}\n`);
    const times = [...(await measure(places))];
    const title = (name: string) => `an agent waits: ${name}`;
    if (builds.length > 1)
      return {
        rows: [],
        comparisons: times.map(([name, [ours = [], other = []]]) =>
          compare(size, title(name), "ms", [ours, other]),
        ),
      };
    return {
      comparisons: [],
      rows: times.map(([name, [ours = []]]) =>
        toRow(size, title(name), "ms", {
          ours: median(ours),
          git: null,
          target: size === "100k" ? null : MOST_MS,
          targetOf: "unit",
        }),
      ),
    };
  } finally {
    for (const place of places) {
      await ended(place);
      place.remove();
    }
  }
}

/** Returns the times of each step, one list per folder. */
async function measure(
  places: readonly Place[],
): Promise<Map<string, number[][]>> {
  const turns = new Turns();
  const times = new Map<string, number[][]>();
  for (const place of places) {
    await tell(place, "SessionStart", "session-start");
    await recorded(place, 300_000);
  }
  for (let n = 0; n < TIMES; n++)
    for (const [name, event, payload, command] of STEPS)
      await turns.each([...places.keys()], async (at) => {
        const place = places[at]!;
        place.write("src/app.ts", `${n} ${name}\n`);
        const { ms } = await tell(place, event, payload, command);
        const all = times.get(name) ?? places.map(() => []);
        all[at]!.push(ms);
        times.set(name, all);
        // An agent thinks before its next step.
        await recorded(place);
      });
  return times;
}

const STEPS: readonly [
  name: string,
  event: string,
  payload: string,
  command?: string,
][] = [
  ["a prompt", "UserPromptSubmit", "user-prompt"],
  ["before an edit", "PreToolUse", "pre-edit"],
  ["after an edit", "PostToolUse", "post-edit"],
  [
    "before rm -rf build",
    "PreToolUse",
    "pre-shell-destructive",
    "rm -rf build",
  ],
  ["before git checkout .", "PreToolUse", "pre-shell-destructive"],
  ["after a command", "PostToolUse", "post-shell"],
  ["the end of a turn", "Stop", "turn-end"],
];

function tell(place: Place, event: string, payload: string, command?: string) {
  const input = fixture(`claude-code/${payload}`, place.root) as object;
  return hook(
    place,
    "launcher",
    ["claude-code", event],
    command === undefined ? input : { ...input, tool_input: { command } },
    // The whole session with one worker, as with an agent.
    { CHECKPOINT_HOOK_IDLE_MS: "60000" },
  );
}
