import { expect, it } from 'vitest';
import { eachFileOnce } from '../../src/import/each-file-once.js';

it('Of paths of one file the first stays, and standard input is no file', () => {
  const paths = ['a.mrc', './a.mrc', '-', 'more/../a.mrc', 'b.mrc', './-'];
  expect(eachFileOnce(paths)).toEqual(['a.mrc', '-', 'b.mrc', './-']);
});
