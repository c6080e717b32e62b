import type { GitPlace } from "../../base/gitFiles";
import { findGit, GitReader } from "./gitHead";
import { gitMove, type GitHead, type GitMove } from "./outsideLabel";

/** What the recorder needs to know about the repository of a folder. */
export interface Git {
  /** Returns what git did since the last call; null if nothing. */
  look(): Promise<GitMove | null>;
  isBusy(): Promise<boolean>;
}

/** Follows HEAD of the repository that contains a folder; there may be none, or one later. */
export class GitFollower implements Git {
  private reader: GitReader | null = null;
  private last: GitHead | null = null;

  constructor(private readonly root: string) {}

  get place(): GitPlace | null {
    return this.reader?.place ?? null;
  }

  async look(): Promise<GitMove | null> {
    const reader = (this.reader ??= await this.find());
    if (!reader) return null;
    const before = this.last;
    this.last = await reader.read();
    return before && gitMove(before, this.last);
  }

  async isBusy(): Promise<boolean> {
    return (await this.reader?.isBusy()) ?? false;
  }

  private async find(): Promise<GitReader | null> {
    const place = await findGit(this.root);
    return place && new GitReader(place);
  }
}
