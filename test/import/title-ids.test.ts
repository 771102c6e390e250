import { expect, it } from 'vitest';
import { createTitleIds } from '../../src/import/title-importer.js';

it('createTitleIds assigns unique ids to 100,000 titles with the same id', () => {
  const ids = createTitleIds();
  const assigned = Array.from({ length: 100_000 }, () => ids.assign('7'));
  expect(assigned.slice(0, 3)).toEqual(['7', '7-2', '7-3']);
  expect(assigned.at(-1)).toBe('7-100000');
});
