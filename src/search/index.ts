/**
 * The exports of the search engine for the rest of Carrel. Other folders of `src` import from `search`
 * only through this file. The package entry point `carrel/search` is `public.ts`.
 */
export { hasCjk } from './analysis/cjk-bigrams.js';
export { fold } from './analysis/fold.js';
export { inflections } from './analysis/inflections.js';
export { type InflectedLanguage, languageInflections } from './analysis/language-inflections.js';
export { isStopWord } from './analysis/stop-words.js';
export { analyze, analyzePhrase, tokenize } from './analysis/tokenizer.js';
export type { Word } from './analysis/word.js';
export { idf } from './bm25.js';
export { ChangedColumn } from './columns/changed-column.js';
export {
  type DocValuesColumn,
  type DocValuesColumnData,
  haveSameOrdinals,
  openDocValuesColumn,
  type ValuesColumn,
} from './columns/doc-values-column.js';
export { createDocValuesColumnBuilder } from './columns/doc-values-column-builder.js';
export {
  countGroups,
  type DocumentGroups,
  documentsOfGroups,
  findGroupMembers,
  withoutGroupsOf,
} from './columns/document-groups.js';
export { mergeDocValues, sortDocValues } from './columns/merge-doc-values.js';
export type { ReplacedDocument } from './columns/merge-ranks.js';
export { NO_INTEGER, type NumberColumn, openNumberColumn } from './columns/number-column.js';
export { createSortRanksBuilder } from './columns/sort-ranks.js';
export { findMisspelledPrefixes } from './dictionary/misspelled-prefixes.js';
export { findSpellingCandidates } from './dictionary/spelling-candidates.js';
export { TooManyTermsError } from './dictionary/wildcard-terms.js';
export { explainMatch, type FieldScore, type MatchExplanation } from './explain-match.js';
export { withChangedColumn } from './facets/changed-facets.js';
export { ColumnCounter } from './facets/column-counter.js';
export { countRanges } from './facets/count-ranges.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
} from './facets/facet-counter.js';
export {
  buildFacetStructures,
  type FacetStructuresData,
} from './facets/row-counter.js';
export { openFrozenIndex } from './frozen-index.js';
export type { FrozenIndexData } from './frozen-index-data.js';
export type { Matches } from './matches.js';
export { difference, intersect, unitePair } from './postings/document-sets.js';
export { rankBitsetLength } from './postings/posting-list.js';
export type { FieldBoosts, Query, TermQuery, WeightedClause } from './query.js';
export { QueryCostError } from './query-cost.js';
export type { SearchIndex, TermOrPrefix } from './search-index.js';
export { buildSegment, type FieldTexts } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export type { Segment } from './segments/segment.js';
export { topByRank } from './top-by-rank.js';
export { createScoreBoosts, type ScoreBoosts } from './top-by-score.js';
export { TopK } from './top-k.js';
