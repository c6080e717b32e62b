/**
 * Returns a text with what a terminal would act on, or what turns the direction
 * of reading, written out: agents and clients show answers to people as they
 * are. Line breaks stay.
 */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
