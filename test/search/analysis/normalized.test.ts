import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalized } from '../../../src/search/analysis/normalized.js';

const FORMS = ['NFC', 'NFD', 'NFKD'] as const;
const JOINER = '\u034f';

/** Marks above and below in turn, which a normalization form writes below first. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);

/** How many marks stand at most between two characters that are none, or end a run of them. */
function longestRun(text: string): number {
  const runs = text.split(/\P{M}|\u034f/u).map((run) => run.length);
  return Math.max(...runs);
}

describe('A normalization form', () => {
  it('of a text of any language is that of Unicode', () => {
    const mark = fc.constantFrom('\u0301', '\u0323', '\u05b8', '\u05bc', '\u0f71', '\u3099');
    const letter = fc.constantFrom('e', 'é', 'ấ', 'ש', 'か', 'ﾊﾞ', '각', 'ﬁ', ' ');
    const cluster = fc.tuple(letter, fc.string({ unit: mark, maxLength: 20 }));
    const text = fc.array(cluster, { minLength: 100, maxLength: 200 });
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), (clusters, form) => {
        const written = clusters.flat().join('');
        expect(normalized(written, form)).toBe(written.normalize(form));
      }),
    );
  });

  it.each(FORMS)(
    '%s keeps a megabyte of marks on one letter, joined after every thirtieth',
    (form) => {
      const text = normalized(`x${marks(500_000)}y`, form);
      expect(longestRun(text)).toBe(30);
      expect(text.replaceAll(JOINER, '')).toHaveLength(500_002);
      expect(text.slice(0, 33)).toBe(
        `x${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}${JOINER}\u0323`,
      );
    },
  );

  it('knows the marks of halfwidth katakana, which are marks in compatibility forms alone', () => {
    const text = normalized(`カ${'ﾞ\u0301'.repeat(1000)}`, 'NFKD');
    expect(longestRun(text)).toBe(30);
  });

  it('of what is in it already is the same', () => {
    const text = normalized(`e${marks(1000)}`, 'NFC');
    expect(text).toMatch(/^ẹ/);
    expect(normalized(text, 'NFC')).toBe(text);
  });
});
