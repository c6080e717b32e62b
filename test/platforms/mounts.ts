import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A disk created for one suite: its folder, and how to remove it. */
export interface Mounted {
  dir: string;
  remount(options: string): void;
  dispose(): void;
}

/**
 * The abilities of a disk; verified when it is mounted, so that the table stays
 * correct.
 */
export interface Traits {
  hasModes: boolean;
  hasLinks: boolean;
  ignoresCase: boolean;
}

/** The available kinds of disk. NTFS is mounted case-insensitive. */
export type Kind = "ext4" | "xfs" | "btrfs" | "ntfs" | "exfat" | "sshfs";

export const TRAITS: Readonly<Record<Kind, Traits>> = {
  ext4: { hasModes: true, hasLinks: true, ignoresCase: false },
  xfs: { hasModes: true, hasLinks: true, ignoresCase: false },
  btrfs: { hasModes: true, hasLinks: true, ignoresCase: false },
  ntfs: { hasModes: false, hasLinks: true, ignoresCase: true },
  exfat: { hasModes: false, hasLinks: false, ignoresCase: true },
  sshfs: { hasModes: true, hasLinks: true, ignoresCase: false },
};

/** The minimum size of each kind, unless given. */
const SIZES: Readonly<Partial<Record<Kind, number>>> = { xfs: 320, btrfs: 200 };

/** Creates such a disk in a file and mounts it; requires root. */
export function mount(kind: Kind, sizeMb = SIZES[kind] ?? 64): Mounted {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-disk-"));
  const dir = path.join(base, "disk");
  const image = path.join(base, "image");
  fs.mkdirSync(dir);
  fs.writeFileSync(image, "");
  fs.truncateSync(image, sizeMb * 1024 ** 2);
  const loop = MOUNTS[kind](image, dir, base);
  return {
    dir,
    remount: (options) => run("mount", "-o", `remount,${options}`, dir),
    dispose() {
      if (spawnSync("umount", [dir]).status !== 0)
        spawnSync("umount", ["-l", dir]);
      if (loop) spawnSync("losetup", ["-d", loop]);
      fs.rmSync(base, { recursive: true, force: true });
    },
  };
}

type Mount = (image: string, dir: string, base: string) => string | void;

const MOUNTS: Readonly<Record<Kind, Mount>> = {
  ext4(image, dir) {
    run("mkfs.ext4", "-q", "-F", image);
    run("mount", "-o", "loop", image, dir);
  },
  xfs(image, dir) {
    run("mkfs.xfs", "-q", image);
    run("mount", "-o", "loop", image, dir);
  },
  btrfs(image, dir) {
    run("mkfs.btrfs", "-q", image);
    run("mount", "-o", "loop", image, dir);
  },
  ntfs(image, dir) {
    run("mkntfs", "-F", "-Q", "-q", image);
    run("lowntfs-3g", "-o", "ignore_case", image, dir);
  },
  exfat(image, dir) {
    run("mkfs.exfat", image);
    const loop = run("losetup", "-f", "--show", image).trim();
    run("mount.exfat-fuse", loop, dir);
    return loop;
  },
  sshfs(_image, dir, base) {
    const there = path.join(base, "server");
    const ssh = path.join(base, "ssh");
    fs.mkdirSync(there);
    const server = "/usr/lib/openssh/sftp-server";
    fs.writeFileSync(ssh, `#!/bin/sh\nexec ${server}\n`, { mode: 0o755 });
    run("sshfs", `here:${there}`, dir, "-o", `ssh_command=${ssh}`);
  },
};

/** What the disk actually supports, found out by trying. */
export function traitsOf(dir: string): Traits {
  const at = fs.mkdtempSync(path.join(dir, "traits-"));
  const file = path.join(at, "File");
  fs.writeFileSync(file, "");
  fs.chmodSync(file, 0o640);
  const traits = {
    hasModes: (fs.statSync(file).mode & 0o777) === 0o640,
    hasLinks: canLink(path.join(at, "link")),
    ignoresCase: fs.existsSync(path.join(at, "fILE")),
  };
  fs.rmSync(at, { recursive: true });
  return traits;
}

function canLink(file: string): boolean {
  try {
    fs.symlinkSync("target", file);
    return true;
  } catch {
    return false; // that is the answer
  }
}

function run(program: string, ...args: string[]): string {
  const env = {
    ...process.env,
    PATH: `${process.env["PATH"]}:/usr/sbin:/sbin`,
  };
  return execFileSync(program, args, { env, encoding: "utf8", stdio: "pipe" });
}
