/*
 * `highlight` and `highlightParts`: a text of a hit with the words that match the query marked, as HTML or as data.
 * `search/matched-texts.ts` finds the words.
 */

import { checkNames, checkOptions, type OptionCheck } from '../base/check-options.js';
import { escapeHtml } from '../base/escape-html.js';
import { typeError } from '../base/messages.js';
import type { MatchedText } from './search/matched-texts.js';

/** Options of {@link highlightParts}. */
export interface HighlightPartsOptions {
  /**
   * The maximum number of characters (UTF-16 code units) to return. A longer text is shortened to the words around the first
   * match, with `…` where words are left out. Default: the whole text.
   */
  readonly maxLength?: number | undefined;
}

/** Options of {@link highlight}. */
export interface HighlightOptions extends HighlightPartsOptions {
  /** The HTML before a match. It is not escaped. Default: `<mark>`. */
  readonly startTag?: string | undefined;
  /** The HTML after a match. It is not escaped. Default: `</mark>`. */
  readonly endTag?: string | undefined;
}

/** A part of a text: words that match the query, or the text between them. */
export interface HighlightPart {
  /** The text, not escaped. */
  readonly text: string;
  /** Whether the part matches the query. */
  readonly isMatch: boolean;
}

/** What {@link highlight} reads of a {@link MatchedText}. */
type Matched = readonly Pick<MatchedText, 'text' | 'ranges'>[];

const A_STRING: OptionCheck = {
  expected: 'a string',
  isValid: (value) => typeof value === 'string',
};

const PARTS_CHECKS = {
  maxLength: {
    expected: 'a whole number above 0',
    isValid: (value: unknown) => Number.isInteger(value) && Number(value) > 0,
  },
};

const CHECKS = { ...PARTS_CHECKS, startTag: A_STRING, endTag: A_STRING };

/**
 * Marks the words of a text that match the query of a search. Returns HTML: the text is escaped, and the words are in
 * `<mark>` elements. Words with only spaces or punctuation between them are in one element. A text that does not match
 * is returned without marks.
 *
 * @param text a text of the hit, such as its title, the name of an author, a subject or its description. Undefined, for a
 *   field that the hit does not have, returns an empty string
 * @param matched the `matched` of the hit, or some of its elements: `hit.matched.filter(({ field }) => field === 'title')`
 * @throws TypeError if an argument or an option is invalid
 *
 * @example
 * const [hit] = search([catalog], { q: 'moby dick', library: 'alderwick' }).hits;
 * highlight(hit.title, hit.matched); // '<mark>Moby-Dick</mark>'
 * highlight(hit.authors?.[0].name, hit.matched); // 'Herman Melville'
 * highlight(hit.description, hit.matched, { maxLength: 160, startTag: '<b>', endTag: '</b>' });
 */
export function highlight(
  text: string | undefined,
  matched: Matched,
  options: HighlightOptions = {},
): string {
  const parts = partsOf('highlight', text, matched, options, CHECKS);
  const { startTag = '<mark>', endTag = '</mark>' } = options;
  return parts
    .map((part) => {
      const escaped = escapeHtml(part.text);
      return part.isMatch ? startTag + escaped + endTag : escaped;
    })
    .join('');
}

/**
 * Divides a text at the words that match the query of a search, for React and other libraries that escape texts. See
 * {@link highlight}.
 *
 * @throws TypeError if an argument or an option is invalid
 *
 * @example
 * highlightParts('Moby-Dick, or, The Whale', [{ text: 'Moby-Dick, or, The Whale', ranges: [[19, 24]] }]);
 * // [{ text: 'Moby-Dick, or, The ', isMatch: false }, { text: 'Whale', isMatch: true }]
 */
export function highlightParts(
  text: string | undefined,
  matched: Matched,
  options: HighlightPartsOptions = {},
): HighlightPart[] {
  return partsOf('highlightParts', text, matched, options, PARTS_CHECKS);
}

function partsOf<Name extends string>(
  where: string,
  text: unknown,
  matched: Matched,
  options: HighlightPartsOptions & { readonly [N in NoInfer<Name>]?: unknown },
  checks: Readonly<Record<Name, OptionCheck>>,
): HighlightPart[] {
  checkOptions(where, options, checks);
  checkNames(`${where}: options`, options, Object.keys(checks));
  if (!Array.isArray(matched)) throw typeError(`${where}: matched`, 'the array of a hit', matched);
  if (text === undefined) return [];
  if (typeof text !== 'string') throw typeError(`${where}: text`, 'a string', text);
  const ranges = joinRanges(
    text,
    matched.filter((one) => one.text === text).flatMap((one) => one.ranges),
  );
  const { start, end } = excerpt(text, ranges[0], options.maxLength ?? text.length);
  const parts: HighlightPart[] = [];
  const add = (part: string, isMatch: boolean) => {
    if (part !== '') parts.push({ text: part, isMatch });
  };
  let from = start;
  for (const [first, last] of ranges) {
    const [begin, finish] = [Math.min(end, Math.max(from, first)), Math.min(end, last)];
    if (finish <= begin) continue;
    add((from === start && start > 0 ? '…' : '') + text.slice(from, begin), false);
    add(text.slice(begin, finish), true);
    from = finish;
  }
  const isCut = from === start && start > 0;
  add((isCut ? '…' : '') + text.slice(from, end) + (end < text.length ? '…' : ''), false);
  return parts;
}

type Range = readonly [start: number, end: number];

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Sorts ranges, and joins ranges with no letter or digit between them. */
function joinRanges(text: string, ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last === undefined || LETTER_OR_DIGIT.test(text.slice(last[1], start))) {
      joined.push([start, end]);
    } else joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return joined;
}

/** The share of an excerpt that is before the first match. */
const SHARE_BEFORE = 0.25;

/**
 * Returns the range of the words around a match that have at most `maxLength` characters. In a text without spaces, the
 * range begins and ends between characters.
 */
function excerpt(
  text: string,
  match: Range = [0, 0],
  maxLength: number,
): { readonly start: number; readonly end: number } {
  if (text.length <= maxLength) return { start: 0, end: text.length };
  const latest = text.length - maxLength;
  const wanted = Math.min(match[0] - Math.floor(maxLength * SHARE_BEFORE), latest);
  const start = wanted <= 0 ? 0 : startOfWord(text, wanted, match[0]);
  const end = Math.min(text.length, start + maxLength);
  return { start, end: end === text.length ? end : endOfWord(text, end, match[1]) };
}

/** Returns the first start of a word from a position on, or else of a character. */
function startOfWord(text: string, from: number, last: number): number {
  const space = text.slice(from - 1, last).search(/\s\S/);
  if (space >= 0) return from + space;
  let start = from;
  while (start < last && isInsideCharacter(text, start)) start++;
  return start;
}

/** Returns the last end of a word up to a position, or else of a character. */
function endOfWord(text: string, to: number, first: number): number {
  for (let end = to; end > first; end--) {
    if (/\s/.test(text[end]) && /\S/.test(text[end - 1])) return end;
  }
  let end = to;
  while (end > 0 && isInsideCharacter(text, end)) end--;
  return end;
}

function isInsideCharacter(text: string, at: number): boolean {
  return (
    /^(?:\p{M}|[\udc00-\udfff])/u.test(text.slice(at, at + 2)) || /^[\udc00-\udfff]/.test(text[at])
  );
}
