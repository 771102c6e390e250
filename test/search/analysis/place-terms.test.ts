import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldInPlace } from '../../../src/search/analysis/fold.js';
import { analyze, analyzeRuns, placeTerms } from '../../../src/search/analysis/tokenizer.js';
import { runs } from '../../random-seed.js';

/** Texts whose terms have other lengths than their words, or whose words consist of several terms. */
const PARTS = [
  ...["O'Brien", 'O’Brien', "l'été", 'e-mail', 'mother-in-law', 'J. K.', '20,000', "Alice's"],
  ...['Æsop', 'Straße', 'ﬁne', 'Süskind', 'Su\u0308skind', 'Måns', 'co\u00adoperate', 'Fedorʹ'],
  ...['ʻAbd', 'ﾊﾞﾘﾞ', '東京都', '紅樓夢', '한글', '\u1112\u1161\u11ab', 'हिन्दी', 'الكتاب', 'والكتاب'],
  ...[
    '0-439-02348-3',
    '0439023483',
    '978 0 439 02348 1',
    '٢٠١٠',
    '½',
    '㎏',
    'İ',
    'Σς',
    '𐐷𐐷',
    '𠮷野',
  ],
  ...[
    '&',
    ' ',
    ' ',
    ' ',
    '-',
    "'",
    '.',
    ',',
    '\n',
    '\u0301',
    '\u200d',
    '\u093f',
    'ﾞ',
    '\ud800',
    'x',
  ],
];

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);

function wordsOf(text: string): readonly (readonly [term: string, word: string])[] {
  return placeTerms(text)
    .flat()
    .map(({ term, start, end }) => [term, text.slice(start, end)]);
}

describe('placeTerms', () => {
  it('returns the terms of analyzeRuns', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(placeTerms(text).map((run) => run.map(({ term }) => term))).toEqual(
          analyzeRuns(text),
        );
      }),
      { numRuns: runs(5000) },
    );
  });

  it('returns ranges that begin and end between characters', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of placeTerms(text).flat()) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          for (const at of [start, end]) {
            const [before, after] = [text.slice(0, at), text.slice(at)];
            expect(/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after)).toBe(false);
            expect(before !== '' && /^\p{M}/u.test(after), `${text}: ${at}`).toBe(false);
          }
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('returns the range of each word, which alone has the same term', () => {
    const separated = fc.array(fc.constantFrom(...PARTS), { maxLength: 9 });
    fc.assert(
      fc.property(separated, (parts) => {
        const text = parts.join(' ');
        for (const { term, start, end } of placeTerms(text).flat()) {
          expect(analyze(text.slice(start, end)), text).toContain(term);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it.for<[text: string, words: readonly (readonly [term: string, word: string])[]]>([
    [
      'Moby-Dick',
      [
        ['moby', 'Moby'],
        ['dick', 'Dick'],
        ['mobydick', 'Moby-Dick'],
      ],
    ],
    [
      'The O’Brien',
      [
        ['the', 'The'],
        ['obrien', 'O’Brien'],
        ['o', 'O'],
        ['brien', 'Brien'],
      ],
    ],
    [
      "Alice's",
      [
        ['alices', "Alice's"],
        ['alice', 'Alice'],
      ],
    ],
    [
      'R & D',
      [
        ['r', 'R'],
        ['and', '&'],
        ['d', 'D'],
      ],
    ],
    [
      'Su\u0308ß!',
      [
        ['suss', 'Su\u0308ß'],
        ['suess', 'Su\u0308ß'],
      ],
    ],
    [
      'ﬁne Æ',
      [
        ['fine', 'ﬁne'],
        ['ae', 'Æ'],
      ],
    ],
    [
      '紅樓夢',
      [
        ['红楼', '紅樓'],
        ['楼梦', '樓夢'],
        ['梦', '夢'],
      ],
    ],
    [
      '𠮷野家',
      [
        ['𠮷野', '𠮷野'],
        ['野家', '野家'],
        ['家', '家'],
      ],
    ],
    [
      'ﾊﾞｽ',
      [
        ['バス', 'ﾊﾞｽ'],
        ['ス', 'ｽ'],
      ],
    ],
    [
      'في الكتاب',
      [
        ['في', 'في'],
        ['كتاب', 'الكتاب'],
      ],
    ],
    [
      'ISBN 0-439-02348-3.',
      [
        ['isbn', 'ISBN'],
        ['9780439023481', '0-439-02348-3'],
      ],
    ],
    [
      'co\u00adop Fedorʹ',
      [
        ['coop', 'co\u00adop'],
        ['fedor', 'Fedorʹ'],
      ],
    ],
  ])('returns the word of each term of %s', ([text, words]) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('foldInPlace', () => {
  it('folds like fold, with a range of the text for each code unit', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: folded, starts, ends } = foldInPlace(text);
        expect(folded).toBe(fold(text));
        expect(starts).toHaveLength(folded.length);
        starts.forEach((start, i) => {
          expect(start).toBeLessThan(ends[i]);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
        });
      }),
      { numRuns: runs(5000) },
    );
  });
});
