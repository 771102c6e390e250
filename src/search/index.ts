/**
 * The engine alone: text to terms, a frozen index, queries, columns and collectors, for things that
 * are not titles of a library. Nothing here needs Node.
 *
 * @module
 */
export { analyze, analyzePhrase } from './analyzer.js';
export { buildSegment, type FieldTexts, type SegmentOptions } from './building/build-segment.js';
export { mergeSegments } from './building/merge-segments.js';
export type { Segment } from './building/segment.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
} from './collectors/facet-counter.js';
export { topByRank } from './collectors/top-by-rank.js';
export { type ScoredDocument, topByScore } from './collectors/top-by-score.js';
export type { FacetCounts } from './collectors/top-values.js';
export { createValueColumnBuilder, type ValueColumnBuilder } from './columns/build-value-column.js';
export { collationKey } from './columns/collation.js';
export {
  buildNumberColumn,
  type NumberColumn,
  type NumberColumnData,
  openNumberColumn,
} from './columns/number-column.js';
export { createRankColumnBuilder, type RankColumnBuilder } from './columns/rank-column.js';
export { openValueColumn, type ValueColumn, type ValueColumnData } from './columns/value-column.js';
export { openFrozenIndex } from './frozen-index.js';
export { type FrozenIndexData, MAXIMUM_FIELDS } from './frozen-index-data.js';
export type { Columns } from './index-reader.js';
export type { Matches } from './matches.js';
export type {
  AllQuery,
  AndNotQuery,
  AndQuery,
  DocumentsQuery,
  FieldBoosts,
  OrQuery,
  PhraseQuery,
  Query,
  RangeQuery,
  TermQuery,
  ValuesQuery,
  WildcardQuery,
} from './query.js';
export type { IndexedTerm, SearchIndex, SoughtTerm } from './search-index.js';
export { TooManyTermsError } from './vocabulary/wildcard-terms.js';
