import type { Catalog, Titles } from '../../catalog/catalog.js';
import { explainMatch } from '../../search/index.js';
import { invalidValue } from '../api-error.js';
import type { RequestContext } from '../context.js';
import type { ParameterPairs } from '../parameters.js';
import { type Page, pageOffset } from '../response/envelope.js';
import type { SearchTitlesParameters } from '../schema/request-parameters.js';
import type { TitleBoostKind } from '../search/boosts/document-boosts.js';
import { editionBoosts } from '../search/boosts/edition-boosts.js';
import type { RankingOptions } from '../search/field-boosts.js';
import type { Relaxation } from '../search/relaxation.js';
import { rankByRelevancy, selectTitles, type TitleSelection } from '../search/select-titles.js';
import type { RankedTitle } from '../search/top-of-groups.js';
import { type ClauseExplanation, explainClauses } from './explain-clauses.js';
import { type UnderstoodQuery, understandQuery } from './understood-query.js';

/** Explains the titles on one page of a search. */
export interface TitlesExplanation extends Page {
  /** The words of the query. Absent for `search_type=custom` and for the query `*`. */
  readonly query?: UnderstoodQuery;
  /** The number of titles that match the query without relaxation, before narrowing. */
  readonly countWithoutRelaxation: number;
  /** The step of relaxation that found further titles. Absent if the query was not relaxed. */
  readonly relaxed?: Relaxation;
  /** The titles on the page, in order. */
  readonly titles: readonly TitleExplanation[];
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
  /** The group of the title: `all_words`, or the step of relaxation. Titles with all words come first. */
  readonly group: 'all_words' | Relaxation;
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
 * @param options boosts of fields
 * @throws ApiError 400 for another `sort`
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
  options?: RankingOptions,
): TitlesExplanation {
  const selection = selectTitles(catalogs, params, context, options);
  const { catalog, values, fields, found, page } = selection;
  const { sort, q, search_type } = values;
  if (sort !== 'relevancy') throw invalidValue('sort', sort, 'relevancy');
  const { countWithoutRelaxation, relaxed } = found;
  const hasWords = search_type !== 'custom' && q.trim() !== '*';
  return {
    ...page,
    ...(hasWords && { query: understandQuery(catalog.titles, q, fields, relaxed) }),
    countWithoutRelaxation,
    ...(relaxed && { relaxed }),
    titles: rankByRelevancy(selection).map((ranked, i) =>
      explainTitle(ranked, pageOffset(page) + i + 1, selection),
    ),
  };
}

function explainTitle(
  { document, score, group, titleBoosts }: RankedTitle,
  place: number,
  { catalog, found, responseContext }: TitleSelection,
): TitleExplanation {
  const { titles } = catalog;
  const match = explainMatch(titles.index, group.query, document);
  const { relaxed, groups, countWithoutRelaxation } = found;
  const hasAllWords = countWithoutRelaxation > 0 && group === groups[0];
  const boosts: BoostExplanation[] = [
    ...(titleBoosts?.ofDocument(document) ?? []),
    ...generalBoosts(titles, document, editionBoosts(titles, responseContext.locale).values),
  ];
  return {
    id: titles.id(document),
    title: titles.summary(document).title,
    place,
    score,
    group: relaxed === undefined || hasAllWords ? 'all_words' : relaxed,
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
