/**
 * What an agent sent, read with distrust: every field may be missing, of
 * another type, or spelled in one of two ways.
 */
export type Payload = Readonly<Record<string, unknown>>;

/** Returns the object in the text; null when there is none (empty, cut off, not JSON). */
export function parsePayload(text: string): Payload | null {
  // Some agents begin with a byte order mark, which JSON does not know.
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean === "") return null;
  try {
    return asObject(JSON.parse(clean));
  } catch {
    return null;
  }
}

/** Returns the first of the fields that is text and not empty. */
export function textOf(
  payload: Payload | null,
  ...fields: string[]
): string | null {
  for (const field of fields) {
    const value = payload?.[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** Returns the first of the fields that is an object, also one written as JSON text. */
export function objectOf(
  payload: Payload | null,
  ...fields: string[]
): Payload | null {
  for (const field of fields) {
    const value = payload?.[field];
    const object =
      typeof value === "string" ? parsePayload(value) : asObject(value);
    if (object) return object;
  }
  return null;
}

export function textsOf(payload: Payload | null, field: string): string[] {
  const value = payload?.[field];
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is string => typeof one === "string" && one !== "",
  );
}

/** Returns the objects of a list. */
export function objectsOf(payload: Payload | null, field: string): Payload[] {
  const value = payload?.[field];
  if (!Array.isArray(value)) return [];
  return value.map(asObject).filter((one) => one !== null);
}

function asObject(value: unknown): Payload | null {
  const isObject =
    typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Payload) : null;
}
