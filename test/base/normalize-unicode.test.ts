import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUnicode } from '../../src/base/normalize-unicode.js';

const FORMS = ['NFC', 'NFD', 'NFKD'] as const;
const JOINER = '\u034f';

/** Returns alternating marks above and below a letter. Normalization moves the marks below to the front. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);

/** Returns the length of the longest run of marks. U+034F ends a run. */
function longestRun(text: string): number {
  const runs = text.split(/\P{M}|\u034f/u).map((run) => run.length);
  return Math.max(...runs);
}

describe('normalizeUnicode', () => {
  it('returns the same as String.normalize for texts without long runs of marks', () => {
    const mark = fc.constantFrom('\u0301', '\u0323', '\u05b8', '\u05bc', '\u0f71', '\u3099');
    const letter = fc.constantFrom('e', 'é', 'ấ', 'ש', 'か', 'ﾊﾞ', '각', 'ﬁ', ' ');
    const cluster = fc.tuple(letter, fc.string({ unit: mark, maxLength: 20 }));
    const text = fc.array(cluster, { minLength: 100, maxLength: 200 });
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), (clusters, form) => {
        const written = clusters.flat().join('');
        expect(normalizeUnicode(written, form)).toBe(written.normalize(form));
      }),
    );
  });

  it.each(FORMS)(
    'inserts U+034F after every thirtieth mark of a run of 500,000 marks in %s',
    (form) => {
      const text = normalizeUnicode(`x${marks(500_000)}y`, form);
      expect(longestRun(text)).toBe(30);
      expect(text.replaceAll(JOINER, '')).toHaveLength(500_002);
      expect(text.slice(0, 33)).toBe(
        `x${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}${JOINER}\u0323`,
      );
    },
  );

  it('splits long runs of marks that contain halfwidth katakana voicing marks', () => {
    const text = normalizeUnicode(`カ${'ﾞ\u0301'.repeat(1000)}`, 'NFKD');
    expect(longestRun(text)).toBe(30);
  });

  it('does not change a text that it has already normalized', () => {
    const text = normalizeUnicode(`e${marks(1000)}`, 'NFC');
    expect(text).toMatch(/^ẹ/);
    expect(normalizeUnicode(text, 'NFC')).toBe(text);
  });
});
