import type { Disk } from "../../base/disk";
import { removeQuietly } from "./atomicWrite";
import type { Layout } from "./layout";
import { packNumbers } from "./packs";
import type { PackWriter } from "./packWriter";

/**
 * What was written to packs and no record mentions yet. When the work ends
 * without one it is removed: on a full disk it would be in the way, and work
 * that is cancelled or fails again and again would add to it each time.
 */
export class Unmentioned {
  private writers: Pick<PackWriter, "takeBack">[] = [];

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
  ) {}

  add(writer: PackWriter): void {
    this.writers.push(writer);
  }

  /** Everything from this pack on, which other threads write too. */
  addFrom(first: number): void {
    const takeBack = () => {
      for (const pack of packNumbers(this.disk, this.layout))
        if (pack >= first) removeQuietly(this.disk, this.layout.pack(pack));
    };
    this.writers.push({ takeBack });
  }

  /** From now on a record may be on the disk that mentions them. */
  mention(): void {
    this.writers = [];
  }

  /** The last first: two may have written to one pack. */
  takeBack(): void {
    for (const writer of this.writers.splice(0).reverse()) writer.takeBack();
  }
}
