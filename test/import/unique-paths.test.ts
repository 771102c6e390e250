import { expect, it } from 'vitest';
import { uniquePaths } from '../../src/import/import-records.js';

it('uniquePaths keeps standard input and the first path of each file', () => {
  const paths = ['a.mrc', './a.mrc', '-', 'more/../a.mrc', 'b.mrc', './-'];
  expect(uniquePaths(paths)).toEqual(['a.mrc', '-', 'b.mrc', './-']);
});
