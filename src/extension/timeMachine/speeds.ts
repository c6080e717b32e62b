/** Steps per second while playing. */
export const SPEEDS = [1, 2, 5, 10, 25] as const;
export const USUAL_SPEED = 2;
