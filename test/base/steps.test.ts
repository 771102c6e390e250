import { expect, it } from 'vitest';
import { runSteps } from '../../src/base/steps.js';

it('runSteps runs all steps and returns the result', () => {
  const steps: number[] = [];
  function* count(): Generator<undefined, string, void> {
    for (let step = 0; step < 3; step++) {
      steps.push(step);
      yield;
    }
    return 'done';
  }
  expect(runSteps(count())).toBe('done');
  expect(steps).toEqual([0, 1, 2]);
});
