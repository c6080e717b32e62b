/** Lists longer than this are turned to text in parts. */
const MANY = 2_000;
const PART = 1_000;

/**
 * A plain object as JSON in UTF-8. The lists of a first capture are as long as
 * the folder is large: as one string beside its bytes they would be held twice.
 */
export function jsonBytes(object: object): Buffer {
  const isLong = Object.values(object).some(
    (value) => Array.isArray(value) && value.length > MANY,
  );
  if (!isLong) return Buffer.from(JSON.stringify(object), "utf8");
  const text = new Growing();
  let separator = "{";
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    text.add(`${separator}${JSON.stringify(key)}:`);
    separator = ",";
    if (Array.isArray(value)) addList(text, value);
    else text.add(JSON.stringify(value));
  }
  text.add("}");
  return text.bytes();
}

function addList(text: Growing, list: readonly unknown[]): void {
  text.add("[");
  for (let at = 0; at < list.length; at += PART) {
    const part = JSON.stringify(list.slice(at, at + PART)).slice(1, -1);
    text.expect((part.length * (list.length - at)) / PART);
    text.add(at === 0 ? part : "," + part);
  }
  text.add("]");
}

/** Bytes in one block that grows, at best once: by what is still to come. */
class Growing {
  private buffer = Buffer.allocUnsafeSlow(1 << 20);
  private length = 0;

  add(text: string): void {
    const end = this.length + Buffer.byteLength(text);
    if (end > this.buffer.length) this.grow(Math.max(end, this.length * 1.25));
    this.length += this.buffer.write(text, this.length);
  }

  /** Says how much is likely to come. */
  expect(sizeBytes: number): void {
    const likely = this.length + sizeBytes;
    if (likely > this.buffer.length) this.grow(likely * 1.1);
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  private grow(sizeBytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.ceil(sizeBytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
