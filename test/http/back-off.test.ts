import { expect, it } from 'vitest';
import { createBackOff } from '../../src/http/back-off.js';

const SOON = 500;
const LATE = 60_000;

it('What worked for long is started again at once', () => {
  const backOff = createBackOff();
  expect([LATE, LATE, LATE].map(backOff.ended)).toEqual([0, 0, 0]);
  expect(backOff.inARow).toBe(1);
});

it('What ends soon is started again later each time, up to five seconds', () => {
  const backOff = createBackOff();
  const waits = Array.from({ length: 9 }, () => backOff.ended(SOON));
  expect(waits).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  expect(backOff.inARow).toBe(9);
});

it('What works for long after all is forgiven', () => {
  const backOff = createBackOff();
  for (let i = 0; i < 5; i++) backOff.ended(SOON);
  expect([LATE, SOON, SOON].map(backOff.ended)).toEqual([0, 100, 200]);
});
