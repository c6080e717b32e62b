import { hasFlag, hasSwitch, isDevice, operands } from "./commandWords";
import { riskyGit } from "./riskyGit";

/** Says whether what a program would run is risky. */
type Judge = (words: string[]) => boolean;

/**
 * Returns what a program with these arguments can destroy, in a few words
 * (“rm -rf”), or null. Programs that run others are not among them, but for those
 * that also do without.
 */
export function riskyProgram(
  name: string,
  args: string[],
  isRisky: Judge,
): string | null {
  if (/^\[(system\.)?io\.(file|directory)\]::(?!exists|read)/.test(name))
    return "[IO.File]";
  return Object.hasOwn(risks, name) ? risks[name]!(args, isRisky) : null;
}

type Risk = (args: string[], isRisky: Judge) => string | null;

/** A program with something to work on. */
const with1 =
  (name: string): Risk =>
  (args) =>
    operands(args).length > 0 ? name : null;

/** From one place to another, which may hold something already. */
const with2 =
  (name: string): Risk =>
  (args) =>
    isSeveral(operands(args)) ? name : null;

const always =
  (name: string): Risk =>
  () =>
    name;

const risks: Record<string, Risk> = {
  git: riskyGit,
  // Without operands when they come from braces, which are not expanded here.
  rm: (args) =>
    operands(args).length > 0 || hasFlag(args, "rR", "--recursive")
      ? shown("rm", args)
      : null,
  unlink: with1("unlink"),
  rimraf: with1("rimraf"),
  trash: with1("trash"),
  "trash-put": with1("trash-put"),
  mv: with2("mv"),
  rename: with2("rename"),
  cp: (args) =>
    hasTarget(args) && !hasFlag(args, "n", "--no-clobber") ? "cp" : null,
  install: (args) =>
    hasTarget(args) && !hasFlag(args, "d", "--directory") ? "install" : null,
  rsync: (args) => {
    if (isRemote(args) || hasFlag(args, "n", "--dry-run")) return null;
    if (args.some((arg) => arg.startsWith("--del"))) return "rsync --delete";
    return operands(args).length > 1 ? "rsync" : null;
  },
  scp: (args) => (isRemote(args) ? null : with2("scp")(args, () => false)),
  ln: (args) => (hasFlag(args, "f", "--force") ? "ln -f" : null),

  find: (args, isRisky) =>
    args.includes("-delete")
      ? "find -delete"
      : runsRisky(args, /^-(exec|ok)(dir)?$/, isRisky)
        ? "find -exec"
        : null,
  fd: (args, isRisky) => riskyFd(args, isRisky),
  fdfind: (args, isRisky) => riskyFd(args, isRisky),

  sed: (args) =>
    args.some((arg) => /^-[a-zA-Z]*[iI]|^--in-place/.test(arg))
      ? "sed -i"
      : null,
  // What comes after a letter that takes a value is the value.
  perl: (args) =>
    args.some((arg) => /^-[^CDEFIMVexmi\W]*i/.test(arg)) ? "perl -i" : null,
  ruby: (args) =>
    args.some((arg) => /^-[^CEFIKTWerxi\W]*i/.test(arg)) ? "ruby -i" : null,
  awk: (args) =>
    args.some((arg, at) =>
      /^(-i|--include)=?inplace$/.test(
        arg.endsWith("inplace") ? arg : arg + (args[at + 1] ?? ""),
      ),
    )
      ? "awk -i inplace"
      : null,
  sd: (args) =>
    operands(args).length > 2 && !hasFlag(args, "p", "--preview") ? "sd" : null,
  patch: (args) => (args.includes("--dry-run") ? null : "patch"),

  truncate: always("truncate"),
  shred: always("shred"),
  dd: (args) =>
    args.some((arg) => arg.startsWith("of=") && !isDevice(arg.slice(3)))
      ? "dd"
      : null,
  tee: (args) =>
    operands(args).some((file) => !isDevice(file)) &&
    !hasFlag(args, "a", "--append")
      ? "tee"
      : null,
  sponge: (args) =>
    operands(args).length > 0 && !hasFlag(args, "a", "") ? "sponge" : null,
  sort: (args) =>
    args.some((arg) => /^-[a-zA-Z]*o|^--output/.test(arg)) ? "sort -o" : null,
  curl: (args) =>
    writesTo(args, /^(-[a-zA-WYZ]*o|--output)$/) ||
    args.some((arg) => /^(-[a-zA-WYZ]*O|--remote-name(-all)?)$/.test(arg))
      ? "curl -o"
      : null,
  wget: (args) =>
    writesTo(args, /^(-[a-z]*O|--output-document)$/) ? "wget -O" : null,

  tar: (args) =>
    /^[a-zA-Z]*x/.test(args[0] ?? "") ||
    hasFlag(args, "x", "--extract") ||
    args.includes("--get")
      ? "tar -x"
      : null,
  unzip: (args) => (hasFlag(args, "o", "") ? "unzip -o" : null),
  "7z": (args) =>
    /^[xe]$/.test(args[0] ?? "") &&
    (args.includes("-y") || args.includes("-aoa"))
      ? "7z x"
      : null,
  zip: (args) => (hasFlag(args, "m", "--move") ? "zip -m" : null),
  ...packers("gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz"),

  // cmd and PowerShell
  rmdir: (args) => removedFolder("rmdir", args),
  rd: (args) => removedFolder("rd", args),
  del: with1("del"),
  erase: with1("erase"),
  move: with2("move"),
  copy: with2("copy"),
  xcopy: with2("xcopy"),
  ren: with2("ren"),
  robocopy: (args) =>
    hasSwitch(args, "/mir") || hasSwitch(args, "/purge")
      ? "robocopy /mir"
      : null,
  "remove-item": (args) => powershellRemove("Remove-Item", args),
  ri: (args) => powershellRemove("ri", args),
  "move-item": always("Move-Item"),
  mi: with2("mi"),
  "copy-item": always("Copy-Item"),
  cpi: with2("cpi"),
  "rename-item": always("Rename-Item"),
  rni: with2("rni"),
  "clear-content": always("Clear-Content"),
  clc: with1("clc"),
  "set-content": always("Set-Content"),
  "out-file": (args) => (hasSwitch(args, "-append") ? null : "Out-File"),
  "tee-object": (args) => (hasSwitch(args, "-append") ? null : "Tee-Object"),
  "new-item": (args) => (hasSwitch(args, "-force") ? "New-Item -Force" : null),
  "expand-archive": (args) =>
    hasSwitch(args, "-force") ? "Expand-Archive -Force" : null,

  gh: (args) =>
    /^(pr (checkout|merge)|repo sync)$/.test(args.slice(0, 2).join(" "))
      ? `gh ${args[0]} ${args[1]}`
      : null,
  gio: (args) => (args[0] === "trash" ? "gio trash" : null),
  ...versioning({
    hg: "update up checkout revert purge strip rebase merge shelve unshelve remove rm rename mv import graft histedit backout rollback",
    sl: "goto go checkout revert purge clean rebase merge shelve unshelve remove rm mv undo",
    svn: "revert update up switch sw merge cleanup delete del remove rm move mv rename patch",
    jj: "abandon restore undo edit new rebase squash op operation next prev",
    p4: "revert sync clean delete move unshelve",
  }),
};

/** Other systems than git, by the verbs that change files. */
function versioning(verbs: Record<string, string>): Record<string, Risk> {
  const riskBy =
    (program: string, words: string[]): Risk =>
    (args) => {
      const [verb = ""] = operands(args);
      return words.includes(verb) ? `${program} ${verb}` : null;
    };
  return Object.fromEntries(
    Object.entries(verbs).map(([program, words]) => [
      program,
      riskBy(program, words.split(" ")),
    ]),
  );
}

function riskyFd(args: string[], isRisky: Judge): string | null {
  return runsRisky(args, /^(-x|-X|--exec|--exec-batch)$/, isRisky)
    ? "fd --exec"
    : null;
}

/** True when `find` or its kind runs something that destroys. */
function runsRisky(
  args: readonly string[],
  option: RegExp,
  isRisky: Judge,
): boolean {
  const at = args.findIndex((arg) => option.test(arg));
  // It adds operands of its own.
  return at >= 0 && isRisky([...args.slice(at + 1), "{}", "{}"]);
}

/** True when the option names a file to write, and not just the output. */
function writesTo(args: readonly string[], option: RegExp): boolean {
  return args.some((arg, at) => {
    const [, name = arg, value] = /^(--[a-z-]+)=(.*)$/.exec(arg) ?? [];
    if (!option.test(name)) return false;
    const file = value ?? args[at + 1] ?? "-";
    return file !== "-" && !isDevice(file);
  });
}

/** They leave another file in the place of the one they read. */
function packers(...names: string[]): Record<string, Risk> {
  const keeps = /^--(keep|stdout|to-stdout|test|list)$/;
  const isRisk = (args: string[]) =>
    operands(args).length > 0 &&
    !hasFlag(args, "kctl", "") &&
    !args.some((arg) => keeps.test(arg));
  return Object.fromEntries(
    names.map((name) => [name, (args) => (isRisk(args) ? name : null)]),
  );
}

/** True for a copy to another machine: `host:folder`. */
function isRemote(args: readonly string[]): boolean {
  return /^[^/\\]{2,}:/.test(operands(args).at(-1) ?? "");
}

/** True for a copy to somewhere, which may hold something already. */
function hasTarget(args: readonly string[]): boolean {
  return (
    isSeveral(operands(args)) ||
    args.some((arg) => arg.startsWith("--target-directory="))
  );
}

/** True for two operands and more; braces make several of one. */
function isSeveral(named: readonly string[]): boolean {
  return named.length > 1 || named.some((one) => /\{.*(,|\.\.).*\}/.test(one));
}

/** Without operands too: what to remove may come through a pipe. */
function powershellRemove(name: string, args: string[]): string {
  return isRecursive(args) ? `${name} -Recurse` : name;
}

function removedFolder(name: string, args: string[]): string | null {
  if (hasSwitch(args, "/s")) return `${name} /s`;
  return isRecursive(args) ? `${name} -Recurse` : null;
}

/** PowerShell’s `-Recurse`, of which a part is enough. */
function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-r(e(c(u(r(s(e)?)?)?)?)?)?$/i.test(arg));
}

function shown(program: string, args: readonly string[]): string {
  const named = operands(args);
  const flags = args
    .filter((arg) => arg !== "--" && !named.includes(arg))
    .join(" ");
  return flags ? `${program} ${flags}` : program;
}
