/*
 * Reads subject headings with their subdivisions, such as `Whaling -- Fiction`, and the topics, places and genres in
 * them.
 */

import {
  firstText,
  hasSubfield,
  type MarcDataField,
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
