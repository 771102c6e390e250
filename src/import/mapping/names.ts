import type { MarcDataField } from '../marc/marc-record.js';
import { fieldText, hasSubfield } from './field-text.js';
import { withoutEndPunctuation } from './punctuation.js';
import { type Role, relatorTerms, roleOf } from './relators.js';

/** The name in a heading, as libraries file it: `Melville, Herman, 1819-1891`. */
export function headingName(field: MarcDataField, codes: string): string[] {
  const isMeeting = field.tag.endsWith('11');
  const ofName = isMeeting ? codes : codes.replace('e', '');
  const name = withoutEndPunctuation(fieldText(withoutTitle(field), ofName));
  return name === '' ? [] : [name];
}

/** Names of added entries by what their relators say that they did; an author's alone. */
export function namesOfAuthors(field: MarcDataField, codes: string): string[] {
  return roleOf(relatorTerms(field)) === 'author' ? headingName(field, codes) : [];
}

/** Those of performers, with what they did beyond performing: `Dale, Jim (narrator)`. */
export function namesOfPerformers(field: MarcDataField, codes: string): string[] {
  return namesWithRelators(field, codes, 'performer');
}

/** Those of everybody else, with what they did: `Quirk, Tom (editor)`. */
export function namesOfContributors(field: MarcDataField, codes: string): string[] {
  return namesWithRelators(field, codes, 'contributor');
}

/** The title in an added entry of a name with a title: a work that is contained or related. */
export function titleOfWork(field: MarcDataField, codes: string): string[] {
  if (!hasSubfield(field, 't')) return [];
  const at = field.subfields.findIndex(({ code }) => code === 't');
  const title = fieldText({ ...field, subfields: field.subfields.slice(at) }, codes);
  return title === '' ? [] : [withoutEndPunctuation(title)];
}

function namesWithRelators(field: MarcDataField, codes: string, role: Role): string[] {
  const terms = relatorTerms(field);
  if (roleOf(terms) !== role) return [];
  const telling = terms.filter((term) => term !== 'performer');
  const relators = telling.length === 0 ? '' : ` (${telling.join(', ')})`;
  return headingName(field, codes).map((name) => name + relators);
}

/** The part of a heading that names somebody: what stands before the title of a work. */
function withoutTitle(field: MarcDataField): MarcDataField {
  const at = field.subfields.findIndex(({ code }) => code === 't');
  return at === -1 ? field : { ...field, subfields: field.subfields.slice(0, at) };
}
