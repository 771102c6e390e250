/*
 * Splits the names of persons into family and given names, for citations and for the order of authors. Names in inverted
 * and in direct order are read, in any script. `comparison-keys.ts` compares names that are written differently.
 */

/** The name of a person. A name without `given` is cited and filed as it is, such as the name of an organization. */
export interface PersonName {
  readonly family: string;
  readonly given?: string;
}

/** Words in names of organizations, which are not inverted. */
const ORGANIZATION =
  /\b(?:academy|agency|association|band|board|books|bureau|centre|center|choir|church|club|co|college|commission|committee|company|congress|corp|council|department|ensemble|film|films|foundation|gmbh|government|group|inc|institute|international|library|llc|ltd|magazine|ministry|museum|national|network|office|orchestra|party|philharmonic|pictures|press|project|quartet|records|royal|school|service|services|society|states|studio|studios|symphony|team|the|theatre|trio|union|united|university|world)\b|&/i;
const NOTE = /\s*\([^)]*\)/g;

/** Matches dates after a name: `1924-2020`, `-1870`, `428-348 B.C.`, `fl. 1100`, `geboren 1950`, `17th cent.` */
const LIFE_DATES =
  /^(?:\p{Ll}\p{L}*(?:\.\s*|\s+)){0,3}(?:\p{Pd}\s*)?(?:\d{3,4}(?!\p{L}|\d)|\d{1,2}(?:\s*[\p{Pd}?.]|\s+\p{L}\.|\p{L}{1,2}\s+[cs]))/u;
/** Matches a number alone, which is a date only after a given name: `Smith, John, 1936`. */
const NUMBER = /^\d+\??$/;
/** Matches dates without a comma before them: `William 1564-1616`. */
const LIFESPAN = /\s+\d{4}\??\s*\p{Pd}\s*(?:\d{4}\??)?$/u;

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
 * Leaves out dates and notes in parentheses.
 *
 * @example splitPersonName('Press, Frank, 1924-2020') // { family: 'Press', given: 'Frank' }
 * @example splitPersonName('Herman Melville') // { family: 'Melville', given: 'Herman' }
 * @example splitPersonName('United States. Congress') // { family: 'United States. Congress' }
 */
export function splitPersonName(name: string): PersonName {
  const line = name.replace(/\s+/g, ' ').replace(NOTE, '').trim();
  const parts = line.split(/\s*[,،]\s*/).filter((part) => part !== '');
  const [family, ...others] = parts.map((part) => part.replace(LIFESPAN, ''));
  if (family === undefined) return { family: name };
  const undated = others.filter((part) => NUMBER.test(part) || !LIFE_DATES.test(part));
  const names = undated.filter((part) => !NUMBER.test(part));
  const rest = (names.length > 0 ? names : undated).join(', ');
  const isOrganization =
    /(?<!\p{L}|\d)\d/u.test(`${family} ${rest}`) ||
    (ORGANIZATION.test(family) && (rest === '' || /\s/.test(family))) ||
    (ORGANIZATION.test(rest) && undated.length === others.length);
  if (isOrganization) return { family: line };
  if (rest !== '') {
    // An epithet such as `the Great` is not a given name.
    const isOneName = NOT_ALPHABETIC.test(line) || /^the\b/i.test(rest);
    return isOneName
      ? { family: `${family}, ${rest}` }
      : { family, given: rest.replace(/(\p{Ll}{2})\.$/u, '$1') };
  }
  const [, given, last] = DIRECT_NAME.exec(family) ?? [];
  return last === undefined ? { family } : { family: last, given: given.trim() };
}

/** The forms of a name under which a list of authors files it, without the punctuation that their order ignores. */
export interface FiledName {
  /** The name with the family name first and with its dates: `Dickens Charles 1812-1870`. */
  readonly byFamily: string;
  /** The name with the given names first. Empty for a name that is not divided. */
  readonly byGiven: string;
}

/**
 * Returns the forms of a name in a list of authors. In scripts in which names are not inverted, the last word of a name
 * without a comma is found too.
 *
 * @example filedName('J.R.R. Tolkien') // { byFamily: 'Tolkien J R R', byGiven: 'J R R Tolkien' }
 */
export function filedName(name: string): FiledName {
  const { family, given } = splitPersonName(name);
  const at = NOT_ALPHABETIC.test(family) ? family.search(/, | (?=[^ ]+$)/) : -1;
  const [last, first] = at < 0 ? [family, given] : [family.slice(0, at), family.slice(at + 1)];
  return {
    byFamily: filingText(nameByFamily(name)),
    byGiven: first === undefined ? '' : filingText(`${first} ${last}`),
  };
}

/** Returns a name with the family name first: `Dickens, Charles` for `Charles Dickens`. */
export function nameByFamily(name: string): string {
  const line = name.replace(/\s+/g, ' ');
  const { family, given } = splitPersonName(line);
  return line.replace(`${given} ${family}`, () => `${family}, ${given}`);
}

/** Replaces spaces and the punctuation that the order of names ignores with one space. */
export function filingText(name: string): string {
  return name.replace(/[\s,،.]+/g, ' ').trim();
}
