import path from "node:path";
import { applyConnect } from "../../agents/connect/applyConnect";
import {
  connectableNamed,
  connectables,
} from "../../agents/connect/connectables";
import type { Place, Scope } from "../../agents/connect/connection";
import {
  isConnected,
  planConnect,
  type ConnectPlan,
} from "../../agents/connect/planConnect";
import { changeLines } from "../../agents/connect/showPlan";
import { commandText } from "../../agents/commandText";
import { launcherPath } from "../../agents/launcherText";
import { writeLauncher } from "../../agents/writeLauncher";
import { homeDir } from "../../base/homeDir";
import { dataDir, type Env } from "../../host/dataDir";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import type { Context } from "../context";
import { patchLines } from "../text/diffText";
import { EXIT } from "../exitCodes";
import { CONSENT } from "../line/options";
import { noteText } from "../../wording/connecting";
import { voice } from "../text/voice";
import { printable, table, type Paint } from "../text/text";

export default command({
  summary: "Connect an agent: record what it does, give it the tools",
  group: "Share and connect",
  operands: [
    {
      name: "AGENT",
      help: "The agent; without it, lists the agents and whether they are connected",
      isOptional: true,
      complete: connectables.map(({ name }) => name),
    },
  ],
  options: {
    ...CONSENT,
    remove: { type: "boolean", help: "Disconnect the agent" },
    scope: {
      type: "string",
      value: "SCOPE",
      choices: ["user", "project"],
      help: "For all your folders or only this one (default user)",
    },
  },
  notes: [
    "Adds hooks to the agent's settings, which record each prompt and turn, and the MCP server, which gives it the tools. Your own settings stay as they are; the files are first copied to backups/ in the data folder.",
  ],
  examples: [
    [
      "checkpoint connect claude-code",
      "Shows the change, asks, and writes it.",
    ],
    ["checkpoint connect codex --remove", "Removes it from Codex's settings."],
  ],
  async run({ operands, values, context }) {
    const { out } = context;
    const data = dataDir(context.env, process.platform, homeDir());
    const place = placeOf(context, (values.scope ?? "user") as Scope, data);
    const [name] = operands;
    if (name === undefined) {
      if (values.remove || values.yes || values["dry-run"])
        throw usageError("connect", "AGENT is missing.");
      return list(context, place);
    }

    const agent = connectableNamed(name);
    const remove = values.remove === true;
    const plan = planConnect(agent, place, data, { remove });
    const isDryRun = values["dry-run"] === true;
    const show = (paint: Paint) =>
      patchLines(changeLines(plan, voice).join("\n"), paint);
    const isNothing = plan.edits.length === 0 && plan.commands.length === 0;
    if (isDryRun || (isNothing && remove)) {
      out.answer(planJson(plan, false), show);
      return EXIT.done;
    }
    const what = remove ? "Disconnecting" : "Connecting";
    // Then only update the launcher, which may still start an older version.
    const agreed =
      isNothing ||
      (await context.agrees(`${what} ${agent.title}`, "Write these settings?", {
        yes: values.yes,
        show,
      }));
    if (!agreed) {
      out.note("Nothing was written.");
      return EXIT.failed;
    }
    if (!remove)
      writeLauncher(data, {
        execPath: process.execPath,
        script: path.join(__dirname, "cli.js"),
      });
    const report = applyConnect(plan, data);
    out.answer({ ...planJson(plan, true), ...report }, () => [
      remove
        ? `${agent.title} is no longer connected.`
        : `${agent.title} is connected.`,
      ...[
        ...report.written.map((file) => `  wrote ${file}`),
        ...report.removed.map((file) => `  removed ${file}`),
        ...report.ran.map((words) => `  ran ${commandText(words)}`),
        ...report.toRun.map((words) => `Please run: ${commandText(words)}`),
      ].map(printable),
      ...notesOf(plan),
    ]);
    return EXIT.done;
  },
});

function placeOf(context: Context, scope: Scope, data: string): Place {
  return {
    scope,
    launcher: launcherPath(data),
    home: homeOf(context.env),
    workspace: scope === "project" ? context.location.root : context.cwd,
    env: context.env,
    platform: process.platform,
  };
}

function homeOf(env: Env): string {
  const said = env["HOME"] ?? "";
  return path.isAbsolute(said) ? said : homeDir();
}

function list(context: Context, place: Place): number {
  const agents = connectables.map((agent) => ({
    name: agent.name,
    title: agent.title,
    connected: isConnected(agent, place),
  }));
  context.out.answer({ scope: place.scope, agents }, (paint) =>
    table(
      agents.map(({ name, title, connected }) => [
        name,
        title,
        connected ? paint("green", "connected") : "not connected",
      ]),
    ),
  );
  return EXIT.done;
}

function notesOf({ notes, place }: ConnectPlan): string[] {
  return notes.map((note) => noteText(note, place.launcher, voice));
}

function planJson(plan: ConnectPlan, applied: boolean) {
  return {
    agent: plan.agent.name,
    scope: plan.place.scope,
    applied,
    changes: plan.edits.map(({ file, before, after }) => ({
      file,
      before,
      action:
        before === null ? "create" : after === null ? "delete" : "replace",
      after,
    })),
    commands: plan.commands.map(({ command, args }) => [command, ...args]),
    notes: notesOf(plan),
  };
}
