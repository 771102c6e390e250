import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collationKey, collationLetters, compareCodePoints } from '../../src/base/collation.js';
import { runs } from '../random-seed.js';

function sortByKey(texts: string[]): string[] {
  return texts.sort((a, b) => (collationKey(a) < collationKey(b) ? -1 : 1));
}

const baseOf = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

describe('collationKey', () => {
  it('compares base letters first, then accents, then case with lower case first', () => {
    expect(sortByKey(['cote', 'Côté', 'côte', 'Cote', 'coté', 'côté', 'cot', 'coze'])).toEqual([
      ...['cot', 'cote', 'Cote', 'coté', 'côte', 'côté', 'Côté', 'coze'],
    ]);
  });

  it('sorts word by word, a heading before the longer headings that begin with it', () => {
    expect(sortByKey(['seasons', 'sea wolf', 'sea', 'Sea', 'seas'])).toEqual([
      ...['sea', 'Sea', 'sea wolf', 'seas', 'seasons'],
    ]);
  });

  it('sorts letters that Unicode does not decompose, such as Ø, as their base letters', () => {
    expect(sortByKey(['Øst', 'Out', 'Oslo', 'łąka', 'lamp', 'Æsop', 'adze', 'Aft'])).toEqual([
      ...['adze', 'Æsop', 'Aft', 'łąka', 'lamp', 'Oslo', 'Øst', 'Out'],
    ]);
  });

  it('sorts surrogate pairs by code point', () => {
    expect(sortByKey(['𐐷', '\uffe6', '\uf000', '東'])).toEqual(
      ['東', '\uffe6', '\uf000', '𐐷'].sort((a, b) => compareCodePoints(baseOf(a), baseOf(b))),
    );
  });

  it('returns different keys for different texts, in the order of their base letters', () => {
    const letters = fc.constantFrom(...'abAB éÉ́', '\u0000', '𐐷', '\uffee', 'Å', 'Å');
    const text = fc.oneof(
      fc.string({ unit: letters, maxLength: 6 }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(collationKey(a) === collationKey(b)).toBe(a === b);
      }),
      { numRuns: runs(2000) },
    );
    const plain = fc.string({ unit: fc.constantFrom(...'abAB éÉ𐐷\uffee'), maxLength: 6 });
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const order = compareCodePoints(baseOf(a), baseOf(b));
        if (order !== 0) expect(collationKey(a) < collationKey(b)).toBe(order < 0);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('sorts ASCII texts of equal length in the same order with and without the fast path for ASCII', () => {
    // An accented letter at the end disables the fast path for the whole text.
    const plain = fc.string({ unit: fc.constantFrom(...'azAZ 09.-'), maxLength: 8 });
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const isBefore = collationKey(a) < collationKey(b);
        if (baseOf(a) !== baseOf(b) && a.length === b.length) {
          expect(collationKey(`${a}é`) < collationKey(`${b}é`)).toBe(isBefore);
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

it('collationLetters returns the base letters, which collation keys compare first', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [collationLetters(a), collationLetters(b)];
      if (left !== right) expect(collationKey(a) < collationKey(b)).toBe(left < right);
    }),
  );
  expect(['Žižek', 'ÆSOP', "O'Brien", '東京'].map(collationLetters)).toEqual([
    ...['zizek', 'aesop', "o'brien", '東京'],
  ]);
});

/** Compares two strings by code point, as a reference for `compareCodePoints`. */
function byCodePoint(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0)!);
  const right = Array.from(b, (character) => character.codePointAt(0)!);
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at === -1) return left.length - right.length;
  return at >= right.length ? 1 : left[at] - right[at];
}

describe('compareCodePoints', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}'),
      maxLength: 4,
    }),
  );

  it('compares strings code point by code point', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(byCodePoint(a, b)));
      }),
      { numRuns: 1000 },
    );
  });

  it('compares strings in the order of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
