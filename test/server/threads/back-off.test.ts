import { expect, it } from 'vitest';
import { createBackOff } from '../../../src/server/threads/back-off.js';

const SHORT_UPTIME_MS = 500;
const LONG_UPTIME_MS = 60_000;

it('A worker with a long uptime is restarted at once', () => {
  const backOff = createBackOff();
  expect([LONG_UPTIME_MS, LONG_UPTIME_MS, LONG_UPTIME_MS].map(backOff.recordExit)).toEqual([
    0, 0, 0,
  ]);
  expect(backOff.consecutiveFailures).toBe(1);
});

it('Workers with a short uptime are restarted with growing delays, up to 5 seconds', () => {
  const backOff = createBackOff();
  const delays = Array.from({ length: 9 }, () => backOff.recordExit(SHORT_UPTIME_MS));
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  expect(backOff.consecutiveFailures).toBe(9);
});

it('A long uptime resets the delay', () => {
  const backOff = createBackOff();
  for (let i = 0; i < 5; i++) backOff.recordExit(SHORT_UPTIME_MS);
  expect([LONG_UPTIME_MS, SHORT_UPTIME_MS, SHORT_UPTIME_MS].map(backOff.recordExit)).toEqual([
    0, 100, 200,
  ]);
});
