/*
 * The texts of a title that match a query, and where: what `search` returns as `matched`, and what pages highlight. The
 * index knows which terms of a title match (`search/matched-terms.ts`); this file finds their words in the texts of the
 * record. `highlight.ts` makes HTML of a text and its ranges.
 */

import { lowerBound } from '../../base/binary-search.js';
import { lazy } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { type SearchedText, type SearchField, searchedTexts } from '../../catalog/search-fields.js';
import {
  createTermFinder,
  findPhrases,
  hasCjk,
  type MatchedTerms,
  placeTerms,
} from '../../search/index.js';
import type { ClauseLabel } from './expanded-word.js';
import type { TitleSearch } from './run-search.js';

/** A text of a title that matches a query, such as its title or one of its subjects. */
export interface MatchedText {
  /** The searched field that contains the text, such as `title`, or the name of an extra field. */
  readonly field: SearchField | (string & {});
  /** The whole text, as in the hit: `Moby-Dick`. A title and its subtitle are two texts. */
  readonly text: string;
  /**
   * The words of the text that match, each once, in the form of the index: in lower case and without accents. They can
   * differ from the typed words: `whales` for the query `whale`. Chinese, Japanese and Korean words are pairs of characters.
   */
  readonly terms: readonly string[];
  /**
   * The start and the end of each word that matches, in UTF-16 code units, ascending and without overlap:
   * `text.slice(start, end)` is the word as written. `Moby-Dick` is one word for the query `mobydick`.
   */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** How a title matches a query. */
export interface TitleMatch {
  /** The names of the fields that match, in the order of their boosts. */
  readonly fields: readonly string[];
  /**
   * Returns the texts that match, in the order of the fields.
   *
   * @param title the fields of the title that are read. Texts in other fields are left out
   * @param fields the fields of the index. Default: all that match
   * @param limit the maximum number of texts, after which no further text is read. Default: no maximum.
   */
  textsOf(title: Partial<Title>, fields?: readonly string[], limit?: number): MatchedText[];
}

/** Returns a function that finds out how the titles of a search match its query, by their numbers. */
export function createTitleMatcher(search: TitleSearch): (document: number) => TitleMatch {
  const { catalog, groups, fields } = search;
  const byBoost = Object.entries(fields).sort(([, a], [, b]) => b - a);
  const finders = lazy(() =>
    groups.map(({ group, matches }) => ({
      documents: matches.documents,
      matchedTerms: createTermFinder(catalog.titles.index, group.query),
    })),
  );
  return (document) => {
    const isIn = (documents: Uint32Array) =>
      documents[lowerBound(documents, document)] === document;
    const finder = finders().find(({ documents }) => isIn(documents));
    const patterns = new Map<string, FieldPattern>();
    for (const matched of finder?.matchedTerms(document) ?? []) {
      const pattern = patterns.get(matched.field) ?? { words: new Map(), phrases: [] };
      patterns.set(matched.field, pattern);
      addToPattern(pattern, matched);
    }
    const names = byBoost.map(([field]) => field).filter((field) => hasWords(patterns.get(field)));
    return {
      fields: names,
      textsOf(title, some = names, limit = Number.POSITIVE_INFINITY) {
        const texts: MatchedText[] = [];
        for (const field of names) {
          const pattern = some.includes(field) ? patterns.get(field) : undefined;
          if (pattern === undefined) continue;
          const tags = field === 'tag' ? tagsOf(catalog, document) : NO_TAGS;
          addTexts(
            texts,
            field,
            searchedTexts(title, field, tags, catalog.library),
            pattern,
            limit,
          );
        }
        return texts;
      },
    };
  };
}

/**
 * How a term matches: as a word, as a Chinese, Japanese or Korean character that its pair begins with, or as a word that
 * need not occur, such as `the`, which counts only between other words that match.
 */
type MatchKind = 'word' | 'character' | 'optional';

/** What to mark in the texts of one field. */
interface FieldPattern {
  readonly words: Map<string, MatchKind>;
  readonly phrases: { readonly terms: readonly string[]; readonly maxWidth: number | undefined }[];
}

function hasWords(pattern: FieldPattern | undefined): boolean {
  return (
    pattern !== undefined &&
    (pattern.phrases.length > 0 || [...pattern.words.values()].some((kind) => kind !== 'optional'))
  );
}

function addToPattern({ words, phrases }: FieldPattern, { query, terms }: MatchedTerms): void {
  if (query.kind === 'phrase' || query.kind === 'proximity') {
    phrases.push({
      terms: query.terms,
      maxWidth: query.kind === 'proximity' ? query.maxWidth : undefined,
    });
    return;
  }
  const optional: ClauseLabel = 'optional';
  const beginning = query.kind === 'term' && query.prefix && hasCjk(query.term) ? query.term : '';
  for (const term of terms) {
    const isBeginning = beginning !== '' && beginning !== term;
    const kind = query.label === optional ? 'optional' : isBeginning ? 'character' : 'word';
    if (kind !== 'optional' || !words.has(term)) {
      if (words.get(term) !== 'word') words.set(term, kind);
    }
  }
}

/** A word of a text that matches. */
interface Mark {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

const NO_TAGS: readonly string[] = [];

/** Returns the tags of a title. Users have tags too, which the record does not contain. */
function tagsOf({ titles }: Catalog, document: number): readonly string[] {
  const { valuesOf, dictionary } = titles.columns.tag;
  return Array.from(valuesOf(document), (ord) => dictionary.get(ord));
}

/** Adds the texts of a field that match, each once, until there are `limit` texts. */
function addTexts(
  texts: MatchedText[],
  field: string,
  searched: readonly SearchedText[],
  pattern: FieldPattern,
  limit: number,
): void {
  const found = new Set<string>();
  for (const one of searched) {
    if (texts.length >= limit) return;
    for (const { text, marks } of shownTexts(one, marksIn(one.indexed, pattern))) {
      if (marks.length === 0 || found.has(text) || texts.length === limit) continue;
      const terms = [...new Set(marks.map(({ term }) => term))];
      found.add(text);
      texts.push({ field, text, terms, ranges: rangesOf(marks) });
    }
  }
}

/** Finds the words of a text that match, in the order of the text. */
function marksIn(text: string, { words, phrases }: FieldPattern): Mark[] {
  const marks: Mark[] = [];
  for (const run of placeTerms(text)) {
    const marked = new Set<number>();
    if (phrases.length > 0) {
      const terms = run.map(({ term }) => term);
      for (const { terms: phrase, maxWidth } of phrases) {
        for (const at of findPhrases(terms, phrase, maxWidth).flat()) marked.add(at);
      }
    }
    /** The optional words after the latest word that matches. Undefined after any other word. */
    let optional: number[] | undefined;
    for (let i = 0; i < run.length; i++) {
      const kind = marked.has(i) ? 'word' : words.get(run[i].term);
      if (kind === undefined) optional = undefined;
      else if (kind === 'optional') optional?.push(i);
      else {
        for (const between of optional ?? []) marked.add(between);
        marked.add(i);
        optional = [];
      }
    }
    for (const i of marked) {
      const { term, start, end } = run[i];
      const isCharacter = words.get(term) === 'character';
      marks.push({ term, start, end: isCharacter ? endOfCharacter(text, start) : end });
    }
  }
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

const CHARACTER = /\P{M}\p{M}*/uy;

function endOfCharacter(text: string, start: number): number {
  CHARACTER.lastIndex = start;
  return start + (CHARACTER.exec(text)?.[0].length ?? 1);
}

/**
 * Divides a searched text into the texts that a program shows. In a text with another indexed form, such as an ISBN with
 * hyphens, all characters are marked.
 */
function shownTexts(
  { indexed, shown }: SearchedText,
  marks: readonly Mark[],
): readonly { readonly text: string; readonly marks: readonly Mark[] }[] {
  if (marks.length === 0) return [];
  let from = 0;
  return shown.map((text, i) => {
    const [start, end] = [from, i + 1 < shown.length ? from + text.length : indexed.length];
    from = end + 1;
    const inside = marks.filter((mark) => mark.start < end && mark.end > start);
    if (indexed.slice(start, end) !== text) {
      return { text, marks: inside.map(({ term }) => ({ term, start: 0, end: text.length })) };
    }
    const moved = inside.map((mark) => ({
      term: mark.term,
      start: Math.max(0, mark.start - start),
      end: Math.min(text.length, mark.end - start),
    }));
    return { text, marks: moved };
  });
}

/** Returns the ranges of marks in the order of the text. Ranges that overlap or touch become one. */
function rangesOf(marks: readonly Mark[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const { start, end } of marks) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
