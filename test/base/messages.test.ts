import { expect, describe as group, it } from 'vitest';
import {
  describe,
  messageLine,
  printable,
  StructureError,
  typeError,
} from '../../src/base/messages.js';

group('Messages', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [[], 'an array'],
    [Promise.resolve(), 'a promise'],
    [{}, 'an object'],
    [new Date(), 'a Date'],
    [new Map(), 'a Map'],
    [5n, 'the bigint 5'],
    [() => {}, 'a function'],
    [1.5, 'the number 1.5'],
    ['a"b', 'the string "a\\"b"'],
    ['x'.repeat(61), `the string "${'x'.repeat(60)}..."`],
  ])('describe %o', (value, description) => {
    expect(describe(value)).toBe(description);
  });

  it('name the place, the expected value and the found value', () => {
    expect(typeError('open: path', 'a path', 7).message).toBe(
      'open: path: expected a path, found the number 7',
    );
    const error = new StructureError('titles.terms', 'ascending numbers', 7);
    expect(error.message).toBe('titles.terms: expected ascending numbers, found 7');
    expect(error).toMatchObject({ name: 'StructureError', structure: 'titles.terms', found: 7 });
  });

  it('contain no control characters and no line breaks when they are printed', () => {
    expect(printable('Moby\u001b[2J\u202e\u2028\u007f')).toBe(
      'Moby\\u001b[2J\\u202e\\u2028\\u007f',
    );
    expect(messageLine('request failed: Error: no title\n    at run')).toBe(
      'carrel: request failed: Error: no title at run',
    );
  });
});
