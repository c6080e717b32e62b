/** Lists longer than this are converted to text in parts. */
const MANY = 2_000;
const PART = 1_000;

/** Converts the values of the list with this name; undefined to write them unchanged. */
type Encode = ((value: unknown) => unknown) | undefined;

/**
 * Encodes a plain object as JSON in UTF-8. The lists of a first capture are as long
 * as the folder is large; a single string would need memory in addition to its
 * bytes.
 */
export function jsonBytes(
  object: object,
  encodeOf: (key: string) => Encode = () => undefined,
): Buffer {
  const isLong = Object.values(object).some(
    (value) => Array.isArray(value) && value.length > MANY,
  );
  if (!isLong) {
    const written: Record<string, unknown> = { ...object };
    for (const [key, value] of Object.entries(object)) {
      const encode = Array.isArray(value) ? encodeOf(key) : undefined;
      if (encode) written[key] = (value as unknown[]).map(encode);
    }
    return Buffer.from(JSON.stringify(written), "utf8");
  }
  const text = new Growing();
  let separator = "{";
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue;
    text.add(`${separator}${JSON.stringify(key)}:`);
    separator = ",";
    if (Array.isArray(value)) addList(text, value, encodeOf(key));
    else text.add(JSON.stringify(value));
  }
  text.add("}");
  return text.bytes();
}

function addList(
  text: Growing,
  list: readonly unknown[],
  encode: Encode,
): void {
  text.add("[");
  for (let at = 0; at < list.length; at += PART) {
    const values = list.slice(at, at + PART);
    const rows = encode ? values.map((value) => encode(value)) : values;
    const part = JSON.stringify(rows).slice(1, -1);
    text.expect((part.length * (list.length - at)) / PART);
    text.add(at === 0 ? part : "," + part);
  }
  text.add("]");
}

/** A byte buffer that grows, ideally once: by the expected remaining size. */
class Growing {
  private buffer = Buffer.allocUnsafeSlow(1 << 20);
  private length = 0;

  add(text: string): void {
    const end = this.length + Buffer.byteLength(text);
    if (end > this.buffer.length) this.grow(Math.max(end, this.length * 1.25));
    this.length += this.buffer.write(text, this.length);
  }

  /** Sets how many more bytes are expected. */
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
