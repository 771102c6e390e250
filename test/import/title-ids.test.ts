import { expect, it } from 'vitest';
import { titleIds } from '../../src/import/title-ids.js';

it('As many titles as there are of one id get ids of their own', () => {
  const ids = titleIds();
  const given = Array.from({ length: 100_000 }, () => ids.give('7'));
  expect(given.slice(0, 3)).toEqual(['7', '7-2', '7-3']);
  expect(given.at(-1)).toBe('7-100000');
});
