import { fieldText } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';
import { type Role, relatorTerms, roleOf } from './relators.js';

/** Returns the name in a heading, without relators and title: `Melville, Herman, 1819-1891`. */
export function headingName(field: MarcDataField, codes: string): string[] {
  const isMeeting = field.tag.endsWith('11');
  const nameCodes = isMeeting ? codes : codes.replace('e', '');
  const name = withoutEndPunctuation(fieldText(withoutTitle(field), nameCodes));
  return name === '' ? [] : [name];
}

/** Returns the name in an added entry, without relators, if a relator is that of an author. */
export function namesOfAuthors(field: MarcDataField, codes: string): string[] {
  return roleOf(relatorTerms(field)) === 'author' ? headingName(field, codes) : [];
}

/**
 * Returns the name in an added entry if the role of the name is performer. Relators other than
 * `performer` follow the name: `Dale, Jim (narrator)`.
 */
export function namesOfPerformers(field: MarcDataField, codes: string): string[] {
  return namesWithRelators(field, codes, 'performer');
}

/**
 * Returns the name in an added entry if the role of the name is neither author nor performer. The relators
 * follow the name: `Quirk, Tom (editor)`.
 */
export function namesOfContributors(field: MarcDataField, codes: string): string[] {
  return namesWithRelators(field, codes, 'contributor');
}

function namesWithRelators(field: MarcDataField, codes: string, role: Role): string[] {
  const terms = relatorTerms(field);
  if (roleOf(terms) !== role) return [];
  const specific = terms.filter((term) => term !== 'performer');
  const relators = specific.length === 0 ? '' : ` (${specific.join(', ')})`;
  return headingName(field, codes).map((name) => name + relators);
}

/** Returns the part of a heading before the title of a work ($t). */
function withoutTitle(field: MarcDataField): MarcDataField {
  const at = field.subfields.findIndex(({ code }) => code === 't');
  return at === -1 ? field : { ...field, subfields: field.subfields.slice(0, at) };
}
