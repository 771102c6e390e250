import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { withoutLeadingArticle } from '../catalog/sort-title.js';
import { titleKey } from '../catalog/title-key.js';
import { analyze, analyzePhrase, isStopWord, type TermOrPrefix } from '../search/index.js';
import { notFound } from './api-error.js';
import { type Completions, completionsOf } from './search/completions.js';
import { topByPopularity } from './search/top-by-popularity.js';

/** The parameters of {@link suggest}. */
export interface SuggestParameters {
  /** The text typed so far. */
  readonly q: string;
  /** The id of the library to search. */
  readonly library: string;
  /** The maximum number of suggestions. A value above 100 counts as 100. Default: 10. */
  readonly limit?: number;
}

/** A title, author or subject of the catalog that matches the typed text. */
export interface Suggestion {
  readonly kind: 'title' | 'author' | 'subject';
  /** The title without its subtitle, or the name of the author or subject, as in the catalog. */
  readonly text: string;
  /** The id of a title; absent for an author or a subject. */
  readonly id?: string;
  /** The number of titles with this author or subject; absent for a title. */
  readonly count?: number;
}

/** The result of {@link suggest}. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

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

const FIELDS = { title: 1, author: 1, subject: 1 };

/**
 * Returns titles, authors and subjects that match a partly typed text, for a search box. The API
 * specification does not include this operation.
 *
 * Suggestions that begin with the text come first. The leading article of a title is ignored. Next come
 * suggestions that contain the words of the text anywhere. The last word may be incomplete. A suggested
 * title needs only one of the words if its authors or subjects contain the other words. In both groups,
 * titles, authors and subjects alternate. Popular titles, and names that many titles have, come first.
 *
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @throws ApiError 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @example suggest([catalog], { q: 'mob', library: 'alderwick' }).suggestions[0].text // 'Moby-Dick'
 */
export function suggest(
  catalogs: readonly Catalog[],
  { q, library, limit: requestedLimit = DEFAULT_LIMIT }: SuggestParameters,
): Suggestions {
  const limit = Math.min(requestedLimit, MAX_LIMIT);
  checkCatalogSet(catalogs);
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);
  const typed = q.trim();
  if (analyze(typed).length === 0 || limit < 1) return { suggestions: [] };
  const { titles } = catalog;
  const suggestions = new Map<string, Suggestion>();
  fill(suggestions, suggestByBeginning(titles, typed, limit), limit);
  if (suggestions.size < limit) fill(suggestions, suggestByWords(titles, typed), limit);
  return { suggestions: [...suggestions.values()] };
}

/** Suggestions of one kind. A suggestion is created when it is read. */
type Candidates = Iterable<Suggestion>;

/**
 * Adds the first suggestion of every list, then the second of every list, and so on, until there are
 * `limit` suggestions. Of several titles with the same {@link titleKey}, such as editions, only the first
 * is added.
 */
function fill(
  suggestions: Map<string, Suggestion>,
  lists: readonly Candidates[],
  limit: number,
): void {
  let iterators = lists.map((list) => list[Symbol.iterator]());
  while (iterators.length > 0) {
    iterators = iterators.filter((iterator) => {
      if (suggestions.size >= limit) return false;
      const next = iterator.next();
      if (next.done) return false;
      const key = `${next.value.kind} ${titleKey(withoutLeadingArticle(next.value.text))}`;
      if (!suggestions.has(key)) suggestions.set(key, next.value);
      return true;
    });
  }
}

/** Returns the suggestions that begin with the typed text, by kind. */
function suggestByBeginning(titles: Titles, typed: string, limit: number): Candidates[] {
  const { title, author, subject } = completionsOf(titles);
  return [
    titleSuggestions(titles, titleBeginnings(title, typed, limit)),
    valueSuggestions(titles, 'author', author.complete(typed, limit)),
    valueSuggestions(titles, 'subject', subject.complete(typed, limit)),
  ];
}

/**
 * Returns the numbers of titles that begin with the typed text. Titles are compared without the leading
 * article of their language. The language of the typed text is unknown. Therefore titles that begin with
 * the whole text come first. If the first word is an article in any language, titles that begin with the
 * rest of the text come next. For `i am`, titles with `I am` come before titles with `Am`.
 */
function titleBeginnings(title: Completions, typed: string, limit: number): number[] {
  const bare = withoutLeadingArticle(typed);
  const found = title.complete(typed, limit);
  return bare === typed ? found : [...new Set([...found, ...title.complete(bare, limit)])];
}

function* titleSuggestions(titles: Titles, numbers: readonly number[]): Generator<Suggestion> {
  for (const number of numbers) {
    yield { kind: 'title', text: titles.pick(number, ['title']).title, id: titles.id(number) };
  }
}

function* valueSuggestions(
  titles: Titles,
  kind: 'author' | 'subject',
  values: readonly number[],
): Generator<Suggestion> {
  const { dictionary, data } = titles.columns[kind];
  for (const ord of values) {
    yield { kind, text: dictionary.get(ord), count: data.counts[ord] };
  }
}

/** The terms of the typed text. */
interface TypedWords {
  /** The terms before the last term, without stop words. */
  readonly whole: readonly string[];
  /** The last term, which may be incomplete. */
  readonly last: string;
}

/**
 * Returns suggestions, by kind, from the most popular titles whose title, authors and subjects together
 * contain all typed words. A suggested title contains at least one of the words. A suggested author or
 * subject contains all of the words.
 */
function suggestByWords(titles: Titles, typed: string): Candidates[] {
  const terms = analyzePhrase(typed);
  const last = terms.pop() ?? '';
  const words = { whole: terms.filter((term) => !isStopWord(term)), last };
  if (!isSelective(titles, words)) return [];
  const best = topByPopularity(titles, termsOrPrefixes(words), FIELDS, MAX_TITLES_WITH_WORDS);
  return [
    filterByTerms(titleSuggestions(titles, best), (terms) => hasAnyWord(terms, words)),
    valuesWithWords(titles, 'author', best, words),
    valuesWithWords(titles, 'subject', best, words),
  ];
}

function* filterByTerms(
  suggestions: Candidates,
  isAccepted: (terms: readonly string[]) => boolean,
): Generator<Suggestion> {
  for (const suggestion of suggestions) if (isAccepted(analyze(suggestion.text))) yield suggestion;
}

/** Suggests the authors or subjects of the titles `best` whose names contain all words, the most frequent first. */
function* valuesWithWords(
  titles: Titles,
  kind: 'author' | 'subject',
  best: readonly number[],
  words: TypedWords,
): Generator<Suggestion> {
  const { data, valuesOf } = titles.columns[kind];
  const matching = titles.index.filterByTerms(
    best,
    termsOrPrefixes(words),
    { [kind]: 1 },
    best.length,
  );
  const values = [...new Set(matching.flatMap(valuesOf))];
  values.sort((a, b) => data.counts[b] - data.counts[a]);
  yield* filterByTerms(valueSuggestions(titles, kind, values), (terms) =>
    hasAllWords(terms, words),
  );
}

/**
 * Returns whether to search titles for the words. Returns true if at least one and at most
 * {@link MAX_PREFIX_TERMS} index terms begin with the last word, or if more terms begin with it and
 * another word is rare. Other searches would find nothing or be slow.
 */
function isSelective({ index }: Titles, { whole, last }: TypedWords): boolean {
  const { start, end } = index.dictionary.prefixRange(last);
  if (end - start <= MAX_PREFIX_TERMS) return end > start;
  return whole.some((term) => index.documentFrequency(term) <= MAX_TITLES_OF_RARE_TERM);
}

function termsOrPrefixes({ whole, last }: TypedWords): TermOrPrefix[] {
  return [...[...new Set(whole)].map((term) => ({ term })), { term: last, prefix: true }];
}

/** Returns whether the terms of a title contain at least one of the words. */
function hasAnyWord(terms: readonly string[], { whole, last }: TypedWords): boolean {
  return terms.some((term) => term.startsWith(last) || whole.includes(term));
}

function hasAllWords(terms: readonly string[], { whole, last }: TypedWords): boolean {
  return whole.every((term) => terms.includes(term)) && terms.some((term) => term.startsWith(last));
}
