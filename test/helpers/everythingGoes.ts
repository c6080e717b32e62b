/** Retention that keeps only what it must. */
export const everythingGoes = {
  guard: 0,
  session: 0,
  hourlyForHours: 0,
  dailyForDays: 0,
  windowHours: 0,
};
