import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, highlightParts } from '../../src/v1/highlight.js';
import { runs } from '../random-seed.js';

const TEXT = 'Moby-Dick, or, The Whale';
const matched = [
  {
    text: TEXT,
    ranges: [
      [0, 4],
      [5, 9],
      [19, 24],
    ] as [number, number][],
  },
  { text: 'Emma', ranges: [[0, 4]] as [number, number][] },
];

const texts = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', ' ', '<', '&', '"', '𐐷', 'e\u0301', '東', '-'),
  maxLength: 60,
});

/** A text and ranges of it, in any order, which can overlap. */
const textsWithRanges = texts.chain((text) => {
  const starts = [...text.matchAll(/\P{M}\p{M}*/gu)].map(({ index }) => index);
  const edges = [...starts, text.length];
  const range = fc
    .tuple(fc.nat(starts.length), fc.nat(starts.length))
    .map(([a, b]): [number, number] => [edges[Math.min(a, b)], edges[Math.max(a, b)]]);
  const ranges = fc
    .array(range, { maxLength: 4 })
    .map((all) => all.filter(([start, end]) => start < end));
  return fc.record({ text: fc.constant(text), ranges });
});

describe('highlight', () => {
  it('marks the words of a text that has an element in `matched`, and joins words without letters between them', () => {
    expect(highlight(TEXT, matched)).toBe('<mark>Moby-Dick</mark>, or, The <mark>Whale</mark>');
    expect(highlight('Emma', matched)).toBe('<mark>Emma</mark>');
  });

  it('returns a text without an element as escaped text, and an absent text as an empty string', () => {
    expect(highlight(`<a href="x">Tom & Jerry's</a>`, matched)).toBe(
      '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;',
    );
    expect(highlight(undefined, matched)).toBe('');
    expect(highlightParts(undefined, matched)).toEqual([]);
  });

  it('uses other tags', () => {
    expect(highlight('Emma', matched, { startTag: '<b class="hit">', endTag: '</b>' })).toBe(
      '<b class="hit">Emma</b>',
    );
  });

  it('shortens a long text to the words around the first match', () => {
    const text = `${'before '.repeat(20)}whale${' after'.repeat(20)}`;
    const one = [{ text, ranges: [[140, 145]] as [number, number][] }];
    expect(highlight(text, one, { maxLength: 40 })).toBe(
      '…before <mark>whale</mark> after after after after…',
    );
    expect(highlight(text, [], { maxLength: 19 })).toBe('before before…');
    expect(highlight('Emma', matched, { maxLength: 4 })).toBe('<mark>Emma</mark>');
  });

  it('escapes the text, and keeps it if no maximum length is given', () => {
    fc.assert(
      fc.property(textsWithRanges, (one) => {
        const html = highlight(one.text, [one]);
        expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        const parts = highlightParts(one.text, [one]);
        expect(parts.map(({ text }) => text).join('')).toBe(one.text);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
        expect(parts.every(({ isMatch }, i) => i === 0 || isMatch !== parts[i - 1].isMatch)).toBe(
          true,
        );
        expect(parts.some(({ isMatch }) => isMatch)).toBe(one.ranges.length > 0);
        let at = 0;
        for (const { text, isMatch } of parts) {
          const isInside = ([start, end]: [number, number]) =>
            start <= at && at + text.length <= end;
          if (!isMatch) {
            expect(one.ranges.some(([start, end]) => start < at + text.length && end > at)).toBe(
              false,
            );
          } else if (/[ab𐐷東]/u.test(text) && text.length === 1) {
            expect(one.ranges.some(isInside)).toBe(true);
          }
          at += text.length;
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('returns at most the maximum length, part of the text, between whole characters, with the first match', () => {
    fc.assert(
      fc.property(textsWithRanges, fc.integer({ min: 8, max: 40 }), (one, maxLength) => {
        const parts = highlightParts(one.text, [one], { maxLength });
        const shown = parts.map(({ text }) => text).join('');
        const inside = shown.replace(/^…|…$/g, '');
        expect(one.text).toContain(inside);
        expect(inside.length).toBeLessThanOrEqual(maxLength);
        expect(shown.startsWith('…')).toBe(!one.text.startsWith(inside) || shown[0] === '…');
        expect(inside.isWellFormed()).toBe(true);
        expect(/^\p{M}/u.test(inside)).toBe(false);
        if (one.ranges.length > 0) expect(parts.some(({ isMatch }) => isMatch)).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('refuses invalid arguments and options', () => {
    const call = highlight as (...given: unknown[]) => string;
    expect(() => call(7, matched)).toThrow(
      'highlight: text: expected a string, found the number 7',
    );
    expect(() => call('Emma', { matched })).toThrow(
      'highlight: matched: expected the array of a hit, found an object',
    );
    expect(() => call('Emma', matched, { maxLength: 0 })).toThrow(
      'highlight: maxLength: expected a whole number above 0, found the number 0',
    );
    expect(() => call('Emma', matched, { startTag: 1 })).toThrow(
      'highlight: startTag: expected a string, found the number 1',
    );
    expect(() => call('Emma', matched, null)).toThrow(
      'highlight: options: expected an object, found null',
    );
    for (const function_ of [highlight, highlightParts]) {
      const act = () => function_('Emma', matched, { maxlength: 9 } as object);
      expect(act).toThrow("found 'maxlength'; did you mean 'maxLength'?");
    }
    expect(() => highlightParts('Emma', matched, { startTag: '<b>' } as object)).toThrow(
      "highlightParts: options: expected the name maxLength, found 'startTag'",
    );
  });
});
