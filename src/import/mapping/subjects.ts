/*
 * Reads subject headings with their subdivisions, such as `Whaling -- Fiction`, and the topics, places and genres in
 * them.
 */

import type { Library } from '../../catalog/records/library.js';
import {
  firstText,
  hasSubfield,
  type MarcDataField,
  type MarcField,
  nonEmpty,
  normalizeSpaces,
  plainTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';

const SUBDIVISIONS = 'vxyz';
const SEPARATOR = ' -- ';

/** A subject heading of a record. */
export interface SubjectHeading {
  /** The heading with its subdivisions: `United States -- History -- Revolution, 1775-1783 -- Sources`. */
  readonly text: string;
  /** Whether the heading is from FAST, whose headings are parts of headings of the Library of Congress. */
  readonly isFast: boolean;
}

/** Returns a subject heading with its subdivisions. */
export function subjectOfField(field: MarcDataField, codes: string): SubjectHeading[] {
  const isFast = field.indicator2 === '7' && firstText(field, '2') === 'fast';
  return subjectHeading(field, codes).map((text) => ({ text, isFast }));
}

/** Returns the text of a heading with its subdivisions: `Whaling -- Fiction`. */
export function subjectHeading(field: MarcDataField, codes: string): string[] {
  let heading = '';
  let subdivisions = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text === '') continue;
    if (!SUBDIVISIONS.includes(code)) heading = heading === '' ? text : `${heading} ${text}`;
    else subdivisions = joined(subdivisions, withoutEndPunctuation(text));
  }
  return nonEmpty(joined(withoutEndPunctuation(heading), subdivisions));
}

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : before + SEPARATOR + after;
}

/** Returns a heading in which each subfield is a level of places: `France -- Paris -- Montmartre`. */
export function hierarchicalPlace(field: MarcDataField, codes: string): SubjectHeading[] {
  const [text] = placesOf(field, codes).slice(-1);
  return text === undefined ? [] : [{ text, isFast: false }];
}

/** Returns each level of places with the levels above it: `France`, `France -- Paris`. */
export function placesOf(field: MarcDataField, codes: string): string[] {
  const places: string[] = [];
  for (const { code, value } of field.subfields) {
    const level = codes.includes(code) ? withoutEndPunctuation(normalizeSpaces(value)) : '';
    if (level !== '') places.push(joined(places.at(-1) ?? '', level));
  }
  return places;
}

/** Returns the heading before its subdivisions, without the title of a work by a person. */
export function topicOf(field: MarcDataField, codes: string): string[] {
  return subjectHeading(field, codes).filter(() => !hasSubfield(field, 't'));
}

/** Returns one subject per subfield. */
export function eachSubject(field: MarcDataField, codes: string): SubjectHeading[] {
  return plainTexts(field, codes).map((text) => ({ text, isFast: false }));
}

/** The settings of a library that choose the vocabularies of its subjects. */
export type SubjectSettings = Pick<Library, 'subject_vocabularies' | 'languages'>;

/** The codes of vocabularies by the second indicator of a heading. */
const BY_INDICATOR: Readonly<Record<string, string>> = {
  ...{ 0: 'lcsh', 1: 'lcshac', 2: 'mesh', 3: 'nal', 5: 'cash', 6: 'rvm' },
};

/** The code of headings without a vocabulary, such as keywords and headings of the library itself. */
const LOCAL = 'local';

const DEFAULT_VOCABULARIES = ['lcsh', 'lcshac', 'fast', LOCAL];

/** The vocabularies in a language. The genres of all other vocabularies are shown by default. */
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'lcsh lcshac fast mesh nal cash sears bisacsh aat tgm lctgm lcgft gsafd agrovoc eric unbist homoit',
  fr: 'rvm rvmgf rvmfast ram rameau fmesh rasuqam',
  de: 'gnd gnd-content gnd-music gnd-carrier swd rswk stw ddcs idszbz idsbb',
  nl: 'gtt gtr nbdbt brinkman biblion',
  es: 'embne embucm bidex lemb armac qlsp csapa',
  it: 'nsbncf sbiao',
  pt: 'larpcal lcshpor',
  ca: 'lemac thub',
  fi: 'yso/fin ysa kaunokki musa',
  sv: 'sao saogf barn barngf yso/swe allars',
  no: 'humord noubomn ntsf bokbas',
  da: 'dbcsh dbkksh',
  pl: 'kaba jhpb jhpk dbn',
  cs: 'czenas czmesh fd132',
  ru: 'rubbk rugeo',
  ja: 'ndlsh bsh',
};

/** Returns the fields of a record whose headings are searched, but not shown. */
export type HiddenHeadings = (fields: readonly MarcField[]) => ReadonlySet<MarcField>;

/**
 * Returns a function that finds the headings that a library does not show. If a library lists no vocabularies, a record
 * that would show no heading shows all its headings.
 */
export function hiddenHeadings({
  subject_vocabularies: listed,
  languages = [],
}: SubjectSettings): HiddenHeadings {
  const codesOf = (language: string) => (OF_LANGUAGE[language] ?? '').split(' ');
  const shown = new Set(listed ?? [...DEFAULT_VOCABULARIES, ...languages.flatMap(codesOf)]);
  const others = new Set(
    Object.keys(OF_LANGUAGE).flatMap((code) => (code === 'en' ? [] : codesOf(code))),
  );
  const isShown = (field: MarcDataField) => {
    const code = vocabularyOf(field);
    return shown.has(code) || (listed === undefined && tagOf(field) === '655' && !others.has(code));
  };
  return (fields) => {
    const headings = fields.filter(isHeading);
    const hidden = headings.filter((field) => !isShown(field));
    return new Set(hidden.length === headings.length && listed === undefined ? [] : hidden);
  };
}

/** Matches the tags of subject headings, genres and keywords. */
const HEADING = /^6(?:00|10|11|30|47|48|50|51|53|55|56|57|62|90|91)/;

function isHeading(field: MarcField): field is MarcDataField {
  const isPossible = field.tag.startsWith('6') || field.tag === '880';
  return isPossible && !('value' in field) && HEADING.test(tagOf(field));
}

/** Returns the tag of a field, or of the field to which a field 880 is linked. */
function tagOf({ tag, subfields }: MarcDataField): string {
  return tag === '880' ? (subfields.find(({ code }) => code === '6')?.value ?? tag) : tag;
}

/** Returns the code of the vocabulary of a heading: `lcsh`, or `rvm` for $2 with `rvm`. */
export function vocabularyOf(field: MarcDataField): string {
  const code = field.indicator2 === '7' ? firstText(field, '2') : BY_INDICATOR[field.indicator2];
  const isLocal = /^6(?:53|9)/.test(tagOf(field));
  return isLocal || code === undefined ? LOCAL : code.toLowerCase().replace(/\.$/, '');
}

/** The maximum number of headings whose parts are compared with headings of FAST. */
const MAX_COMPARED = 200;

/**
 * Returns the texts of headings, each once. A heading of FAST is left out if one heading of another vocabulary has all
 * its parts: `Whaling` in addition to `Whaling -- Fiction`.
 */
export function subjectsOf(headings: readonly SubjectHeading[]): string[] {
  const others = headings.filter(({ isFast }) => !isFast);
  const fast = headings.filter(({ isFast }) => isFast);
  const partsOfOthers = fast.length === 0 ? [] : others.slice(0, MAX_COMPARED).map(partKeys);
  const isPart = (heading: SubjectHeading) => {
    const parts = [...partKeys(heading)];
    return partsOfOthers.some((ofOther) => parts.every((part) => ofOther.has(part)));
  };
  const kept = headings.filter((heading) => !heading.isFast || !isPart(heading));
  return distinctHeadings(kept.map(({ text }) => text));
}

function partKeys({ text }: SubjectHeading): Set<string> {
  return new Set(text.split(SEPARATOR).map(headingKey));
}

/** Returns headings without those that differ from an earlier one only in case, punctuation and spaces. */
export function distinctHeadings(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const key = headingKey(text);
    if (!byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}

function headingKey(text: string): string {
  const key = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ');
  return key.trim() || text;
}
