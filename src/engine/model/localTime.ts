/**
 * Returns a time as people read it where they are, to the second:
 * `2026-11-16 10:30:05`. A reference takes it in the same form.
 */
export function localTime(ms: number): string {
  const at = new Date(ms);
  const two = (n: number) => String(n).padStart(2, "0");
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  );
}
