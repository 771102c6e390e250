/*
 * Reads subject headings with their subdivisions, such as `Whaling -- Fiction`, and the topics, places and genres in
 * them.
 */

import { firstOfEach } from '../../base/distinct-values.js';
import type { Library } from '../../catalog/records/library.js';
import {
  firstText,
  hasSubfield,
  linkedTag,
  type MarcDataField,
  type MarcField,
  nonEmpty,
  normalizeSpaces,
  plainTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import VOCABULARIES_OF_LANGUAGES from './vocabularies-of-languages.json' with { type: 'json' };

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
const OF_LANGUAGE: Readonly<Record<string, string>> = VOCABULARIES_OF_LANGUAGES;

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
    return (
      shown.has(code) || (listed === undefined && linkedTag(field) === '655' && !others.has(code))
    );
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
  return isPossible && !('value' in field) && HEADING.test(linkedTag(field));
}

/** Returns the code of the vocabulary of a heading: `lcsh`, or `rvm` for $2 with `rvm`. */
export function vocabularyOf(field: MarcDataField): string {
  const code = field.indicator2 === '7' ? firstText(field, '2') : BY_INDICATOR[field.indicator2];
  const isLocal = /^6(?:53|9)/.test(linkedTag(field));
  return isLocal || code === undefined ? LOCAL : code.toLowerCase().replace(/\.$/, '');
}

/** The maximum number of headings whose parts are compared with headings of FAST. */
const MAX_COMPARED = 200;

/**
 * Returns the texts of headings, each once. A heading of FAST is left out if one heading of another vocabulary has all
 * its parts: `Whaling` in addition to `Whaling -- Fiction`.
 */
export function subjectsOf(headings: readonly SubjectHeading[]): readonly string[] {
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
export function distinctHeadings(texts: readonly string[]): readonly string[] {
  return firstOfEach(texts, headingKey);
}

function headingKey(text: string): string {
  const key = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ');
  return key.trim() || text;
}
