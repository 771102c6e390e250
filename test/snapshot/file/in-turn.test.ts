import { expect, it } from 'vitest';
import { inTurn } from '../../../src/snapshot/file/in-turn.js';

it('Work in turn goes on after work that failed, and begins not before it has', async () => {
  const steps: string[] = [];
  const work = inTurn(async (name: string) => {
    steps.push(`${name} begins`);
    await new Promise(setImmediate);
    steps.push(`${name} ends`);
    if (name === 'bad') throw new Error('It is bad.');
    return name;
  });
  const [bad, good] = [work('bad'), work('good')];
  await expect(bad).rejects.toThrow('It is bad.');
  expect(await good).toBe('good');
  expect(steps).toEqual(['bad begins', 'bad ends', 'good begins', 'good ends']);
});
