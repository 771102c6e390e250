/*
 * Reads the names of persons and organizations with their roles, such as `Dale, Jim (narrator)`, from headings (1XX,
 * 7XX) and notes about performers.
 */

import {
  fieldText,
  type MarcDataField,
  nonEmpty,
  subfieldTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import { note } from './notes.js';

/** Returns the name in a heading, without relators and title: `Melville, Herman, 1819-1891`. */
export function headingName(field: MarcDataField, codes: string): string[] {
  const isMeeting = field.tag.endsWith('11');
  const nameCodes = isMeeting ? codes : codes.replace('e', '');
  return nonEmpty(withoutEndPunctuation(fieldText(withoutTitle(field), nameCodes)));
}

/**
 * Creates a function that returns the name in an added entry if the name has a role. The relators of performers and
 * contributors follow the name, except `performer`: `Dale, Jim (narrator)`.
 */
export function namesOf(role: Role): (field: MarcDataField, codes: string) => string[] {
  return (field, codes) => {
    const terms = relatorTerms(field);
    if (roleOf(terms) !== role) return [];
    const shown = role === 'author' ? [] : terms.filter((term) => term !== 'performer');
    const relators = shown.length === 0 ? '' : ` (${shown.join(', ')})`;
    return headingName(field, codes).map((name) => name + relators);
  };
}

/** Returns the part of a heading before the title of a work ($t). */
function withoutTitle(field: MarcDataField): MarcDataField {
  const at = field.subfields.findIndex(({ code }) => code === 't');
  return at === -1 ? field : { ...field, subfields: field.subfields.slice(0, at) };
}

/** The terms of the most common MARC relator codes, which give the relation of a name to a work. */
const TERMS: Readonly<Record<string, string>> = {
  abr: 'abridger',
  act: 'actor',
  adp: 'adapter',
  aft: 'author of afterword',
  anm: 'animator',
  ann: 'annotator',
  arr: 'arranger',
  art: 'artist',
  asn: 'associated name',
  ato: 'autographer',
  aui: 'author of introduction',
  aus: 'screenwriter',
  aut: 'author',
  bkd: 'book designer',
  bnd: 'binder',
  cmm: 'commentator',
  cmp: 'composer',
  cnd: 'conductor',
  cng: 'cinematographer',
  col: 'collector',
  com: 'compiler',
  cre: 'creator',
  cst: 'costume designer',
  ctb: 'contributor',
  ctg: 'cartographer',
  dgg: 'degree granting institution',
  dnc: 'dancer',
  drt: 'director',
  dst: 'distributor',
  dte: 'dedicatee',
  edc: 'editor of compilation',
  edt: 'editor',
  egr: 'engraver',
  fmo: 'former owner',
  hst: 'host',
  ill: 'illustrator',
  isb: 'issuing body',
  itr: 'instrumentalist',
  ive: 'interviewee',
  ivr: 'interviewer',
  lbt: 'librettist',
  ltg: 'lithographer',
  lyr: 'lyricist',
  mod: 'moderator',
  msd: 'musical director',
  mus: 'musician',
  nrt: 'narrator',
  org: 'originator',
  pan: 'panelist',
  pbl: 'publisher',
  pht: 'photographer',
  ppm: 'papermaker',
  prd: 'production personnel',
  prf: 'performer',
  pro: 'producer',
  prt: 'printer',
  rce: 'recording engineer',
  rcp: 'addressee',
  red: 'redaktor',
  rev: 'reviewer',
  sce: 'scenarist',
  scl: 'sculptor',
  sng: 'singer',
  sgn: 'signer',
  spk: 'speaker',
  spn: 'sponsor',
  stl: 'storyteller',
  sds: 'sound designer',
  tcd: 'technical director',
  ths: 'thesis advisor',
  trl: 'translator',
  tyd: 'type designer',
  voc: 'vocalist',
  wac: 'writer of added commentary',
  wam: 'writer of accompanying material',
  win: 'writer of introduction',
  wpr: 'writer of preface',
  wst: 'writer of supplementary textual content',
};

const AUTHORS = new Set(['author', 'joint author', 'co-author', 'creator', 'composer']);

const PERFORMERS = new Set([
  'actor',
  'dancer',
  'instrumentalist',
  'musician',
  'narrator',
  'performer',
  'reader',
  'singer',
  'storyteller',
  'vocalist',
  'voice actor',
]);

/** Relator terms by their abbreviations in older cataloging rules. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'arr.': 'arranger',
  'comp.': 'compiler',
  'ed.': 'editor',
  'ill.': 'illustrator',
  'illus.': 'illustrator',
  'joint ed.': 'joint editor',
  'narr.': 'narrator',
  'tr.': 'translator',
};

const RELATOR_SUBFIELDS = 'ej4';

/** The role of a person or organization, which determines the field of the title for the name. */
type Role = 'author' | 'performer' | 'contributor';

/**
 * Returns the relator terms of a name, without duplicates: the terms in $e (or $j of a meeting), and the
 * terms of the codes in $4. A code can be the last part of a URI. An unknown code is returned instead of
 * a term.
 */
function relatorTerms(field: MarcDataField): string[] {
  if (!field.subfields.some(({ code }) => RELATOR_SUBFIELDS.includes(code))) return [];
  const termCode = field.tag.endsWith('11') ? 'j' : 'e';
  const terms = subfieldTexts(field, termCode).flatMap((text) =>
    text.split(/,\s+|\s+and\s+/).map(expandTerm),
  );
  const coded = subfieldTexts(field, '4').map((code) => {
    const bare = withoutEndPunctuation(code.slice(code.lastIndexOf('/') + 1)).toLowerCase();
    return Object.hasOwn(TERMS, bare) ? TERMS[bare] : bare;
  });
  return [...new Set([...terms, ...coded])].filter(Boolean);
}

/**
 * Returns `author` if any of the terms is that of an author; otherwise `performer` if any is that of a
 * performer; otherwise `contributor`.
 */
function roleOf(terms: readonly string[]): Role {
  if (terms.some((term) => AUTHORS.has(term))) return 'author';
  return terms.some((term) => PERFORMERS.has(term)) ? 'performer' : 'contributor';
}

function expandTerm(term: string): string {
  const lower = term.toLowerCase().replace(/,$/, '');
  if (Object.hasOwn(ABBREVIATIONS, lower)) return ABBREVIATIONS[lower];
  return withoutEndPunctuation(lower);
}

/** Matches the words before the names in a note about performers. */
const INTRODUCTION =
  /^(?:(?:narrated|read|performed|told|sung)\s+by|narrators?|readers?|performers?|cast|starring|featuring|voices?(?:\s+of)?)\s*[:;]?\s+/i;
/** Matches the beginning of a note about the witnesses of a hearing. */
const WITNESSES = /^(?:hearing\s+)?witness(?:es)?\b/i;
/** Matches the suffix of a name, such as `Jr.` */
const SUFFIX = /^(?:jr|sr|[ivx]+|ph\.?d|m\.?d)\b\.?/i;

/**
 * Returns the performers in a note. Commas separate the names of a cast (first indicator 1) without
 * semicolons, parentheses and colons. In any other note, semicolons separate the performers, so
 * `Jim Foschia, clarinet ; Jan Karlin, viola` are two performers. The witnesses of a hearing are not performers.
 */
export function performersOf(field: MarcDataField, codes: string): string[] {
  const whole = fieldText(field, codes);
  if (WITNESSES.test(whole)) return [];
  const text = whole.replace(INTRODUCTION, '');
  const isPlainList = field.indicator1 === '1' && !/[;():]/.test(text);
  const names = isPlainList ? listed(text) : text.split(/\s*;\s*/);
  return names.map(withoutEndPunctuation).filter(Boolean);
}

/** Returns a note about the witnesses of a hearing. */
export function witnessNote(field: MarcDataField, codes: string): string[] {
  return note(field, codes).filter((text) => WITNESSES.test(text));
}

/** Splits a list of names at commas. A suffix such as `Jr.` stays with its name. */
function listed(text: string): string[] {
  const names: string[] = [];
  for (const part of text.split(/,\s+(?:and\s+)?/)) {
    if (SUFFIX.test(part) && names.length > 0) names.push(`${names.pop()}, ${part}`);
    else names.push(part);
  }
  return names;
}
