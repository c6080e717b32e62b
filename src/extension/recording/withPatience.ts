/** Waits for work that a user's own action waits for, but no longer than this. */
export async function withPatience(
  work: Promise<unknown>,
  patienceMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([work, tooLong]);
  clearTimeout(timer);
}
