/*
 * Reads the title statement (245), other titles, uniform titles, and titles in the original script (880). Titles of other
 * works are in `related-titles.ts`.
 */

import { normalizeUnicode } from '../../base/normalize-unicode.js';
import {
  fieldText,
  hasSubfield,
  linkedTag,
  type MarcDataField,
  type MarcField,
  type MarcSubfield,
  nonEmpty,
  normalizeSpaces,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import LANGUAGES_OF_SCRIPTS from './languages-of-scripts.json' with { type: 'json' };

/** The subfields of field 245 that are part of the title, without $b. */
const TITLE_PROPER = 'afgknps';
const PARALLEL = /(?:^| )= /;

/**
 * Returns the title proper of a title statement: the title before the first $b, including numbers and names
 * of parts.
 */
export function titleProper(field: MarcDataField): string[] {
  return nonEmpty(withoutEndPunctuation(partsOf(field).proper));
}

/** Returns the remainder of the title, from the first $b on, without parallel titles. */
export function otherTitle(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  const [first] = other.split(PARALLEL, 1);
  return endsInEquals(proper) ? [] : nonEmpty(withoutEndPunctuation(first));
}

/** Returns the parallel titles, which are the title in other languages. They follow equals signs. */
export function parallelTitles(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  const texts = other.split(PARALLEL);
  const parallel = endsInEquals(proper) ? texts : texts.slice(1);
  return parallel.flatMap((text) => nonEmpty(withoutEndPunctuation(text)));
}

/** Returns the title proper and the remainder of the title, joined by a colon. */
export function wholeTitle(field: MarcDataField): string[] {
  const { proper, other } = partsOf(field);
  return nonEmpty([proper, other].map(withoutEndPunctuation).filter(Boolean).join(' : '));
}

/**
 * Returns the sort title: the title proper without the nonfiling characters, such as an initial article.
 * The second indicator is their number, including the space after an article, unless control characters are around the
 * article. The indicator is ignored if the last of these characters is a letter, mark or digit, or if they are the whole
 * title.
 */
export function filingTitle(field: MarcDataField): string[] {
  const marked = MARKED_ARTICLE.exec(field.subfields.find(({ code }) => code === 'a')?.value ?? '');
  const count = marked === null ? Number(field.indicator2) : marked[1].length + marked[2].length;
  return titleProper(field).map((title) => withoutNonfiling(title, count));
}

/** Matches an article in the control characters that mark it as ignored in sorting. */
const MARKED_ARTICLE = /^\s*[\u0088\u0098]([^\u0089\u009c]+)[\u0089\u009c](\s?)/;

/** Returns the text of the subfields in `codes`, without final punctuation. */
export function plainTitle(field: MarcDataField, codes: string): string[] {
  return nonEmpty(withoutEndPunctuation(fieldText(field, codes)));
}

function withoutNonfiling(title: string, count: number): string {
  if (!(count > 0)) return title;
  const composed = title.slice(0, count);
  // Older records count a letter and its accent as two characters.
  const decomposed = normalizeUnicode(normalizeUnicode(title, 'NFD').slice(0, count), 'NFC');
  for (const nonfiling of [composed, decomposed]) {
    const rest = title.slice(nonfiling.length);
    if (title.startsWith(nonfiling) && ENDS_BETWEEN_WORDS.test(nonfiling) && rest !== '')
      return rest;
  }
  return title;
}

const ENDS_BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]$/u;

function endsInEquals(text: string): boolean {
  return text.endsWith('=');
}

/** The title in a title statement: the text before the first $b, and the text from the first $b on. */
interface TitleParts {
  readonly proper: string;
  readonly other: string;
}

function partsOf({ subfields }: MarcDataField): TitleParts {
  const texts = { proper: '', other: '' };
  let part: keyof TitleParts = 'proper';
  for (const { code, value } of subfields) {
    if (code === 'b') part = 'other';
    else if (!TITLE_PROPER.includes(code)) {
      // The equals sign before a parallel title stands behind the medium.
      if (code === 'h' && endsInEquals(value.trimEnd())) texts[part] += ' =';
      continue;
    }
    const text = normalizeSpaces(value);
    if (text !== '') texts[part] = texts[part] === '' ? text : `${texts[part]} ${text}`;
  }
  return texts;
}

/** The collective uniform titles of AACR2 and RDA, in lower case and without a qualifier. */
const COLLECTIVE_TITLES = new Set(
  `correspondence; essays; laws, etc; novels; plays; poems; prose works; protocols, etc; selections;
  short stories; speeches; treaties, etc; works; ballets; cantatas; chamber music; choral music;
  chorale preludes; concertos; duets; études; fantasias; guitar music; harpsichord music; incidental
  music; instrumental music; keyboard music; lute music; madrigals; masses; motets; motion picture
  music; musicals; operas; orchestra music; organ music; overtures; piano music; preludes; quartets;
  quintets; sonatas; songs; string quartet music; suites; symphonies; trios; variations; violin music;
  vocal music; waltzes`.split(/;\s+/),
);

/** The subfields that make a collective title the title of one work: a number, a part or a key. */
const DISTINCTIVE = ['n', 'p', 'r'];

/**
 * Returns a uniform title, without final punctuation. Returns no value for a collective title such as `Selections`,
 * `Laws, etc.` or `Sonatas, piano`, which many different titles have. With a number, part or key, as in
 * `Symphonies, no. 5`, it is the title of one work.
 */
export function distinctiveTitle(field: MarcDataField, codes: string): string[] {
  const isOneWork = DISTINCTIVE.some((code) => hasSubfield(field, code));
  return !isOneWork && isCollective(fieldText(field, 'a')) ? [] : plainTitle(field, codes);
}

/** Returns whether a uniform title is collective, such as `Works`. */
export function isCollective(title: string): boolean {
  const withoutQualifier = title.replace(/\s*\([^()]*\)?[\s.,]*$/, '');
  const name = withoutEndPunctuation(withoutQualifier).replace(/\.$/, '').toLowerCase();
  return name === '' || COLLECTIVE_TITLES.has(name);
}

/** By the code of a language: the scripts in which it is written. `languages-of-scripts.json` has the languages of each script. */
const SCRIPTS = new Map<string, RegExp>();

for (const [script, languages] of Object.entries(LANGUAGES_OF_SCRIPTS)) {
  for (const language of languages.split(' ')) {
    const others = SCRIPTS.get(language);
    const source = `\\p{Script=${script}}`;
    SCRIPTS.set(language, new RegExp(others ? `${others.source}|${source}` : source, 'u'));
  }
}

/** Matches a text that stands for a text in the script of field 880, such as `<> /`. */
const PLACEHOLDER = /^[^\p{L}\p{N}]*$/u;

/**
 * Replaces each field that is only a placeholder, such as `<> /`, by the field 880 that is linked to it, whatever the
 * language of the record.
 */
export function withoutPlaceholders(fields: readonly MarcField[]): readonly MarcField[] {
  /** By tag and number, such as `245-01`, and by tag: the first field 880 that is linked to the field. */
  const originals = new Map<string, MarcDataField>();
  for (const field of fields) {
    if (field.tag !== '880' || 'value' in field) continue;
    const link = linkOf(field);
    for (const key of [link.slice(0, 6), link.slice(0, 3)]) {
      if (!originals.has(key)) originals.set(key, field);
    }
  }
  if (originals.size === 0) return fields;
  const used = new Set<MarcField>();
  const replaced = fields.map((field) => {
    if ('value' in field || field.tag === '880') return field;
    const isText = ({ code, value }: MarcSubfield) => code !== '6' && !PLACEHOLDER.test(value);
    if (field.subfields.some(isText)) return field;
    const number = linkOf(field).slice(3, 6);
    const original = originals.get(field.tag + number);
    if (original !== undefined) used.add(original);
    return original === undefined ? field : { ...original, tag: field.tag };
  });
  return used.size === 0 ? fields : replaced.filter((field) => !used.has(field));
}

/** Returns the text of $6 of a field, such as `245-01/$1`. */
function linkOf({ subfields }: MarcDataField): string {
  return subfields.find(({ code }) => code === '6')?.value ?? '';
}

/**
 * Exchanges a romanized title statement and the field 880 with the title in the script of the record's language, so that
 * the title in the original script is the title of the record and the romanized title is another title. Returns the
 * fields unchanged if the language is written in Latin letters, or if there is no such field 880.
 *
 * @param language the code of the record's language, such as `heb`
 * @param titleTag the tag of the title statement. Default: `245`.
 */
export function withOriginalTitle(
  fields: readonly MarcField[],
  language: string | undefined,
  titleTag = '245',
): readonly MarcField[] {
  const script = SCRIPTS.get(language ?? '');
  if (script === undefined) return fields;
  const titleOf = (field: MarcField, tag: string) => titleIn(field, tag, titleTag);
  const romanized = fields.findIndex((field) => titleOf(field, titleTag) !== undefined);
  const original = fields.findIndex((field) => script.test(titleOf(field, '880') ?? ''));
  if (romanized === -1 || original === -1) return fields;
  if (script.test(titleOf(fields[romanized], titleTag) ?? '')) return fields;
  const exchanged = [...fields];
  exchanged[romanized] = { ...(fields[original] as MarcDataField), tag: titleTag };
  exchanged[original] = linkedTo(titleTag, fields[romanized] as MarcDataField);
  return exchanged;
}

/** Returns the title in a title statement, or in a field 880 that is linked to a title statement. */
function titleIn(field: MarcField, tag: string, titleTag: string): string | undefined {
  if (field.tag !== tag || 'value' in field) return undefined;
  return linkedTag(field) === titleTag ? fieldText(field, 'a') : undefined;
}

/** Returns a field 880 that is linked to a field with a tag. */
export function linkedTo(tag: string, { subfields, ...field }: MarcDataField): MarcDataField {
  const others = subfields.filter(({ code }) => code !== '6');
  return { ...field, tag: '880', subfields: [{ code: '6', value: `${tag}-00` }, ...others] };
}
