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
import type { Matches } from './matches.js';
import type { ScoreBoosts } from './top-by-score.js';
import type { ScoredDocument } from './top-k.js';

export { collationKey } from '../base/collation.js';
export { analyze, analyzePhrase } from './analysis/tokenizer.js';
export {
  type DocValuesColumn as ValueColumn,
  type DocValuesColumnData as ValueColumnData,
  openDocValuesColumn as openValueColumn,
} from './columns/doc-values-column.js';
export {
  createDocValuesColumnBuilder as createValueColumnBuilder,
  type DocValuesColumnBuilder as ValueColumnBuilder,
} from './columns/doc-values-column-builder.js';
export {
  countGroups,
  createDocumentGroups,
  type DocumentGroups,
  documentsOfGroups,
} from './columns/document-groups.js';
export type { ReplacedDocument } from './columns/merge-ranks.js';
export {
  buildNumberColumn,
  type NumberColumn,
  type NumberColumnData,
  openNumberColumn,
} from './columns/number-column.js';
export {
  createSortRanksBuilder as createRankColumnBuilder,
  type SortRanksBuilder as RankColumnBuilder,
} from './columns/sort-ranks.js';
export { TooManyTermsError } from './dictionary/wildcard-terms.js';
export { explainMatch, type FieldScore, type MatchExplanation } from './explain-match.js';
export type { FacetCounts } from './facets/column-counter.js';
export { countRanges } from './facets/count-ranges.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
  type RangeFilter,
  type ValuesFilter,
} from './facets/facet-counter.js';
export { openFrozenIndex } from './frozen-index.js';
export { type FrozenIndexData, MAX_FIELDS as MAXIMUM_FIELDS } from './frozen-index-data.js';
export type { Columns } from './index-reader.js';

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
  TermQuery,
  ValueRangeQuery,
  ValuesQuery,
  WeightedClause,
  WildcardQuery,
} from './query.js';
export { QueryCostError } from './query-cost.js';
export type {
  IndexedTerm,
  MatchOptions,
  SearchIndex,
  TermOrPrefix as SoughtTerm,
} from './search-index.js';
export { buildSegment, type FieldTexts, type SegmentOptions } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export type { Segment } from './segments/segment.js';
export { topByRank } from './top-by-rank.js';
export { createScoreBoosts, type TopOptions } from './top-by-score.js';
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
