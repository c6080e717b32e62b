/** Paths of one folder, and the point in time to restore them from. */
export interface PointPaths<Session> {
  session: Session;
  to: string;
  paths: string[];
}

/**
 * Groups the rows' paths by folder and point. Each group is one restore with one guard,
 * however many rows were chosen. A path that occurs twice is restored from the first of
 * its points.
 */
export function pathsByPoint<Session>(
  rows: readonly PointPaths<Session>[],
): PointPaths<Session>[] {
  const points: PointPaths<Session>[] = [];
  for (const { session, to, paths } of rows) {
    const known = points.filter((point) => point.session === session);
    const fresh = paths.filter(
      (path) => !known.some((point) => point.paths.includes(path)),
    );
    const same = known.find((point) => point.to === to);
    if (same) same.paths.push(...fresh);
    else if (fresh.length > 0) points.push({ session, to, paths: fresh });
  }
  return points;
}
