import type { Disk } from "../../../base/disk";
import { removeQuietly } from "../atomicWrite";
import type { Layout } from "../layout";
import { packNumbers } from "./packs";
import type { PackWriter } from "./packWriter";

/**
 * What was written to packs but is not referenced by a record yet. If the work ends
 * without a record it is removed: it would waste space on a full disk, and work
 * that is cancelled or fails repeatedly would add to it each time.
 */
export class UncommittedPacks {
  private writers: Pick<PackWriter, "discard">[] = [];

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
  ) {}

  get isEmpty(): boolean {
    return this.writers.length === 0;
  }

  add(writer: PackWriter): void {
    this.writers.push(writer);
  }

  /** Adds every pack from this number on, including those that other threads write. */
  addFrom(first: number): void {
    const discard = () => {
      for (const pack of packNumbers(this.disk, this.layout))
        if (pack >= first) removeQuietly(this.disk, this.layout.pack(pack));
    };
    this.writers.push({ discard });
  }

  /** From now on, a record on disk may refer to them. */
  commit(): void {
    this.writers = [];
  }

  /** In reverse order, because two writers may have appended to one pack. */
  discard(): void {
    for (const writer of this.writers.splice(0).reverse()) writer.discard();
  }
}
