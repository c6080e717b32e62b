/**
 * Recently shown contents, so that the editor's repeated requests for one document (its size, its
 * bytes, its bytes again) cost one read.
 */
export class BytesCache {
  private readonly entries = new Map<string, Promise<Uint8Array>>();
  private readonly sizes = new Map<string, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.entries.get(key);
    if (known) {
      // Move it to the end: the map is ordered by last use.
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const reading = read();
    this.entries.set(key, reading);
    reading.then(
      (bytes) => this.account(key, reading, bytes.byteLength),
      // Failures are not cached, because the next request may succeed.
      () => this.forget(key, reading),
    );
    return reading;
  }

  private account(key: string, of: Promise<Uint8Array>, size: number): void {
    if (this.entries.get(key) !== of) return;
    this.sizes.set(key, size);
    this.total += size;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.maxBytes) break;
      const entry = this.entries.get(oldest);
      if (entry) this.forget(oldest, entry);
    }
  }

  private forget(key: string, of: Promise<Uint8Array>): void {
    if (this.entries.get(key) !== of) return;
    this.entries.delete(key);
    this.total -= this.sizes.get(key) ?? 0;
    this.sizes.delete(key);
  }
}
