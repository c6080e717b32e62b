// Inspects processes by id. Nothing in this folder ends a process by name, because
// other tests run on the same machine.
import { execFileSync } from "node:child_process";
import fs from "node:fs";

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Sends a signal; a process that is already gone is what we wanted. */
export function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Returns all processes below this one, as `{ pid, parent, args }`. */
export function descendants(pid) {
  const all = listProcesses();
  const found = [];
  const search = (parent) => {
    for (const child of all.filter((each) => each.parent === parent)) {
      found.push(child);
      search(child.pid);
    }
  };
  search(pid);
  return found;
}

function listProcesses() {
  // Slim Linux images have no `ps`.
  return process.platform === "linux" ? readProc() : readPs();
}

function readProc() {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = procStat(name);
        const args = fs.readFileSync(`/proc/${name}/cmdline`, "utf8");
        return state === "Z"
          ? []
          : [
              {
                pid: Number(name),
                parent: Number(parent),
                args: args.split("\0").join(" "),
              },
            ];
      } catch {
        return []; // It exited in the meantime.
      }
    });
}

// The name in parentheses may contain spaces, so fields are counted from its end.
function procStat(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

// In a container without an init process, an orphan that exited stays a zombie.
function isZombie(pid) {
  if (process.platform !== "linux") return false;
  try {
    return procStat(pid)[0] === "Z";
  } catch {
    return true;
  }
}

function readPs() {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], {
    encoding: "utf8",
  });
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match
      ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] }]
      : [];
  });
}
