import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collationKey, collationLetters } from '../../../src/search/columns/collation.js';
import { compareCodePoints } from '../../../src/search/string-table.js';

function sorted(texts: string[]): string[] {
  return texts.sort((a, b) => (collationKey(a) < collationKey(b) ? -1 : 1));
}

const baseOf = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

describe('A collation key', () => {
  it('puts base letters before accents, accents before case, lower case before upper', () => {
    expect(sorted(['cote', 'Côté', 'côte', 'Cote', 'coté', 'côté', 'cot', 'coze'])).toEqual([
      ...['cot', 'cote', 'Cote', 'coté', 'côte', 'côté', 'Côté', 'coze'],
    ]);
  });

  it('files a shorter heading before a longer one that begins with it, word by word', () => {
    expect(sorted(['seasons', 'sea wolf', 'sea', 'Sea', 'seas'])).toEqual([
      ...['sea', 'Sea', 'sea wolf', 'seas', 'seasons'],
    ]);
  });

  it('files letters that do not decompose under their base letters', () => {
    expect(sorted(['Øst', 'Out', 'Oslo', 'łąka', 'lamp', 'Æsop', 'adze', 'Aft'])).toEqual([
      ...['adze', 'Æsop', 'Aft', 'łąka', 'lamp', 'Oslo', 'Øst', 'Out'],
    ]);
  });

  it('orders by code point what lies above all that two bytes can say', () => {
    expect(sorted(['𐐷', '\uffe6', '\uf000', '東'])).toEqual(
      ['東', '\uffe6', '\uf000', '𐐷'].sort((a, b) => compareCodePoints(baseOf(a), baseOf(b))),
    );
  });

  it('is different for different texts, and base letters decide before all else', () => {
    const letters = fc.constantFrom(...'abAB éÉ́', '\u0000', '𐐷', '\uffee', 'Å', 'Å');
    const text = fc.oneof(
      fc.string({ unit: letters, maxLength: 6 }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(collationKey(a) === collationKey(b)).toBe(a === b);
      }),
      { seed: 6, numRuns: 2000 },
    );
    const plain = fc.string({ unit: fc.constantFrom(...'abAB éÉ𐐷\uffee'), maxLength: 6 });
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const order = compareCodePoints(baseOf(a), baseOf(b));
        if (order !== 0) expect(collationKey(a) < collationKey(b)).toBe(order < 0);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('is the same key whichever way plain text is read', () => {
    // An accented letter at the very end takes the whole text the long way.
    const plain = fc.string({ unit: fc.constantFrom(...'azAZ 09.-'), maxLength: 8 });
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const short = collationKey(a) < collationKey(b);
        if (baseOf(a) !== baseOf(b) && a.length === b.length) {
          expect(collationKey(`${a}é`) < collationKey(`${b}é`)).toBe(short);
        }
      }),
      { seed: 8, numRuns: 1000 },
    );
  });
});

it('Collation letters decide before all else in a collation key', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [collationLetters(a), collationLetters(b)];
      if (left !== right) expect(collationKey(a) < collationKey(b)).toBe(left < right);
    }),
    { seed: 5 },
  );
  expect(['Žižek', 'ÆSOP', "O'Brien", '東京'].map(collationLetters)).toEqual([
    ...['zizek', 'aesop', "o'brien", '東京'],
  ]);
});
