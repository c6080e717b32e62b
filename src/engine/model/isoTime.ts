/** Formats a time for machine-readable data: ISO 8601, UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
