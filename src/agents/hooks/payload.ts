/**
 * What an agent sent. It is untrusted: any field may be missing, have another type, or be
 * spelled in one of two ways.
 */
export type Payload = Readonly<Record<string, unknown>>;

/** Parses the text as a JSON object; returns null if it is empty, truncated or something else. */
export function parsePayload(text: string): Payload | null {
  // Some agents start with a byte order mark, which JSON does not allow.
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean === "") return null;
  try {
    return asObject(JSON.parse(clean));
  } catch {
    return null;
  }
}

/** Returns the first of the fields that is a non-empty string. */
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

/** Returns the first of the fields that is an object, or a string containing a JSON object. */
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

/** Returns the objects in a list field. */
export function objectsOf(payload: Payload | null, field: string): Payload[] {
  const value = payload?.[field];
  if (!Array.isArray(value)) return [];
  return value.map(asObject).filter((one) => one !== null);
}

export function asObject(value: unknown): Payload | null {
  const isObject =
    typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Payload) : null;
}
