import type { Meter } from './meter.js';

const INTERVAL_MS = 50;

/**
 * Measures every 50 ms how late a timer fires, which is how long the event loop is blocked. The meter counts these delays
 * in a histogram. Histograms of several processes can be added up, unlike the results of `monitorEventLoopDelay`.
 *
 * @returns a function that stops the measurement
 */
export function measureEventLoopDelay(meter: Meter): () => void {
  let dueAt = performance.now() + INTERVAL_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    meter.countDelay(Math.max(0, now - dueAt) / 1000);
    dueAt = now + INTERVAL_MS;
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
