import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { withoutLeadingArticle } from '../catalog/sort-title.js';
import { titleKey } from '../catalog/title-key.js';
import { isFunctionWord } from '../search/analysis/function-words.js';
import { analyze, analyzePhrase } from '../search/analyzer.js';
import type { SoughtTerm } from '../search/search-index.js';
import { notFound } from './api-error.js';
import { type Completions, completionsOf } from './completions.js';
import { mostPopularWith } from './most-popular-with.js';

/** What {@link suggest} is asked. */
export interface SuggestParameters {
  /** What was typed so far. */
  readonly q: string;
  /** The id of the library to search. */
  readonly library: string;
  /** How many suggestions are wanted: 10 when absent, and never more than 100. */
  readonly limit?: number;
}

/** Something in the catalog that completes what was typed. */
export interface Suggestion {
  readonly kind: 'title' | 'author' | 'subject';
  /** As the catalog writes it. */
  readonly text: string;
  /** Of a title, its id. */
  readonly id?: string;
  /** Of an author or a subject, how many titles have it. */
  readonly count?: number;
}

/** What {@link suggest} answers. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
}

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

/** How many of the most popular titles with the words typed are looked at. */
const LOOKED_AT = 24;
/** A beginning of more terms than this says too little to look for it inside of texts. */
const MOST_TERMS = 400;
/** So few titles can be looked through for whatever beginning. */
const FEW_TITLES = 2000;

const FIELDS = { title: 1, author: 1, subject: 1 };

/**
 * Titles, authors and subjects that complete what was typed, for the search box of a page: first
 * what begins with it (titles without their articles), then what has its words anywhere, the last
 * of them unfinished. The kinds take turns; within a kind popular titles and frequent names come
 * first. Not part of the API.
 *
 * @throws ApiError 404 when no open catalog is that library's
 * @example suggest([catalog], { q: 'mob', library: 'alderwick' }).suggestions[0].text // 'Moby-Dick'
 */
export function suggest(
  catalogs: readonly Catalog[],
  { q, library, limit: wanted = DEFAULT_LIMIT }: SuggestParameters,
): Suggestions {
  const limit = Math.min(wanted, MAXIMUM_LIMIT);
  checkCatalogSet(catalogs);
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);
  const typed = q.trim();
  if (analyze(typed).length === 0 || limit < 1) return { suggestions: [] };
  const { titles } = catalog;
  const suggestions = new Map<string, Suggestion>();
  fill(suggestions, beginnings(titles, typed, limit), limit);
  if (suggestions.size < limit) fill(suggestions, mentions(titles, typed), limit);
  return { suggestions: [...suggestions.values()] };
}

/** Suggestions of one kind, each made when its turn comes. */
type Candidates = Iterable<Suggestion>;

/**
 * Adds the first of every list, then the second of every list, and so on, until there are `limit`.
 * Editions of one title are suggested once.
 */
function fill(
  suggestions: Map<string, Suggestion>,
  lists: readonly Candidates[],
  limit: number,
): void {
  let turns = lists.map((list) => list[Symbol.iterator]());
  while (turns.length > 0) {
    turns = turns.filter((turn) => {
      if (suggestions.size >= limit) return false;
      const next = turn.next();
      if (next.done) return false;
      const key = `${next.value.kind} ${titleKey(withoutLeadingArticle(next.value.text))}`;
      if (!suggestions.has(key)) suggestions.set(key, next.value);
      return true;
    });
  }
}

/** What begins with what was typed, by kind. */
function beginnings(titles: Titles, typed: string, limit: number): Candidates[] {
  const { title, author, subject } = completionsOf(titles);
  return [
    titleSuggestions(titles, titleBeginnings(title, typed, limit)),
    valueSuggestions(titles, 'author', author.complete(typed, limit)),
    valueSuggestions(titles, 'subject', subject.complete(typed, limit)),
  ];
}

/**
 * Titles are completed without the article of their own language; what was typed is in none. So as it
 * was typed first, `i am` before what begins with `am`.
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
  for (const value of values) {
    yield { kind, text: dictionary.get(value), count: data.counts[value] };
  }
}

/** What was typed, as it is looked for inside of texts. */
interface TypedWords {
  /** The terms before the last that carry meaning. */
  readonly whole: readonly string[];
  /** The last, unfinished. */
  readonly last: string;
}

/** What has the words typed somewhere, by kind, from the most popular titles that have them. */
function mentions(titles: Titles, typed: string): Candidates[] {
  const terms = analyzePhrase(typed);
  const last = terms.pop() ?? '';
  const words = { whole: terms.filter((term) => !isFunctionWord(term)), last };
  if (!isTelling(titles, words)) return [];
  const best = mostPopularWith(titles, soughtTerms(words), FIELDS, LOOKED_AT);
  return [
    mentioning(titleSuggestions(titles, best), (terms) => mentionsAny(terms, words)),
    valuesMentioning(titles, 'author', best, words),
    valuesMentioning(titles, 'subject', best, words),
  ];
}

function* mentioning(
  suggestions: Candidates,
  isMentioned: (terms: readonly string[]) => boolean,
): Generator<Suggestion> {
  for (const suggestion of suggestions) if (isMentioned(analyze(suggestion.text))) yield suggestion;
}

/** The authors or subjects of these titles that have all the words, the most frequent first. */
function* valuesMentioning(
  titles: Titles,
  kind: 'author' | 'subject',
  best: readonly number[],
  words: TypedWords,
): Generator<Suggestion> {
  const { data, valuesOf } = titles.columns[kind];
  const having = titles.index.firstWith(best, soughtTerms(words), { [kind]: 1 }, best.length);
  const values = [...new Set(having.flatMap(valuesOf))];
  values.sort((a, b) => data.counts[b] - data.counts[a]);
  yield* mentioning(valueSuggestions(titles, kind, values), (terms) => mentionsAll(terms, words));
}

/** Whether so few titles or terms come into question that looking for them is quick. */
function isTelling({ index }: Titles, { whole, last }: TypedWords): boolean {
  const { start, end } = index.vocabulary.prefixRange(last);
  if (end - start <= MOST_TERMS) return end > start;
  return whole.some((term) => index.documentFrequency(term) <= FEW_TITLES);
}

function soughtTerms({ whole, last }: TypedWords): SoughtTerm[] {
  return [...[...new Set(whole)].map((term) => ({ term })), { term: last, prefix: true }];
}

/** A title completes what was typed with some of its words; its author may have the others. */
function mentionsAny(terms: readonly string[], { whole, last }: TypedWords): boolean {
  return terms.some((term) => term.startsWith(last) || whole.includes(term));
}

function mentionsAll(terms: readonly string[], { whole, last }: TypedWords): boolean {
  return whole.every((term) => terms.includes(term)) && terms.some((term) => term.startsWith(last));
}
