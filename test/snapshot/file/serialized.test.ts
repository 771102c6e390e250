import { describe, expect, it } from 'vitest';
import { serialized } from '../../../src/snapshot/file/task-thread.js';

describe('serialized', () => {
  it('starts each call after the previous call has ended, even with an error', async () => {
    const steps: string[] = [];
    const run = serialized(async (name: string) => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (name === 'bad') throw new Error('failed');
      return name;
    });
    const [bad, good] = [run('bad'), run('good')];
    await expect(bad).rejects.toThrow('failed');
    expect(await good).toBe('good');
    expect(steps).toEqual(['bad begins', 'bad ends', 'good begins', 'good ends']);
  });
});
