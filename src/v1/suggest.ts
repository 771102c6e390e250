import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { withoutLeadingArticle } from '../catalog/sort-title.js';
import { titleKey } from '../catalog/title-key.js';
import { isFunctionWord } from '../search/analysis/function-words.js';
import { analyze, analyzePhrase } from '../search/analyzer.js';
import { topByRank } from '../search/collectors/top-by-rank.js';
import type { Query } from '../search/query.js';
import { notFound } from './api-error.js';
import { completionsOf } from './completions.js';

/** What {@link suggest} is asked. */
export interface SuggestParameters {
  /** What was typed so far. */
  readonly q: string;
  /** The id of the library to search. */
  readonly library: string;
  /** How many suggestions are wanted; 10 when absent. */
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
  { q, library, limit = DEFAULT_LIMIT }: SuggestParameters,
): Suggestions {
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
type Candidates = readonly (() => Suggestion)[];

/**
 * Adds the first of every list, then the second of every list, and so on, until there are `limit`.
 * Editions of one title are suggested once.
 */
function fill(
  suggestions: Map<string, Suggestion>,
  lists: readonly Candidates[],
  limit: number,
): void {
  const longest = Math.max(...lists.map((list) => list.length));
  for (let i = 0; i < longest; i++) {
    for (const list of lists) {
      if (i >= list.length || suggestions.size === limit) continue;
      const suggestion = list[i]();
      const key = `${suggestion.kind} ${titleKey(withoutLeadingArticle(suggestion.text))}`;
      if (!suggestions.has(key)) suggestions.set(key, suggestion);
    }
  }
}

/** What begins with what was typed, by kind. */
function beginnings(titles: Titles, typed: string, limit: number): Candidates[] {
  const { title, author, subject } = completionsOf(titles);
  const withoutArticle = withoutLeadingArticle(typed);
  return [
    title.complete(withoutArticle, limit).map((number) => () => titleSuggestion(titles, number)),
    author.complete(typed, limit).map((value) => () => valueSuggestion(titles, 'author', value)),
    subject.complete(typed, limit).map((value) => () => valueSuggestion(titles, 'subject', value)),
  ];
}

function titleSuggestion(titles: Titles, number: number): Suggestion {
  return { kind: 'title', text: titles.get(number).title, id: titles.id(number) };
}

function valueSuggestion(titles: Titles, kind: 'author' | 'subject', value: number): Suggestion {
  const { dictionary, data } = titles.columns[kind];
  return { kind, text: dictionary.get(value), count: data.counts[value] };
}

/** What has the words typed somewhere, by kind, from the most popular titles that have them. */
function mentions(titles: Titles, typed: string): Candidates[] {
  const terms = analyzePhrase(typed);
  const last = terms.pop() ?? '';
  const whole = terms.filter((term) => !isFunctionWord(term));
  if (!isTelling(titles, whole, last)) return [[]];
  const queries: Query[] = [
    ...whole.map((term): Query => ({ kind: 'term', term, fields: FIELDS })),
    { kind: 'term', term: last, fields: FIELDS, prefix: true },
  ];
  const matches = titles.index.match({ kind: 'and', queries });
  const best = topByRank(matches, titles.ranks.popularity, 0, LOOKED_AT);
  const values = (kind: 'author' | 'subject') =>
    [...new Set(best.flatMap((number) => titles.columns[kind].valuesOf(number)))]
      .map((value) => valueSuggestion(titles, kind, value))
      .filter(({ text }) => mentionsAll(text, whole, last))
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
      .map((suggestion) => () => suggestion);
  const found = best.map((number) => titleSuggestion(titles, number));
  return [
    found
      .filter(({ text }) => mentionsAny(text, whole, last))
      .map((suggestion) => () => suggestion),
    values('author'),
    values('subject'),
  ];
}

/** Whether so few titles or terms come into question that looking for them is quick. */
function isTelling({ index }: Titles, whole: readonly string[], last: string): boolean {
  const { start, end } = index.vocabulary.prefixRange(last);
  if (end - start <= MOST_TERMS) return end > start;
  return whole.some((term) => index.documentFrequency(term) <= FEW_TITLES);
}

/** A title completes what was typed with some of its words; its author may have the others. */
function mentionsAny(text: string, whole: readonly string[], last: string): boolean {
  return analyze(text).some((term) => term.startsWith(last) || whole.includes(term));
}

function mentionsAll(text: string, whole: readonly string[], last: string): boolean {
  const terms = analyze(text);
  return whole.every((term) => terms.includes(term)) && terms.some((term) => term.startsWith(last));
}
