/*
 * Reads the names of persons and organizations with their roles, such as `Dale, Jim (narrator)`, from headings (1XX,
 * 7XX) and notes about performers.
 */

import { memoizePerObject } from '../../base/lazy.js';
import { authorKey } from '../../catalog/comparison-keys.js';
import { fold } from '../../search/index.js';
import {
  fieldText,
  firstText,
  hasSubfield,
  type MarcDataField,
  type MarcRecord,
  nonEmpty,
  subfieldTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import { note } from './notes.js';
import RELATOR_TERMS from './relator-terms.json' with { type: 'json' };

/** Returns the name in a heading, without relators and title: `Melville, Herman, 1819-1891`. */
export function headingName(field: MarcDataField, codes: string): string[] {
  const isMeeting = field.tag.endsWith('11');
  const nameCodes = isMeeting ? codes : codes.replace('e', '');
  return nonEmpty(withoutEndPunctuation(fieldText(withoutTitle(field), nameCodes)));
}

/**
 * Creates a function that returns the name in a heading if the name has a role in the record. The relators of performers
 * and contributors follow the name, except `performer`: `Dale, Jim (narrator)`. An added entry for a work, with the title
 * in $t or the relation to the work in $i, names nobody.
 */
export function namesOf(role: Role): ReadNames {
  return (field, codes, record) => {
    if (isWorkEntry(field)) return [];
    const { terms, role: found } = relationOf(field, record);
    if (found !== role) return [];
    const shown = role === 'author' ? [] : terms.filter((term) => term !== 'performer');
    return headingName(field, codes).map((name) => withRelators(name, shown));
  };
}

/** The relator terms and the role of a name. */
interface Relation {
  readonly terms: readonly string[];
  readonly role: Role;
}

/** The last relation that was read, because several rules read the same field one after the other. */
let latest: (Relation & { field: MarcDataField; record: MarcRecord }) | undefined;

function relationOf(field: MarcDataField, record: MarcRecord): Relation {
  if (latest?.field === field && latest.record === record) return latest;
  const isAuthor = field.tag < '700' && record.leader[6] !== 'g';
  const terms = isAuthor ? [] : relatorTerms(field);
  const role = isAuthor ? 'author' : roleOf(terms, field, record);
  latest = { field, record, terms, role };
  return latest;
}

type ReadNames = (field: MarcDataField, codes: string, record: MarcRecord) => string[];

/** Returns the name in a heading in another script, unless the heading is for a work. */
export function alternateName(field: MarcDataField, codes: string): string[] {
  return isWorkEntry(field) ? [] : headingName(field, codes);
}

/** Returns whether an added entry is for a work, and not for a person or organization. */
export function isWorkEntry(field: MarcDataField): boolean {
  return field.tag >= '700' && (hasSubfield(field, 't') || hasSubfield(field, 'i'));
}

function withRelators(name: string, relators: readonly string[]): string {
  return relators.length === 0 ? name : `${name} (${relators.join(', ')})`;
}

/** Returns the name in a heading of a performer. See {@link namesOf}. */
export const headingOfPerformer: (...parameters: Parameters<ReadNames>) => Performer[] = (
  ...parameters
) => namesOf('performer')(...parameters).map((name) => ({ name, isHeading: true }));

/** Returns the part of a heading before the title of a work ($t). */
function withoutTitle(field: MarcDataField): MarcDataField {
  const at = field.subfields.findIndex(({ code }) => code === 't');
  return at === -1 ? field : { ...field, subfields: field.subfields.slice(0, at) };
}

/**
 * The terms of the most common relator codes, which give the relation of a name to a work. A row of `relator-terms.json`
 * has the code of MARC, the code of UNIMARC, which some systems write into MARC 21 too, and the term.
 */
const TERMS: ReadonlyMap<string, string> = new Map(
  RELATOR_TERMS.flatMap(([marc, unimarc, term]) => [marc, unimarc].map((code) => [code, term])),
);

/** The terms of authors, in the most common languages of cataloging. */
const AUTHORS = new Set(
  `author, joint author, jt. author, co-author, coauthor, creator, auteur, auteure, autrice, coauteur, co-auteur, autor,
  autora, coautor, coautora, autore, coautore, autorin, verfasser, verfasserin, verfasser/in, verfasserin/verfasser,
  mitverfasser, mitverfasserin, schrijver, schrijfster, forfatter, författare, kirjoittaja, tekijä, autor/a, автор, 著, 著者, 作者,
  저자`.split(/,\s+/),
);

/** The terms of relator codes, and other relator terms in English that are more exact than a code beside them. */
const KNOWN_TERMS = new Set([
  ...TERMS.values(),
  ...`film director, television director, television producer, film producer, voice actor, screenwriter, joint author,
  joint editor, reader, author of screenplay`.split(/,\s+/),
]);

/** The types of record (leader/06) of works whose composer is not their author: films, recorded speech, games. */
const WORKS_WITH_MUSIC = 'gikmor';

const PERFORMERS = new Set(
  `actor, dancer, instrumentalist, musician, narrator, performer, reader, singer, storyteller,
  vocalist, voice actor, sprecher, sprecherin, erzähler, erzählerin, vorleser, vorleserin, schauspieler, schauspielerin,
  darsteller, darstellerin, sänger, sängerin, musiker, musikerin, narrateur, narratrice, lecteur, lectrice, acteur,
  actrice, interprète, chanteur, chanteuse, narrador, narradora, locutor, locutora, actriz, intérprete, cantante,
  narratore, lettore, lettrice, attore, attrice, interprete, verteller, voorlezer`.split(/,\s+/),
);

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
  ...{ 'verf.': 'author', 'aut.': 'author', 'hrsg.': 'editor', 'hg.': 'editor', 'éd.': 'editor' },
  ...{ 'übers.': 'translator', 'trad.': 'translator', 'vert.': 'translator', 'пер.': 'translator' },
  ...{ 'red.': 'editor', 'illustr.': 'illustrator', 'ред.': 'editor', 'сост.': 'compiler' },
};

const RELATOR_SUBFIELDS = 'ej4';

/** The role of a person or organization, which determines the field of the title for the name. */
type Role = 'author' | 'performer' | 'contributor';

/**
 * Returns the relator terms of a name, without duplicates: the terms in $e (or $j of a meeting), and the terms of the
 * codes in $4. A code can be the last part of a URI. An unknown code of letters is returned instead of a term; an unknown
 * number is left out. If there is a code for each term, terms in other languages than English are left out:
 * `$eHerausgeber$4edt` is an editor.
 */
function relatorTerms(field: MarcDataField): string[] {
  if (!field.subfields.some(({ code }) => RELATOR_SUBFIELDS.includes(code))) return [];
  const termCode = field.tag.endsWith('11') ? 'j' : 'e';
  const written = subfieldTexts(field, termCode).flatMap((text) =>
    text.split(/,\s+|\s+and\s+/).map(expandTerm),
  );
  const coded = subfieldTexts(field, '4').map((code) =>
    (/[^/#]+(?=\/?$)/.exec(withoutEndPunctuation(code))?.[0] ?? '').toLowerCase(),
  );
  const isRepeated = coded.length >= written.length && coded.every((code) => TERMS.has(code));
  const shown = isRepeated ? written.filter((term) => KNOWN_TERMS.has(termOfCode(term))) : written;
  const terms = [...shown, ...coded].map(termOfCode);
  return [...new Set(terms)].filter(Boolean);
}

/** Returns the term of a relator code, no text for an unknown number such as `070` or `P50195`, or else the text. */
function termOfCode(text: string): string {
  if (text === '') return text;
  return TERMS.get(text) ?? (/^p?\d+$/.test(text) ? '' : text);
}

/**
 * Returns `author` if any of the terms is that of an author; otherwise `performer` if any is that of a performer;
 * otherwise `contributor`. A main entry without terms is the author, and a person without terms can be another author: see
 * {@link isJointAuthor}.
 */
function roleOf(terms: readonly string[], field: MarcDataField, record: MarcRecord): Role {
  const type = record.leader[6];
  if (terms.some((term) => AUTHORS.has(term))) return 'author';
  if (terms.includes('writer') && 'at'.includes(type)) return 'author';
  if (terms.includes('composer') && !WORKS_WITH_MUSIC.includes(type)) return 'author';
  if (terms.length === 0) {
    return field.tag < '700' || isJointAuthor(field, record) ? 'author' : 'contributor';
  }
  return terms.some((term) => PERFORMERS.has(term)) ? 'performer' : 'contributor';
}

/**
 * Matches the beginnings of words for other roles than that of an author, in the most common languages of cataloging, in
 * a folded statement of responsibility: `edited by`, `ubersetzt von`, `preface de`.
 */
const OTHER_ROLES =
  / (?:edit(?:ed|or|eur|ion|ado|ing)|edicion|(?:art|comp|ed|ill|tr) (?:by|de|di|par|por|van|von) |transl|trad(?:uc|ui|uz|ot)|introd|einl|forew|pref|prolog|afterw|postf|vorw|nachw|avant propos|present|annot|notes? |comment|komment|compil|select|selec|choix|ausgew|auswahl|adapt|bearb|illustr|ilustr|draw(?:n|ing)|dessin|dibuj|zeichn|pictures|paint(?:ed|ing)|photo|foto|images|artwork|cover|design|maps|music|narrat|read by|hrsg|hg |herausg|ubers|ubertr|aus dem|a cura|sous la dir|direc|vert |vertaald|bew |ред|пер |перев|илл?|предисл|сост)/;
/** Matches words for authors that a statement of responsibility does not name. */
const AND_OTHERS = / (?:et al|and (?:\d+ )?others|u a|et autres|y otros|i dr|и др) /;

/**
 * Returns whether a person without relator terms is an author of a text besides the main author (100). The person is no
 * author if the statement of responsibility names another role (`edited by Ann Hart`), or names the main author, but
 * not the person. In UNIMARC, the tag of a name is its role.
 */
function isJointAuthor(field: MarcDataField, record: MarcRecord): boolean {
  const isOfText = 'at'.includes(record.leader[6]) && record.format !== 'unimarc';
  if (field.tag !== '700' || field.indicator2 === '2' || !isOfText) return false;
  const { mainName, statements } = responsibilityOf(record);
  if (mainName === undefined) return false;
  const name = familyName(field);
  const at = statements.findIndex((words) => words.includes(name));
  const all = statements.join('');
  if (at === -1) return !all.includes(mainName) || AND_OTHERS.test(all);
  const before = statements.slice(0, at).join('') + statements[at].split(name, 1)[0];
  return !OTHER_ROLES.test(at === 0 ? `${before} ` : before + statements[at]);
}

/** The maximum length of a statement of responsibility that is compared with the names of a record. */
const MAX_STATEMENT_CHARS = 4096;

/** Returns the family name of the main author of a record, and the parts of its statement of responsibility. */
const responsibilityOf = memoizePerObject(({ fields }: MarcRecord) => {
  const [main, title] = ['100', '245'].map((tag) => fields.find((field) => field.tag === tag));
  const statement = title === undefined || 'value' in title ? '' : fieldText(title, 'c');
  return {
    mainName: main === undefined || 'value' in main ? undefined : familyName(main),
    statements: statement.slice(0, MAX_STATEMENT_CHARS).split(' ; ').map(wordsOf),
  };
});

/** Returns the first word of the family name in a heading, between spaces. Prefixes such as `de la` belong to the word. */
function familyName(field: MarcDataField): string {
  const words = wordsOf((firstText(field, 'a') ?? '').split(',', 1)[0]);
  return /^ (?:\S{1,3} )*\S+ /.exec(words)?.[0] ?? words;
}

/** Returns a text as folded words between spaces, without punctuation: ` edited by ann hart `. */
function wordsOf(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

function expandTerm(term: string): string {
  // Older German and French records have the term in brackets: `[Hrsg.]`.
  const lower = term
    .toLowerCase()
    .replace(/^[[(](?=[^[\]()]+[\])]?[.,]?$)|(?<=^[[(].*)[\])][.,]?$|,$/g, '');
  if (Object.hasOwn(ABBREVIATIONS, lower)) return ABBREVIATIONS[lower];
  return withoutEndPunctuation(lower);
}

/** A performer of a record, with the relators: `Dale, Jim (narrator)`. */
export interface Performer {
  readonly name: string;
  /** Whether the name is from a heading. Default: the name is from a note (511). */
  readonly isHeading?: boolean;
}

/** Matches the words before the names in a note about performers. */
const INTRODUCTION =
  /^(?:(?:narrated|read|performed|told|sung)\s+by|(?:gelesen|gesprochen|vorgelesen|erzählt|gesungen)\s+von|(?:lu|racontée?|interprétée?)\s+par|(?:leído|narrado|interpretado|lido)\s+por|(?:letto|narrato)\s+da|(?:voor)?gelezen\s+door|narrat(?:ors?|eurs?|rices?|ori?)|narrador(?:es|as?)?|readers?|performers?|sprecher(?:in)?|erzähler(?:in)?|darsteller|mitwirkende|interprètes|intérpretes|interpreti|acteurs|cast|starring|featuring|voices?(?:\s+of)?|voix|voces|voci)\s*[:;]?\s+/i;
/** Matches a note that names nobody: about the witnesses of a hearing, or `Read by the author`. */
const WITHOUT_NAMES =
  /^(?:hearing\s+)?witness(?:es)?\b|^\p{L}+\s+(?:by\s+the\s+authors?|vo[mn]\s+(?:der\s+)?autor(?:in)?|par\s+l['’]aut(?:eur|rice)e?|por\s+(?:el\s+autor|la\s+autora)|dall['’]aut(?:ore|rice)|door\s+de\s+auteur)\.?$/iu;
/** Matches the suffix of a name, such as `Jr.` */
const SUFFIX = /^(?:jr|sr|[ivx]+|ph\.?d|m\.?d)\b\.?/i;
/** Matches a comma outside parentheses, with a following `and`. */
const COMMA_IN_LIST = /,\s+(?![^()]*\))(?:and\s+)?/;
const COMMA = /,\s+(?:and\s+)?/;
/** The maximum length of a list whose parentheses are looked at, because the time grows with the square of the length. */
const MAX_LIST_CHARS = 4096;

/**
 * Returns the performers in a note. Commas separate the names of a cast (first indicator 1) without semicolons and
 * colons. In any other note, semicolons separate the performers, so `Jim Foschia, clarinet ; Jan Karlin, viola` are two
 * performers. The witnesses of a hearing and `the author` are not performers.
 */
export function performersOf(field: MarcDataField, codes: string): Performer[] {
  const whole = fieldText(field, codes);
  if (WITHOUT_NAMES.test(whole)) return [];
  const text = whole.replace(INTRODUCTION, '');
  const isPlainList = field.indicator1 === '1' && !/[;:]/.test(text);
  const names = isPlainList ? listed(text) : text.split(/\s*;\s*/);
  return names.map(withoutEndPunctuation).flatMap((name) => (name === '' ? [] : { name }));
}

/** Returns a note about the witnesses of a hearing, or without names, such as `Read by the author`. */
export function witnessNote(field: MarcDataField, codes: string): string[] {
  return note(field, codes).filter((text) => WITHOUT_NAMES.test(text));
}

/** Splits a list of names at commas. A suffix such as `Jr.` stays with its name. */
function listed(text: string): string[] {
  const names: string[] = [];
  for (const part of text.split(text.length > MAX_LIST_CHARS ? COMMA : COMMA_IN_LIST)) {
    if (SUFFIX.test(part) && names.length > 0) names.push(`${names.pop()}, ${part}`);
    else names.push(part);
  }
  return names;
}

/** Matches a name in a note, and the part in the performance: `Tom Hanks (Woody)`, `Tom Hanks as Woody`. */
const NAME_AND_PART = /^([^()]+?)(?:\s+\(([^()]+)\)|\s+as\s+(.+))?$/;
/** Matches what separates the last two names of a list. */
const AND = /,?\s+(?:and|&|et|und|y)\s+(?![^()]*\))/;
/** Matches the relators after a name: `Hanks, Tom, 1956- (actor)`. */
const RELATORS = / \((\p{Ll}[^()]*)\)$/u;

/**
 * Returns performers and contributors, each person once. A person whom both a note and a heading name has the form of the
 * heading and is a performer: `Tom Hanks (Woody)` and `Hanks, Tom, 1956- (actor)` become
 * `Hanks, Tom, 1956- (actor, Woody)`.
 */
export function eachPersonOnce(
  performers: readonly Performer[],
  contributors: readonly string[],
): { readonly performers: readonly string[]; readonly contributors: readonly string[] } {
  const headings = performers.flatMap(({ name, isHeading }) => (isHeading ? name : []));
  if (headings.length === performers.length) {
    return { performers: [...new Set(headings)], contributors };
  }
  const byKey = new Map([...contributors, ...headings].map((name) => [authorKey(name), name]));
  byKey.delete('');
  /** By name: the relators that only notes have. */
  const people = new Map<string, string[]>();
  const add = (name: string, part?: string) => {
    const parts = people.get(name) ?? [];
    if (part !== undefined) parts.push(part);
    people.set(name, parts);
  };
  const headingOf = (text: string) => {
    const [, name, inParentheses, afterAs] = NAME_AND_PART.exec(text) ?? [text, text];
    const heading = byKey.get(authorKey(name));
    return heading === undefined ? undefined : { name: heading, part: inParentheses ?? afterAs };
  };
  const addFromNote = (text: string): void => {
    const known = headingOf(text);
    const isList = known === undefined && text.length <= MAX_LIST_CHARS;
    const lists = isList ? [text.split(AND), listed(text)] : [];
    const [pieces = []] = lists
      .map((list) => list.map(withoutEndPunctuation))
      .filter((list) => list.length > 1 && list.some(headingOf));
    const [first, part, ...others] = pieces;
    if (known !== undefined) add(known.name, known.part);
    else if (pieces.length === 0) add(text);
    else if (others.length === 0 && !AND.test(text) && !headingOf(part)) {
      add(headingOf(first)?.name ?? first, part);
    } else {
      for (const [i, piece] of pieces.entries()) {
        // The part of the names before it: `Don Ambronson, Amy Sims, violins`.
        const isPart = i > 0 && /^\p{Ll}/u.test(piece) && headingOf(piece) === undefined;
        if (isPart) add(headingOf(pieces[i - 1])?.name ?? pieces[i - 1], piece);
        else addFromNote(piece);
      }
    }
  };
  for (const { name, isHeading } of performers) {
    if (isHeading) add(name);
    else addFromNote(name);
  }
  return {
    performers: [...people].map(([name, parts]) => withParts(name, parts)),
    contributors: contributors.filter((name) => !people.has(name)),
  };
}

/** Adds relators to a name that does not have them: `Hanks, Tom (actor)` and `Woody` become `Hanks, Tom (actor, Woody)`. */
function withParts(name: string, parts: readonly string[]): string {
  const [whole = '', relators = ''] = RELATORS.exec(name) ?? [];
  const all = [relators, ...parts.filter((part) => !relators.includes(part))].filter(Boolean);
  return withRelators(name.slice(0, name.length - whole.length), [...new Set(all)]);
}
