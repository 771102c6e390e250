/*
 * Finds the most popular titles with the words of a partly typed text, as typed or in other spellings. `completions.ts`
 * finds texts by their beginning, and `suggest.ts` makes suggestions of both.
 */

import { lazy } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import type { SearchField } from '../../catalog/search-fields.js';
import {
  analyzeRuns,
  type FieldBoosts,
  findMisspelledPrefixes,
  findSpellingCandidates,
  hasCjk,
  isStopWord,
  type Query,
  QueryCostError,
  type SearchIndex,
  type TermOrPrefix,
} from '../../search/index.js';
import { mostPopular } from './completions.js';

/** The spellings of a typed word. A text has the word if it has any of the spellings. */
type Spellings = readonly TermOrPrefix[];

/** The words of a partly typed text, without stop words before the last word. The last word may be incomplete. */
export interface TypedWords {
  readonly words: readonly Spellings[];
}

/** The fields in which typed words are searched. */
const FIELDS = { title: 1, author: 1, series: 1, subject: 1 };

/**
 * The maximum number of titles from which suggestions by words are taken. These are the most popular
 * titles that match the typed words.
 */
const MAX_TITLES_WITH_WORDS = 24;
/**
 * If more index terms than this begin with the last typed word, titles are searched for the typed words
 * only if another typed word is rare.
 */
const MAX_PREFIX_TERMS = 400;
/** A typed word in at most this many titles is rare. */
const MAX_TITLES_OF_RARE_TERM = 2000;

/** Only this number of words, from the first, have other spellings. */
const MAX_MISSPELLED_WORDS = 4;
/** The maximum number of other spellings per word. The most frequent spellings are used. */
const MAX_SPELLINGS = 24;
/** The maximum cost of a search for misspelled words; see `QueryCost`. */
const MAX_COST = 500_000;

const DIGIT = /\d/;

/**
 * The steps of spelling correction, in order. `words` are the words with other spellings: only the words that are
 * not in the catalog, or all words. `edits` is the maximum number of edits per word. The beginning of the last
 * word may differ by one edit.
 */
const STEPS = [
  { words: 'unknown', edits: 1 },
  { words: 'all', edits: 1 },
  { words: 'all', edits: 2 },
] as const;

/**
 * Returns the words of a typed text from its terms, of which there must be at least one.
 *
 * @param isKept returns whether a word before the last is kept. Default: all words but stop words.
 */
export function typedWordsOf(
  terms: readonly string[],
  isKept = (term: string) => !isStopWord(term),
): TypedWords {
  const whole = [...new Set(terms.slice(0, -1).filter(isKept))];
  const last = terms[terms.length - 1];
  return { words: [...whole.map((term) => [{ term }]), [{ term: last, prefix: true }]] };
}

/** Returns the words with a last word that is complete. */
export function wholeWords({ words }: TypedWords): TypedWords {
  return {
    words: words.map((spellings) => spellings.map(({ term }) => ({ term }))),
  };
}

/**
 * Returns the `limit` most popular titles that contain all typed words in some of the fields, the most popular
 * first. Returns no titles if the search would be slow: if very many terms begin with the last word, and no
 * other word is rare.
 *
 * @param fields default: title, authors, series and subjects
 */
export function titlesWithWords(
  titles: Titles,
  { words }: TypedWords,
  fields: FieldBoosts = FIELDS,
  limit = MAX_TITLES_WITH_WORDS,
): number[] {
  const terms = words.flat();
  return isSelective(titles.index, terms) ? topByPopularity(titles, terms, fields, limit) : [];
}

/** Returns whether any index terms begin with the last word, and either few terms do or another word is rare. */
function isSelective(index: SearchIndex, terms: readonly TermOrPrefix[]): boolean {
  const { start, end } = index.dictionary.prefixRange(terms[terms.length - 1].term);
  if (end - start <= MAX_PREFIX_TERMS) return end > start;
  const whole = terms.slice(0, -1);
  return whole.some(({ term }) => index.documentFrequency(term) <= MAX_TITLES_OF_RARE_TERM);
}

/**
 * Yields the titles of {@link titlesWithWords} for other spellings of the words, and the words with these spellings,
 * for each step of corrections that finds titles. The first steps correct as little as possible: words of the catalog
 * and second edits are corrected last. Stop words, words with a digit, and Chinese, Japanese and Korean words are not
 * corrected.
 */
export function* titlesWithMisspelledWords(
  titles: Titles,
  typed: TypedWords,
  fields: FieldBoosts = FIELDS,
  limit = MAX_TITLES_WITH_WORDS,
): Generator<{ readonly words: TypedWords; readonly best: readonly number[] }> {
  const { index } = titles;
  const corrections = typed.words.map(([word], i) =>
    lazy(() => (i < MAX_MISSPELLED_WORDS ? otherSpellings(index, word) : [])),
  );
  for (const { words: corrected, edits: maxEdits } of STEPS) {
    const words = typed.words.map(([word], i): Spellings => {
      const isKnown = isInDictionary(index, word);
      if (isKnown && corrected === 'unknown') return typed.words.length > 1 ? [word] : [];
      const others = corrections[i]().filter(({ edits }) => edits <= maxEdits);
      return [...(isKnown ? [word] : []), ...others.slice(0, MAX_SPELLINGS)];
    });
    if (words.some((spellings) => spellings.length === 0)) continue;
    const documents = matchSpellings(index, words, fields);
    if (documents.length === 0) continue;
    const best = mostPopular(titles, documents, limit);
    yield { words: { words }, best };
  }
}

function isInDictionary({ dictionary }: SearchIndex, { term, prefix }: TermOrPrefix): boolean {
  if (!prefix) return dictionary.find(term) >= 0;
  const { start, end } = dictionary.prefixRange(term);
  return start < end;
}

/** Another spelling of a typed word, and the number of edits between them. */
interface OtherSpelling extends TermOrPrefix {
  readonly edits: 1 | 2;
}

/** Returns the other spellings of a typed word, the most frequent first. */
function otherSpellings(
  index: SearchIndex,
  { term, prefix = false }: TermOrPrefix,
): OtherSpelling[] {
  if (isStopWord(term) || DIGIT.test(term) || hasCjk(term)) return [];
  const { dictionary } = index;
  const prefixes = prefix ? findMisspelledPrefixes(dictionary, term) : [];
  const spellings = [
    ...prefixes.map((found) => ({
      spelling: { term: found, prefix: true, edits: 1 as const },
      count: index.countPrefixPostings(found),
    })),
    ...findSpellingCandidates(dictionary, term).map(({ term: ord, edits }) => {
      const found = dictionary.termAt(ord);
      return { spelling: { term: found, edits }, count: index.documentFrequency(found) };
    }),
  ];
  return spellings
    .sort((a, b) => b.count - a.count || (a.spelling.term < b.spelling.term ? -1 : 1))
    .map(({ spelling }) => spelling);
}

/** Returns the titles that have every word in any spelling, or no titles if the search costs too much. */
function matchSpellings(
  index: SearchIndex,
  words: readonly Spellings[],
  fields: FieldBoosts,
): Uint32Array {
  const queries = words.map((spellings): Query => {
    const forms = spellings.map(
      ({ term, prefix = false }): Query => ({ kind: 'term', term, prefix, fields }),
    );
    return { kind: 'dis_max', queries: forms };
  });
  try {
    return index.match({ kind: 'and', queries }, { maxCost: MAX_COST }).documents;
  } catch (error) {
    if (!(error instanceof QueryCostError)) throw error;
    return new Uint32Array();
  }
}

/** Returns the titles of `best` that have any of the words in the title, in the same order. */
export function withWordInTitle(
  { index }: Titles,
  best: readonly number[],
  { words }: TypedWords,
): readonly number[] {
  return withAny(index, best, words.flat(), { title: 1 });
}

/** Returns the titles of `best` that have all of the words in a field, in the same order. */
export function withWordsInField(
  { index }: Titles,
  best: readonly number[],
  { words }: TypedWords,
  field: SearchField,
): readonly number[] {
  return words.reduce((found, spellings) => withAny(index, found, spellings, { [field]: 1 }), best);
}

function withAny(
  index: SearchIndex,
  documents: readonly number[],
  terms: Spellings,
  fields: FieldBoosts,
): readonly number[] {
  const found = new Set<number>();
  for (const term of terms) {
    const others = documents.filter((document) => !found.has(document));
    if (others.length === 0) return documents;
    for (const document of index.filterByTerms(others, [term], fields, others.length)) {
      found.add(document);
    }
  }
  return documents.filter((document) => found.has(document));
}

/**
 * Returns whether a text has every word, in their order. Other spellings of compounds and of words with umlauts may be
 * anywhere.
 */
export function hasWordsInOrder(text: string, { words }: TypedWords): boolean {
  const runs = analyzeRuns(text);
  const { length } = runs[0];
  const terms = runs.flat();
  let next = 0;
  return words.every((spellings) => {
    const isWord = (term: string) => spellings.some((spelling) => matchesSpelling(term, spelling));
    const at = terms.findIndex((term, i) => i >= next && isWord(term));
    if (at >= 0 && at < length) next = at + 1;
    return at >= 0;
  });
}

function matchesSpelling(term: string, spelling: TermOrPrefix): boolean {
  return spelling.prefix ? term.startsWith(spelling.term) : term === spelling.term;
}

/** Returns whether the terms of a text include every word. */
export function hasAllWords(terms: readonly string[], { words }: TypedWords): boolean {
  return words.every((spellings) =>
    spellings.some((spelling) => terms.some((term) => matchesSpelling(term, spelling))),
  );
}

/**
 * The popular titles of the catalog are checked only if the estimated number of matches among them is at least this factor
 * times `limit`.
 */
const SAFETY_FACTOR = 3;

/** Titles with a term in at most this many titles are checked for the other terms. */
const MAX_CHECKED_TITLES = 2000;

/**
 * Finds the `limit` most popular titles that have all of the terms, the most popular first.
 *
 * If the popular titles of the catalog probably include `limit` titles with the terms, checks the popular titles one by one.
 * Finding all titles would take a fifth longer for `the h` in the search box. The estimate assumes that the terms occur
 * independently of each other. Checks the titles with a rare term one by one, too. Finding all titles would take a third
 * longer for `moby d` in 400,000 titles, because a `d` begins very many terms.
 */
export function topByPopularity(
  titles: Titles,
  terms: readonly TermOrPrefix[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const { index, popular, size } = titles;
  const rarestFirst = terms
    .map((term) => ({ ...term, count: Math.min(size, countTitles(index, term)) }))
    .sort((a, b) => a.count - b.count);
  const shareWithAll = rarestFirst.reduce((share, { count }) => (share * count) / size, 1);
  if (popular.length * shareWithAll >= SAFETY_FACTOR * limit) {
    const found = index.filterByTerms(popular, rarestFirst, fields, limit);
    if (found.length === limit) return found;
  }
  const titlesWith = (some: readonly TermOrPrefix[]) =>
    index.match({
      kind: 'and',
      queries: some.map(({ term, prefix = false }) => ({ kind: 'term', term, prefix, fields })),
    }).documents;
  const rare = rarestFirst.filter(({ count }) => count <= MAX_CHECKED_TITLES);
  const common = rarestFirst.slice(rare.length);
  const documents =
    rare.length === 0 || common.length === 0
      ? titlesWith(rarestFirst)
      : Uint32Array.from(index.filterByTerms(titlesWith(rare), common, fields, MAX_CHECKED_TITLES));
  return mostPopular(titles, documents, limit);
}

/**
 * Returns the number of titles with a term. For a prefix, a title counts once for each of its terms
 * that begin with the prefix.
 */
function countTitles(index: SearchIndex, { term, prefix }: TermOrPrefix): number {
  return prefix ? index.countPrefixPostings(term) : index.documentFrequency(term);
}
