/**
 * The search engine on its own, for documents that are not library titles: text analysis, index
 * building, queries, columns, facet counts and ranking. It uses no Node API.
 *
 * @example
 * const segment = buildSegment([{ title: 'Emma' }], { fields: ['title'] });
 * const index = openFrozenIndex(mergeSegments([segment]));
 * const matches = index.match({ kind: 'term', term: 'emma', fields: { title: 1 } });
 * matches.top(10)[0].document; // 0
 * @module
 */
import type { Matches } from './frozen-index.js';
import type { ScoreBoosts, ScoredDocument } from './top-k.js';

export { collationKey } from '../base/collation.js';
export { analyze, analyzePhrase } from './analysis/tokenizer.js';
export {
  buildNumberColumn,
  countRanges,
  type DocValuesColumn as ValueColumn,
  type DocValuesColumnData as ValueColumnData,
  type NumberColumn,
  type NumberColumnData,
  openDocValuesColumn as openValueColumn,
  openNumberColumn,
} from './columns/doc-values-column.js';
export {
  createDocValuesColumnBuilder as createValueColumnBuilder,
  type DocValuesColumnBuilder as ValueColumnBuilder,
} from './columns/doc-values-column-builder.js';
export type { ReplacedDocument } from './columns/sort-ranks.js';
export {
  createSortRanksBuilder as createRankColumnBuilder,
  type SortRanksBuilder as RankColumnBuilder,
} from './columns/sort-ranks.js';
export { TooManyTermsError } from './dictionary/expand-term.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
  type RangeFilter,
  type ValuesFilter,
} from './facets/facet-counter.js';
export type { FacetCounts } from './facets/value-counters.js';
export type {
  IndexedTerm,
  MatchOptions,
  SearchIndex,
} from './frozen-index.js';
export { openFrozenIndex } from './frozen-index.js';
export type { Segment } from './frozen-index-data.js';
export { type FrozenIndexData, MAX_FIELDS as MAXIMUM_FIELDS } from './frozen-index-data.js';
export type { Columns } from './index-reader.js';
export { explainMatch, type FieldScore, type MatchExplanation } from './matched-terms.js';
export { QueryCostError } from './matchers/matcher.js';
export type {
  AllQuery,
  AndNotQuery,
  AndQuery,
  AtLeastQuery,
  BooleanQuery,
  ConstantScoreQuery,
  DisMaxQuery,
  DocumentsQuery,
  FieldBoosts,
  Labelled,
  OrQuery,
  PhraseQuery,
  ProximityQuery,
  Query,
  RangeQuery,
  TermOrPrefix as SoughtTerm,
  TermQuery,
  ValueRangeQuery,
  ValuesQuery,
  WeightedClause,
  WildcardQuery,
} from './query.js';
export { buildSegment, type FieldTexts, type SegmentOptions } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export {
  countGroups,
  createDocumentGroups,
  createScoreBoosts,
  type DocumentGroups,
  documentsOfGroups,
  type TopOptions,
  topByRank,
} from './top-k.js';
export type { Matches, ScoreBoosts, ScoredDocument };

/**
 * Returns the best `k` matches after the first `from`, best first: `matches.top(k, { boosts, from })`.
 *
 * @param boosts factors on the scores of the documents. Default: no boosts.
 * @param from the number of best matches to skip, a whole number from 0. Default: 0.
 */
export function topByScore(
  matches: Matches,
  k: number,
  boosts?: ScoreBoosts,
  from = 0,
): ScoredDocument[] {
  return matches.top(k, { boosts, from });
}
