// A step of a script, expressed with the tools that an agent offers its model.
import path from "node:path";

const TOOLS = {
  write: [
    /^(Write|write|write_file|create|create_file|write_to_file|editor)$/,
    /^apply_patch$/,
  ],
  edit: [
    /^(Edit|edit|replace|str_replace|replace_in_file|editor)$/,
    /^apply_patch$/,
  ],
  read: [/^(Read|read|read_file|view)$/],
  sh: [
    /^(Bash|bash|run_shell_command|exec_command|shell_command|shell|local_shell|execute_command|run_command|run_commands)$/,
  ],
};
const FIELDS = {
  path: [
    "file_path",
    "filePath",
    "path",
    "absolute_path",
    "filepath",
    "target_file",
  ],
  content: ["content", "file_text", "contents", "text", "new_text"],
  old: ["old_string", "oldString", "old_str", "old_text"],
  new: ["new_string", "newString", "new_str", "new_text"],
  command: ["command", "cmd", "commands"],
};

/**
 * Returns the call for a step: `{ tool, input }`, `{ tool, custom }` for a tool that
 * takes plain text, `{ all }` for several calls at once, or `{ missing }` with the name
 * of a tool that the agent does not offer.
 */
export function callFor(step, tools, results) {
  const [verb] = Object.keys(step);
  let argument = step[verb];
  if (typeof argument === "function") argument = argument(results);
  if (verb === "all") {
    const all = argument.map((one) =>
      callFor({ ...one, cwd: step.cwd }, tools, results),
    );
    return { all, tool: { name: "all" } };
  }
  if (verb === "tool" || verb === "mcp") {
    const [name, given] = argument;
    const input = typeof given === "function" ? given(results) : given;
    const tool =
      tools.find((one) => one.name === name) ??
      (verb === "mcp" && tools.find((one) => one.name.endsWith(name)));
    return tool ? { tool, input } : { missing: name };
  }
  const tool = TOOLS[verb]
    .map((pattern) => tools.find(({ name }) => pattern.test(name)))
    .find(Boolean);
  if (!tool) return withShell(verb, argument, step, tools, results);
  if (tool.name === "apply_patch") return patchCall(tool, verb, argument);
  const [file, second, third] = Array.isArray(argument) ? argument : [argument];
  const wanted = {
    sh: { command: file },
    read: { path: file },
    write: { path: file, content: second },
    edit: { path: file, old: second, new: third },
  }[verb];
  return { tool, input: inputFor(tool, wanted, step) };
}

/** Without a tool for files, an agent uses its shell. */
function withShell(verb, argument, step, tools, results) {
  if (verb === "read")
    return callFor({ sh: `cat ${argument}` }, tools, results);
  if (verb === "sh" || verb === "edit") return { missing: verb };
  const [file, text] = argument;
  const command = `printf %s ${JSON.stringify(text)} > ${file}`;
  return callFor({ sh: command }, tools, results);
}

function patchCall(tool, verb, [file, first, second]) {
  const lines =
    verb === "write"
      ? [
          `*** Add File: ${file}`,
          ...first
            .replace(/\n$/, "")
            .split("\n")
            .map((line) => `+${line}`),
        ]
      : [`*** Update File: ${file}`, "@@", `-${first}`, `+${second}`];
  const patch = ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
  if (tool.custom) return { tool, custom: patch };
  const [key] = Object.keys(tool.schema?.properties ?? { input: 1 });
  return { tool, input: { [key]: patch } };
}

/** Fills a tool's parameters: those the step is about, then whatever else is required. */
function inputFor(tool, wanted, step) {
  const known = tool.schema?.properties ?? {};
  const input = {};
  for (const [key, value] of Object.entries(wanted)) {
    const name = FIELDS[key].find((one) => one in known);
    if (!name) continue;
    const about = JSON.stringify(known[name]) + (tool.description ?? "");
    const isAbsolute = key === "path" && step.cwd && /absolute/i.test(about);
    const text = isAbsolute ? path.join(step.cwd, value) : value;
    const isList = known[name].type === "array";
    const isWords = isList && key === "command" && name !== "commands";
    input[name] = isWords ? ["bash", "-lc", text] : isList ? [text] : text;
  }
  for (const name of tool.schema?.required ?? [])
    if (!(name in input)) input[name] = someValue(known[name] ?? {}, name);
  return { ...input, ...step.extra };
}

function someValue({ enum: values, type }, name) {
  if (values) return values[0];
  const some = { boolean: false, integer: 1, number: 1, array: [], object: {} };
  return some[type] ?? `the ${name}`;
}
