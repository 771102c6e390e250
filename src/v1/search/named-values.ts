/*
 * The words of a query that name a format, a language, an audience or availability: `spanish ebooks for kids`. They come
 * from `texts/naming-words.ts`, and from the names of the formats and languages of the catalog, in the languages of the
 * pages. `named-value-search.ts` searches for the titles.
 */

import { lazy, memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import { languageWords } from '../../catalog/names/language-words.js';
import { findLanguage } from '../../catalog/names/languages.js';
import { ANYWHERE, type Narrowing, translatedValueName } from '../../catalog/narrowings.js';
import { fold, isStopWord, type Query, type Word } from '../../search/index.js';
import { LOCALES, namesOf } from '../../texts/locales.js';
import { FORMAT_GROUPS, NAMING_WORDS } from '../../texts/naming-words.js';
import { allOf, labeled } from './expanded-word.js';

/** A word or a phrase of a query that names values of narrowings. */
export interface NamedValue {
  /** The word or the phrase as it was typed, such as `eBooks`. */
  readonly text: string;
  /** The values that the catalog has, such as `{ narrowing: 'title_format', value: 'EBOOK' }`. */
  readonly values: readonly { readonly narrowing: Narrowing; readonly value: string }[];
  /** The query without the word. Empty if no other words are left. */
  readonly queryWithout: string;
}

/** Words next to each other that name values, and are read together: `spanish books`. */
export interface NamedUnit {
  readonly text: string;
  readonly named: readonly NamedValue[];
  /** Whether the values are meant rather than a subject: `faust in german`, `spanish books`, but not `french cooking`. */
  readonly isExplicit: boolean;
  /** Whether the unit is a word such as `books` next to other words, which says little about the text of a title. */
  readonly isGeneric: boolean;
}

/** A query whose words name values. */
export interface NamingQuery {
  readonly units: readonly NamedUnit[];
  /** The other words of the query. */
  readonly rest: string;
}

/** A word of a text. A Chinese character is a word of its own. */
interface Piece {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A phrase at a position of a list of terms. */
interface Phrase {
  readonly at: number;
  /** The position after the last term. */
  readonly end: number;
  /** The terms with spaces between them. */
  readonly key: string;
}

const PIECE = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;
const QUOTED = /["“„«「『＂][^"“”»」』＂]*["“”»」』＂]/gu;

/** The maximum number of terms of a phrase. */
const MAX_PHRASE_TERMS = 6;

function piecesOf(text: string): Piece[] {
  return Array.from(text.matchAll(PIECE), ({ 0: word, index }) => ({
    term: fold(word),
    start: index,
    end: index + word.length,
  }));
}

function keyOf(text: string): string {
  return Array.from(piecesOf(text), ({ term }) => term).join(' ');
}

/** Finds the longest phrases in a list of terms, from the first term on. */
function phrasesIn(terms: readonly string[], phrases: ReadonlyMap<string, unknown>): Phrase[] {
  const found: Phrase[] = [];
  for (let at = 0; at < terms.length; at = Math.max(at + 1, found.at(-1)?.end ?? 0)) {
    for (let end = Math.min(terms.length, at + MAX_PHRASE_TERMS); end > at; end--) {
      const key = terms.slice(at, end).join(' ');
      if (!phrases.has(key)) continue;
      found.push({ at, end, key });
      break;
    }
  }
  return found;
}

/**
 * Finds the words of a query that name values of the catalog. Words in quotation marks name nothing.
 *
 * @param words the words of the query
 * @returns undefined if no word does
 * @example readNamedValues(titles, 'ebook frankenstein', tokenize('ebook frankenstein'))?.rest // 'frankenstein'
 */
export function readNamedValues(
  titles: Titles,
  typed: string,
  words: readonly Word[],
): NamingQuery | undefined {
  const { values, beside, starts } = phrasesOf(titles);
  if (words.every((word) => word.kind === 'plain' && !starts.has(word.term))) return undefined;
  const unquoted = typed.replace(QUOTED, (quoted) => '"'.repeat(quoted.length));
  const pieces = piecesOf(unquoted);
  const terms = pieces.map(({ term }) => term);
  const found = phrasesIn(terms, values).map((phrase) => withLanguageWord(phrase, terms, values));
  if (found.length === 0) return undefined;
  const kindOf = ({ key }: Phrase) => values.get(key)?.[0].narrowing;
  const followsPreposition = ({ at }: Phrase) =>
    namingWords().others.preposition.has(terms[at - 1]);
  const units = unitsOf(found, terms)
    .map((unit) =>
      unit.filter(
        (phrase) =>
          !beside.has(phrase.key) ||
          keyOf(typed) === phrase.key ||
          followsPreposition(phrase) ||
          unit.some((other) => kindOf(other) !== kindOf(phrase)),
      ),
    )
    .filter((unit) => unit.length > 0);
  // A unit that was typed twice is read once.
  const keys = units.map((unit) => unit.map(({ key }) => key).join(' '));
  const distinct = units.filter((_, i) => keys.indexOf(keys[i]) === i);
  if (units.length === 0) return undefined;
  const without = (phrases: readonly Phrase[]) => withoutPhrases(typed, phrases, pieces);
  const rest = without(units.flat());
  return {
    rest,
    units: distinct.map((unit) => ({
      text: unit.map(({ key }) => key).join(' '),
      named: unit.map((phrase) => ({
        text: typed.slice(pieces[phrase.at].start, pieces[phrase.end - 1].end),
        values: values.get(phrase.key) ?? [],
        queryWithout: without([phrase]),
      })),
      isExplicit: unit.length > 1 || followsPreposition(unit[0]),
      isGeneric:
        rest !== '' && unit.every(({ key }) => namingWords().meanings.get(key)?.[0] === 'books'),
    })),
  };
}

/** Extends the name of a language to a word next to it: `spanish language`, `langue espagnole`. */
function withLanguageWord(
  phrase: Phrase,
  terms: readonly string[],
  values: Phrases['values'],
): Phrase {
  const { at, end, key } = phrase;
  if (values.get(key)?.[0].narrowing !== 'language') return phrase;
  const { language } = namingWords().others;
  if (language.has(terms[end])) return { at, end: end + 1, key };
  return language.has(terms[at - 1]) ? { at: at - 1, end, key } : phrase;
}

/** Groups phrases that are separated only by stop words. */
function unitsOf(found: readonly Phrase[], terms: readonly string[]): Phrase[][] {
  const units: Phrase[][] = [];
  found.forEach((phrase, i) => {
    const isNext = i > 0 && terms.slice(found[i - 1].end, phrase.at).every(isConnecting);
    if (isNext) units[units.length - 1].push(phrase);
    else units.push([phrase]);
  });
  return units;
}

/** Returns whether a term is a stop word, or the Chinese particle between a name and a noun. */
function isConnecting(term: string): boolean {
  return term === '的' || isStopWord(term);
}

/**
 * Returns a text without phrases, and without the stop words that join them to other words: `frankenstein in spanish`,
 * `books by stephen king`.
 */
function withoutPhrases(
  typed: string,
  phrases: readonly Phrase[],
  pieces: readonly Piece[],
): string {
  let left = '';
  let from = 0;
  for (const { at, end } of phrases) {
    let first = at;
    while (first > 0 && isConnecting(pieces[first - 1].term)) first--;
    let next = end;
    if (first === 0) while (next < pieces.length && isConnecting(pieces[next].term)) next++;
    left += `${typed.slice(from, Math.max(from, pieces[first].start))} `;
    from = pieces[next - 1].end;
  }
  const text = (left + typed.slice(from)).replace(/[([]\s*[)\]]|\s+/g, ' ');
  return text.replace(/^[\s,;:/-]+|[\s,;:/-]+$/g, '');
}

/** The words of `texts/naming-words.ts`. */
const namingWords = lazy(() => {
  /** By phrase: the formats, groups of formats, audiences and `available` that the phrase names. */
  const meanings = new Map<string, readonly string[]>();
  const others = {
    beside: new Set<string>(),
    language: new Set<string>(),
    preposition: new Set<string>(),
  };
  for (const line of Object.values(NAMING_WORDS).join('').trim().split('\n')) {
    const [meaning, words] = line.split(' = ');
    for (const key of words.split(', ').flatMap(spellings)) {
      if (Object.hasOwn(others, meaning)) others[meaning as keyof typeof others].add(key);
      else meanings.set(key, [...new Set([...(meanings.get(key) ?? []), ...meaning.split(' ')])]);
    }
  }
  return { meanings, others };
});

/** Returns the keys of a phrase, one of them with umlauts spelled out: `bucher` and `buecher`. */
function spellings(phrase: string): readonly string[] {
  const spelledOut = phrase.replace(/[äöü]/g, (letter) => `${fold(letter)}e`);
  return spelledOut === phrase ? [keyOf(phrase)] : [keyOf(phrase), keyOf(spelledOut)];
}

/** Returns the positions of the words that name a format or an audience, whether or not the catalog has it. */
export function findNamingWords(terms: readonly string[]): readonly number[] {
  const found = phrasesIn(terms, namingWords().meanings);
  return found.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, i) => at + i));
}

/** Returns the meanings of the words in a name: `Young Adult` is for teenagers only. */
function meaningsIn(name: string): readonly string[] {
  const { meanings } = namingWords();
  const terms = piecesOf(name).map(({ term }) => term);
  const found = phrasesIn(terms, meanings);
  return [...new Set(found.flatMap(({ key }) => meanings.get(key) ?? []))];
}

/** The phrases of a catalog that name values. */
interface Phrases {
  readonly values: ReadonlyMap<string, NamedValue['values']>;
  /** The phrases that are read only next to a phrase of another kind or after a preposition, or as the whole query. */
  readonly beside: ReadonlySet<string>;
  /** The first terms of the phrases. */
  readonly starts: ReadonlySet<string>;
}

/** The maximum number of formats, languages and audiences of a catalog whose names are read. */
const MAX_VALUES = 512;

const phrasesOf = memoizePerObject(
  createPhrases,
  // Catalogs that differ only in holdings have the same boosts of popularity.
  ({ popularityBoosts }: Titles) => popularityBoosts,
);

function createPhrases(titles: Titles): Phrases {
  const { meanings, others } = namingWords();
  const beside = new Set(others.beside);
  const values = new Map<string, NamedValue['values']>();
  const add = (to: typeof values, key: string, narrowing: Narrowing, value: string) =>
    to.set(key, [...(to.get(key) ?? []), { narrowing, value }]);
  const ofMeaning: typeof values = new Map();
  add(ofMeaning, 'available', 'available_at', ANYWHERE);
  for (const { id, name } of valuesOf(titles, 'title_format')) {
    if (id === 'UK') continue;
    const isBuiltIn = Object.hasOwn(namesOf('en-CA').format, id);
    const groups = Object.keys(FORMAT_GROUPS).filter((group) => FORMAT_GROUPS[group].includes(id));
    // A format of the library has the meanings of the words in its name: `Audiobook on Playaway` is an audiobook.
    const ofFormat = isBuiltIn ? [id, ...groups] : meaningsIn(name);
    for (const meaning of ofFormat) add(ofMeaning, meaning, 'title_format', id);
    const names = LOCALES.map((locale) =>
      keyOf(translatedValueName('title_format', id, name, namesOf(locale))),
    );
    for (const key of new Set(names.flatMap((one) => [one, `${one}s`]))) {
      if (meanings.has(key)) continue;
      add(values, key, 'title_format', id);
      if (isBuiltIn && !key.includes(' ')) beside.add(key);
    }
  }
  for (const { id } of valuesOf(titles, 'audience')) {
    for (const meaning of meaningsIn(id)) add(ofMeaning, `for ${meaning}`, 'audience', id);
  }
  for (const { id, ord } of valuesOf(titles, 'language')) {
    const found = findLanguage(id);
    for (const word of found === undefined ? [] : languageWords(found).map(keyOf)) {
      add(values, word, 'language', id);
      // `english` next to other words says little if most titles are in English: `the english patient`.
      if (2 * titles.columns.language.data.counts[ord] > titles.size) beside.add(word);
    }
  }
  for (const [key, ids] of meanings) {
    const named = ids.map((id) => ofMeaning.get(id) ?? ofMeaning.get(`for ${id}`));
    // A phrase of two kinds, such as `kinderbücher`, names nothing if the catalog has only one of them.
    if (ids[0] === 'books' && named.includes(undefined)) continue;
    const all = named.flatMap((ofId) => ofId ?? []);
    if (all.length > 0) values.set(key, [...(values.get(key) ?? []), ...all]);
  }
  return { values, beside, starts: new Set(Array.from(values.keys(), (key) => key.split(' ')[0])) };
}

function valuesOf({ columns, value }: Titles, narrowing: 'title_format' | 'audience' | 'language') {
  const { size } = columns[narrowing].dictionary;
  return Array.from({ length: Math.min(size, MAX_VALUES) }, (_, ord) => ({
    ord,
    ...value(narrowing, ord),
  }));
}

/** The score of a format or another value that a query names. */
const NAMED_VALUE_SCORE = 5;

/**
 * Creates the query for the titles that have the values of words. For two words of one kind, a title needs a value that
 * both name: `books` and `ebook`. If there is no such value, it needs a value of one of them: `books and dvds`.
 */
export function namedValueQuery(named: readonly NamedValue[], { valueOrd }: Titles): Query {
  const byNarrowing = new Map<Narrowing, readonly number[]>();
  for (const { values } of named) {
    for (const column of new Set(values.map(({ narrowing }) => narrowing))) {
      const added = values
        .filter(({ narrowing }) => narrowing === column)
        .map(({ value }) => valueOrd(column, value));
      const before = byNarrowing.get(column) ?? added;
      const common = added.filter((ord) => before.includes(ord));
      byNarrowing.set(column, common.length > 0 ? common : [...before, ...added]);
    }
  }
  const queries = Array.from(
    byNarrowing,
    ([column, values]): Query => ({ kind: 'values', column, values }),
  );
  const query = allOf(queries);
  return labeled('named_value', { kind: 'constant_score', query, score: NAMED_VALUE_SCORE });
}
