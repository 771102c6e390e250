/** The maximum number of measured rounds. */
const MAX_ROUNDS = 200;
/** The duration of the warm-up, as a fraction of the time for measured rounds. */
const WARM_UP_SHARE = 0.5;

/**
 * Runs all tasks in turn, round after round. Consecutive runs of one task would be faster than what callers
 * get, because the caches of the processor would still contain the data of the task.
 *
 * @param run runs a task and returns its time in milliseconds
 * @param timeMs the time for all measured rounds; at least 1 and at most 200 rounds are measured. Before them,
 *   rounds run as a warm-up for half this time, at least one round
 * @returns the times of each task
 */
export async function runInRounds(
  count: number,
  run: (task: number) => number | Promise<number>,
  timeMs: number,
): Promise<number[][]> {
  const times = Array.from({ length: count }, (): number[] => []);
  const runAll = async (isMeasured: boolean) => {
    for (let task = 0; task < count; task++) {
      const ran = run(task);
      const time = typeof ran === 'number' ? ran : await ran;
      if (isMeasured) times[task].push(time);
    }
  };
  const warmedUp = performance.now() + timeMs * WARM_UP_SHARE;
  do await runAll(false);
  while (performance.now() < warmedUp);
  const end = performance.now() + timeMs;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round > 0 && performance.now() >= end) break;
    await runAll(true);
  }
  return times;
}
