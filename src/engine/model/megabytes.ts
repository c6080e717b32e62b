/** Returns how many MB that is, as the settings count them: `0.3`, `12`, `5,120`. */
export function megabytes(bytes: number): string {
  const value = bytes / (1024 * 1024);
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}
