import { hasUnknownDigits, publicationYear } from '../../catalog/publication-year.js';
import type { Title } from '../../catalog/records/title.js';

/** The name of a person as citations sort it. A name without `given` is cited as it is. */
export interface CitedName {
  readonly family: string;
  readonly given?: string;
}

/** What citations and files for reference managers contain of a title. Texts are in one line. */
export interface CitedWork {
  readonly authors: readonly CitedName[];
  /** The title with the sub-title, without a full stop at the end. */
  readonly title: string;
  /** Undefined for a date with unknown digits, such as `18--`. */
  readonly year: string | undefined;
  /** The edition without a full stop at the end. Undefined for a first edition, which citations leave out. */
  readonly edition: string | undefined;
  readonly publisher: string | undefined;
  readonly place: string | undefined;
  /** The address of an online title. */
  readonly url: string | undefined;
}

/** Matches runs of white space, control characters and unpaired surrogates, which files for other programs cannot contain. */
const GAPS = /[\s\p{Cc}\p{Cs}\ufffe\uffff]+/gu;

/** Returns a text in one line, without characters that XML forbids. */
export function inOneLine(text: string): string {
  return text.replace(GAPS, ' ').trim();
}

const FIRST_EDITION = /^(?:1st|first) ed(?:\.|ition)?$/i;

/**
 * Returns what citations contain of a title.
 *
 * @param url the address of an online title. Default: none.
 * @example citedWork({ id: '1', title: 'Typee', sub_title: 'A Peep', format: { id: 'BK' } }).title // 'Typee: A Peep'
 */
export function citedWork(record: Title, url?: string): CitedWork {
  const { publication_date: date = '' } = record;
  const year = hasUnknownDigits(date) ? undefined : publicationYear(date);
  const edition = withoutStop(inOneLine(record.edition ?? ''));
  return {
    authors: (record.authors ?? []).flatMap(({ name }) => parseName(name)),
    title: titleWithSubtitle(record),
    year: year === undefined || year < 1 ? undefined : String(year),
    edition:
      edition === '' || FIRST_EDITION.test(edition)
        ? undefined
        : edition.replace(/\bedition$/i, 'ed'),
    publisher: inOneLine(record.publishers?.[0]?.name ?? '') || undefined,
    place: inOneLine(record.publication_places?.[0] ?? '') || undefined,
    url,
  };
}

function titleWithSubtitle({ title, sub_title = '' }: Title): string {
  const main = withoutStop(inOneLine(title).replace(/\s*[:/;=]$/, '')) || inOneLine(title);
  const rest = withoutStop(inOneLine(sub_title));
  if (rest === '') return main;
  return /[?!…]$/.test(main) ? `${main} ${rest}` : `${main}: ${rest}`;
}

/** Removes one full stop at the end. Keeps an ellipsis. */
function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, '').trim();
}

/** Words in names of organizations, which citations do not invert. */
const ORGANIZATION =
  /\b(?:academy|agency|association|band|board|books|bureau|centre|center|choir|church|club|co|college|commission|committee|company|congress|corp|council|department|ensemble|film|films|foundation|gmbh|government|group|inc|institute|international|library|llc|ltd|magazine|ministry|museum|national|network|office|orchestra|party|philharmonic|pictures|press|project|quartet|records|royal|school|service|services|society|states|studio|studios|symphony|team|the|theatre|trio|union|united|university|world)\b|&/i;
/** The parts of a heading after the name: dates, and words such as `active 1851`. */
const DATES = /\d/;
const NOTE = /\s*\([^)]*\)/g;

/**
 * Matches a person's name in direct order. The groups are the given names with particles in lower case, and the family
 * name with a particle in upper case.
 */
const DIRECT_NAME =
  /^((?:\p{Lu}[\p{L}\p{M}.'’-]*\s+){1,3}(?:(?:al|bin|d[aeiou]|de[lnr]|della|e|el|ibn|l[ae]|te[nr]|v[ao]n|y|zu|zur)\s+){0,3})((?:(?:Da|De|Del|Di|Du|La|Le|Van|Von)\s+)*\p{Lu}[\p{L}\p{M}'’-]+)$/u;
/** Matches letters of scripts in which citations do not invert names. */
const NOT_ALPHABETIC = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]/u;

/**
 * Splits a name into family and given names. Inverts a name in direct order if it looks like the name of a person.
 *
 * @example parseName('Melville, Herman, 1819-1891') // [{ family: 'Melville', given: 'Herman' }]
 * @example parseName('Herman Melville') // [{ family: 'Melville', given: 'Herman' }]
 * @example parseName('United States. Congress') // [{ family: 'United States. Congress' }]
 */
export function parseName(name: string): CitedName[] {
  const line = inOneLine(name.replace(NOTE, ''));
  if (line === '') return inOneLine(name) === '' ? [] : [{ family: inOneLine(name) }];
  if (ORGANIZATION.test(line) || NOT_ALPHABETIC.test(line)) return [{ family: line }];
  const [family, ...parts] = line.split(/\s*,\s*/).filter((part) => part !== '');
  const rest = parts.filter((part) => !DATES.test(part));
  if (family === undefined) return [{ family: line }];
  if (rest.length > 0) return [{ family, given: rest.join(', ').replace(/(\p{Ll}{2})\.$/u, '$1') }];
  const [, given, last] = DIRECT_NAME.exec(family) ?? [];
  return [last === undefined ? { family } : { family: last, given: given.trim() }];
}
