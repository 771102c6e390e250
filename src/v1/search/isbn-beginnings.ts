import type { Titles } from '../../catalog/catalog.js';
import { analyzePhrase } from '../../search/index.js';
import { topByPopularity } from './top-by-popularity.js';

/** Matches digits with single spaces or hyphens between them. The last character may be `x`. */
const DIGITS = /^\d(?:[ -]?\d)*(?:[ -]?x)?$/i;
const MIN_DIGITS = 4;
const MAX_DIGITS = 13;
/** The number of digits of an ISBN-10 before its check digit. */
const DIGITS_BEFORE_CHECK = 9;

/** The maximum number of titles whose ISBNs are read, the most popular first. */
const MAX_TITLES = 100;

/**
 * Returns the titles with an ISBN that begins with the typed digits, the most popular first. The text has at
 * least four digits, with or without spaces or hyphens, of an ISBN-10 or an ISBN-13. Returns no titles for any
 * other text.
 */
export function titlesWithIsbn(titles: Titles, typed: string): number[] {
  if (!DIGITS.test(typed)) return [];
  const digits = typed.replace(/[ -]/g, '');
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return [];
  // The index has every ISBN as an ISBN-13. The analysis turns a complete ISBN-10 into an ISBN-13.
  const beginnings = [analyzePhrase(digits).join('')];
  if (digits.length <= DIGITS_BEFORE_CHECK) beginnings.push(`978${digits}`);
  const found = beginnings.flatMap((term) =>
    topByPopularity(titles, [{ term, prefix: true }], { identifier: 1 }, MAX_TITLES).filter(
      (title) => hasIsbn(titles, title, term),
    ),
  );
  const { popularity } = titles.ranks;
  return [...new Set(found)].sort((a, b) => popularity[a] - popularity[b]);
}

/** Returns whether an ISBN of a title begins with the digits. The field `identifier` also has other numbers. */
function hasIsbn(titles: Titles, title: number, beginning: string): boolean {
  const { isbns = [] } = titles.pick(title, ['isbns']);
  return isbns.some((isbn) => analyzePhrase(isbn).join('').startsWith(beginning));
}
