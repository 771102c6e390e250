/*
 * `explainSearchTitles`: how the words of a query were read, why each title on a page is in its place, and why another title
 * is not in the results.
 */

import { checkNames } from '../base/check-options.js';
import type { Catalog, Titles } from '../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../catalog/narrowings.js';
import {
  explainMatch,
  type FieldScore,
  fold,
  type MatchExplanation,
  type Query,
  type Word,
} from '../search/index.js';
import { invalidValue } from './api-error.js';
import type { RequestContext } from './context.js';
import { findTitle } from './find-record.js';
import type { ParameterPairs } from './read-parameters.js';
import { omitEmpty, type Page, pageOffset } from './response-parts.js';
import type { SearchTitlesParameters } from './schema/parameters.js';
import {
  anyForm,
  type ClauseLabel,
  createWordSearch,
  type WordSearch,
} from './search/expanded-word.js';
import type { RankingOptions, SearchFields } from './search/field-boosts.js';
import { searchedWords } from './search/keyword-search.js';
import { type NamedValue, namedValueQuery, readNamedValues } from './search/named-values.js';
import { expandWords, findNoise } from './search/query-words.js';
import { type Relaxation, textOf } from './search/relaxation.js';
import {
  filterOf,
  type RankedTitle,
  rankByRelevancy,
  runSearch,
  type TitleSearch,
} from './search/run-search.js';
import { editionBoosts, type TitleBoostKind } from './search/title-boosts.js';
import type { GroupName, SearchStep } from './search/title-matches.js';

/** Explains the titles on one page of a search. */
export interface TitlesExplanation extends Page {
  /** The words of the query. Absent for `search_type=custom` and for the query `*`. */
  readonly query?: UnderstoodQuery;
  /** The number of titles that match the query without relaxation, before narrowing. */
  readonly countWithoutRelaxation: number;
  /** The step of relaxation that found further titles. Absent if the query was not relaxed. */
  readonly relaxed?: Relaxation;
  /** The queries that were tried, in order, each with the number of titles that match it before narrowing. */
  readonly steps: readonly SearchStep[];
  /** The groups of titles in the results, after narrowing. Titles of a group come before those of the next group. */
  readonly groups: readonly SearchStep[];
  /** The words that name a format, a language, an audience or availability. Absent if there are none. */
  readonly namedValues?: readonly NamedValue[];
  /** The id of the title that a query such as `books like dune` names. Absent for other queries. */
  readonly similarTo?: string;
  /** The titles on the page, in order. */
  readonly titles: readonly TitleExplanation[];
  /** The title in {@link ExplainOptions.title}, if it is in the results. */
  readonly title?: TitleExplanation;
  /** Why the title in {@link ExplainOptions.title} is not in the results. */
  readonly missing?: MissingTitle;
}

/** Options of {@link explainSearchTitles}. */
export interface ExplainOptions extends RankingOptions {
  /** The id of a title of the library whose place, or whose absence from the results, is explained too. */
  readonly title?: string | undefined;
}

/** Why a title is not in the results. If no reason is listed, the title does not match a custom search. */
export interface MissingTitle {
  /** The id of the title. */
  readonly id: string;
  /** The main title. */
  readonly title: string;
  /** The required words that the title does not have in any form, in lower case and without accents. */
  readonly missingWords: readonly string[];
  /** The narrowing parameters that exclude the title, although they have values. */
  readonly excludedBy: readonly string[];
}

/**
 * Explains the place of a title. The {@link score} is the sum of the scores of the {@link clauses}, multiplied by
 * {@link matchedTerms} and by the factors of the {@link boosts}.
 */
export interface TitleExplanation {
  /** The id of the title. */
  readonly id: string;
  /** The main title. */
  readonly title: string;
  /** The place in the results, from 1. */
  readonly place: number;
  /** The score that the title is ranked by. */
  readonly score: number;
  /** The group of the title: `all_words`, `named_value`, `similar`, or the step of relaxation. */
  readonly group: GroupName;
  /** The clauses of the query that the title matches. */
  readonly clauses: readonly ClauseExplanation[];
  /** The number of required words or other query terms that match (coordination factor), at least 1. */
  readonly matchedTerms: number;
  /** The factors on the score that differ from 1. */
  readonly boosts: readonly BoostExplanation[];
}

/** A factor on the score of a title. */
export interface BoostExplanation {
  /**
   * The reason for the boost: a {@link TitleBoostKind}, `popularity`, `record` (the `boost` of the title), or `edition`:
   * the title is an edition of a work with several editions, and is available, in the language of the locale, or the
   * newest.
   */
  readonly kind: TitleBoostKind | 'popularity' | 'record' | 'edition';
  /** The factor on the score. */
  readonly factor: number;
}

/**
 * Searches like `searchTitles`, and explains why each title on the page is in its place: the clauses of the query that
 * the title matches, with their scores, and the boosts.
 *
 * @param params the parameters of `searchTitles`. `sort` must be `relevancy`, which is the default
 * @param options boosts of fields, and a title whose place is explained too
 * @throws ApiError 400 for another `sort`, 404 if the library has no title with the id in `options`
 * @throws ApiError, CatalogSetError or TypeError in the same cases as `searchTitles`
 * @remarks Takes much longer than a search.
 *
 * @example
 * const params = { q: 'frankenstien', library: 'alderwick' };
 * const [title] = explainSearchTitles([catalog], params, { baseUrl }).titles;
 * title.clauses[0].matched; // 'frankenstein'
 * title.clauses[0].kind; // 'spelling'
 */
export function explainSearchTitles(
  catalogs: readonly Catalog[],
  params: SearchTitlesParameters | ParameterPairs,
  context: RequestContext,
  options: ExplainOptions = {},
): TitlesExplanation {
  checkNames('options', options, ['boosts', 'title']);
  const search = runSearch(catalogs, params, context, options);
  const { catalog, values, sort, fields, found, groups, page } = search;
  const { q, search_type } = values;
  if (sort !== 'relevancy') throw invalidValue('sort', sort, 'relevancy');
  const { strict, relaxed, steps, namedValues, similarTo } = found;
  const hasWords = search_type !== 'custom' && q.trim() !== '*';
  return {
    ...page,
    ...(hasWords && { query: understandQuery(catalog.titles, q, fields, relaxed) }),
    countWithoutRelaxation: strict.length,
    ...omitEmpty({ relaxed, namedValues, similarTo }),
    steps,
    groups: groups.map(({ group: { name }, count }) => ({ name, count })),
    titles: rankByRelevancy(search).map((ranked, i) =>
      explainTitle(ranked, pageOffset(page) + i + 1, search),
    ),
    ...(options.title !== undefined && explainOne(options.title, search)),
  };
}

/** Explains the place of one title, or why it is not in the results. */
function explainOne(id: string, search: TitleSearch): Pick<TitlesExplanation, 'title' | 'missing'> {
  const { catalog, values, chosen, fields, narrowed, found, page } = search;
  const { titles } = catalog;
  const { number } = findTitle([catalog], id);
  if (narrowed.documents.includes(number)) {
    const all = rankByRelevancy({ ...search, page: { ...page, page: 1, limit: page.count } });
    const at = all.findIndex(({ document }) => document === number);
    return { title: explainTitle(all[at], at + 1, search) };
  }
  const lacks = (query: Query) => !titles.index.match(query).documents.includes(number);
  const isFound = found.documents.includes(number);
  const words = isFound || values.search_type === 'custom' ? [] : searchedWords(values.q);
  const named =
    readNamedValues(titles, values.q, searchedWords(values.q))?.units.flatMap(
      (unit) => unit.named,
    ) ?? [];
  /** Returns whether a word names a value that the title has: `ebook`. */
  const isNamed = (word: string) =>
    named.some((one) => fold(one.text).includes(word) && !lacks(namedValueQuery([one], titles)));
  const required = readWords(words, createWordSearch(titles, fields)).filter(
    ({ isOptional }) => !isOptional,
  );
  const isExcluded = (column: string) => {
    const filter = filterOf(column, chosen[column], titles);
    return titles.facets.narrow(Uint32Array.of(number), [filter]).documents.length === 0;
  };
  return {
    missing: {
      id,
      title: titles.summary(number).title,
      missingWords: required
        .filter(({ any, text }) => lacks(any) && !isNamed(text))
        .map(({ text }) => text),
      excludedBy: Object.keys(chosen).filter((name) => chosen[name].length > 0 && isExcluded(name)),
    },
  };
}

function explainTitle(
  { document, score, group, titleBoosts }: RankedTitle,
  place: number,
  { catalog, found, responseContext }: TitleSearch,
): TitleExplanation {
  const { titles } = catalog;
  const match = explainMatch(titles.index, group.query, document);
  const { relaxed, strict } = found;
  const boosts: BoostExplanation[] = [
    ...(titleBoosts?.ofDocument(document) ?? []),
    ...generalBoosts(titles, document, editionBoosts(titles, responseContext.locale).values),
  ];
  return {
    id: titles.id(document),
    title: titles.summary(document).title,
    place,
    score,
    group: relaxed !== undefined && strict.includes(document) ? 'all_words' : group.name,
    clauses: explainClauses(match, titles, document),
    matchedTerms: Math.max(1, match.queryTerms.size),
    boosts: boosts.filter(({ factor }) => factor !== 1),
  };
}

/** Returns the boosts of a title that are the same in every search. */
function generalBoosts(
  { popularityBoosts, recordBoosts }: Titles,
  document: number,
  factors: Float32Array,
): BoostExplanation[] {
  const popularity = popularityBoosts.values[document];
  const record = recordBoosts?.[document] ?? 1;
  return [
    { kind: 'popularity', factor: popularity },
    { kind: 'record', factor: record },
    { kind: 'edition', factor: factors[document] / (popularity * record) },
  ];
}

/**
 * The reason why a clause matches: a {@link ClauseLabel}, or for a clause of a custom search also `phrase`,
 * `proximity`, `wildcard`, `filter` (a value or a range) or `all`.
 */
export type ClauseKind = ClauseLabel | 'phrase' | 'proximity' | 'wildcard' | 'filter' | 'all';

/** A clause of a query that a title matches. */
export interface ClauseExplanation {
  /** The words that were typed, as they are searched: in lower case, without accents. For values, their names. */
  readonly text: string;
  /** Why the clause is searched. */
  readonly kind: ClauseKind;
  /** The words or values of the title that match. */
  readonly matched: string;
  /** The fields that match, each with its part of the score. */
  readonly fields: readonly FieldScore[];
  /** The score of the clause, including its boost. */
  readonly score: number;
}

/**
 * Creates the explanation of each clause that a title matches. The scores of the clauses add up to the score of the
 * match.
 */
function explainClauses(
  match: MatchExplanation,
  titles: Titles,
  document: number,
): ClauseExplanation[] {
  const clausesOf = (part: MatchExplanation): ClauseExplanation[] => {
    const { query, score } = part;
    switch (query.kind) {
      case 'and':
      case 'or':
      case 'and_not':
      case 'at_least':
      case 'boolean':
        return part.parts.flatMap(clausesOf);
      case 'dis_max': {
        const best = bestOf(part);
        const inside = clausesOf(best);
        return [
          {
            text: textOfQuery(query, titles),
            kind: labelOf(best.query) ?? kindOfParts(inside),
            matched: inside.map(({ matched }) => matched).join(' '),
            fields: sumByField(inside.flatMap(({ fields }) => fields)),
            score,
          },
        ];
      }
      default: {
        // A condition on the number of words is not a clause.
        if (query.kind === 'constant_score' && query.score === 0) return [];
        const text = textOfQuery(query, titles);
        const kind = labelOf(query) ?? kindOfLeaf(query);
        const matched = matchedText(query, titles, document);
        return [{ text, kind, matched, fields: part.fields, score }];
      }
    }
  };
  return clausesOf(match);
}

/** Returns the part of a `dis_max` query that determines its score. */
function bestOf({ parts }: MatchExplanation): MatchExplanation {
  return parts.reduce((best, part) => (part.score > best.score ? part : best));
}

function labelOf({ label }: Query): ClauseLabel | undefined {
  return label as ClauseLabel | undefined;
}

/** Returns the kind of a form of several words: that of the first word that is not as typed. */
function kindOfParts(parts: readonly ClauseExplanation[]): ClauseKind {
  return parts.find(({ kind }) => kind !== 'typed' && kind !== 'optional')?.kind ?? 'typed';
}

function kindOfLeaf(query: Query): ClauseKind {
  switch (query.kind) {
    case 'term':
      return query.prefix ? 'prefix' : 'typed';
    case 'phrase':
    case 'proximity':
    case 'wildcard':
    case 'all':
      return query.kind;
    default:
      return 'filter';
  }
}

/** Returns the text of a query. The text of a word is its first form, which is the typed one. */
function textOfQuery(query: Query, titles: Titles): string {
  switch (query.kind) {
    case 'term':
      return query.term;
    case 'phrase':
    case 'proximity':
      return query.terms.join(' ');
    case 'wildcard':
      return query.pattern;
    case 'and':
      return query.queries.map((part) => textOfQuery(part, titles)).join(' ');
    case 'dis_max':
      return textOfQuery(query.queries[0], titles);
    case 'boolean':
      return textOfQuery(query.required, titles);
    case 'constant_score':
      return textOfQuery(query.query, titles);
    case 'values': {
      const narrowing = narrowingOf(query.column);
      return narrowing === undefined ? query.column : valueNames(query.values, narrowing, titles);
    }
    case 'value_range':
    case 'range':
      return query.column;
    default:
      return '';
  }
}

/** Returns the words or values of a title that match a query without parts. */
function matchedText(query: Query, titles: Titles, document: number): string {
  const { index } = titles;
  switch (query.kind) {
    case 'term':
      return query.prefix
        ? [...index.termsWithPrefix(query.term)]
            .map(({ term }) => term)
            .filter(
              (term) => index.filterByTerms([document], [{ term }], query.fields, 1).length > 0,
            )
            .join(' ')
        : query.term;
    case 'constant_score':
      return matchedText(query.query, titles, document);
    case 'values': {
      const narrowing = narrowingOf(query.column);
      if (narrowing === undefined) return query.column;
      const ofTitle = titles.columns[narrowing].valuesOf(document);
      return valueNames(
        query.values.filter((ord) => ofTitle.includes(ord)),
        narrowing,
        titles,
      );
    }
    default:
      return textOfQuery(query, titles);
  }
}

function narrowingOf(column: string): Narrowing | undefined {
  return NARROWINGS.find((name) => name === column);
}

function valueNames(ords: readonly number[], narrowing: Narrowing, titles: Titles): string {
  return ords.map((ord) => titles.value(narrowing, ord).name).join(', ');
}

function sumByField(scores: readonly FieldScore[]): FieldScore[] {
  const sums = new Map<string, number>();
  for (const { field, score } of scores) sums.set(field, score + (sums.get(field) ?? 0));
  return [...sums].map(([field, score]) => ({ field, score }));
}

/** The words of a query, as a search reads them. */
export interface UnderstoodQuery {
  /** The words that describe a title, in order. Words that are one number or a phrase with synonyms are one word. */
  readonly words: readonly UnderstoodWord[];
  /** The words that only request a title, such as `do you have`, if the step `typos` or `any` left them out. */
  readonly leftOut: readonly string[];
}

/** A word of a query, or several words that are searched as one. */
export interface UnderstoodWord {
  /** In lower case, without accents. */
  readonly text: string;
  /** The number of titles with the word in any form, such as another inflection. */
  readonly count: number;
  /** Whether the word need not occur: a stop word next to other words, or a word such as `volume` before a number. */
  readonly isOptional: boolean;
  /** The number of a volume in digits. */
  readonly volume?: string;
  /** The other words and numbers that are searched instead, each with its kind. */
  readonly alternatives: readonly Alternative[];
}

/** A synonym of a word, or another way to write a number. */
export interface Alternative {
  /** Whether the text is a synonym or another form of a number. */
  readonly kind: 'synonym' | 'number';
  /** The text that is searched as well. */
  readonly text: string;
}

/**
 * Returns the words of a query as a search reads them.
 *
 * @param fields the searched fields
 * @param relaxed the step of relaxation that was taken
 */
function understandQuery(
  titles: Titles,
  typed: string,
  fields: SearchFields,
  relaxed: Relaxation | undefined,
): UnderstoodQuery {
  const words = searchedWords(typed);
  const { isNoise } = relaxed === 'typos' || relaxed === 'any' ? findNoise(words) : { isNoise: [] };
  const described = readWords(
    words.filter((_, i) => !isNoise[i]),
    createWordSearch(titles, fields),
    relaxed === 'any' ? 1 : undefined,
  );
  return {
    words: described.map(({ any, ...word }) => ({
      ...word,
      count: titles.index.match(any).documents.length,
    })),
    leftOut: words.filter((_, i) => isNoise[i]).map(textOf),
  };
}

/** Reads words as a search does, each with the query for any of its forms. */
function readWords(
  words: readonly Word[],
  search: WordSearch,
  maxPhraseWords?: number,
): (Omit<UnderstoodWord, 'count'> & { readonly any: Query })[] {
  const read = expandWords(words, search, maxPhraseWords);
  const hasContentWords = read.some(({ expanded }) => !expanded.isStopWord);
  return read.map(({ expanded, words: together, volume }) => ({
    text: together.map(textOf).join(' '),
    isOptional: expanded.isStopWord && hasContentWords,
    ...(volume !== undefined && { volume }),
    alternatives: expanded.forms.flatMap(alternativesOf),
    any: anyForm(expanded),
  }));
}

function alternativesOf(form: Query): Alternative[] {
  if (form.label !== 'synonym' && form.label !== 'number') return [];
  switch (form.kind) {
    case 'term':
      return [{ kind: form.label, text: form.term }];
    case 'phrase':
    case 'proximity':
      return [{ kind: form.label, text: form.terms.join(' ') }];
    default:
      return [];
  }
}
