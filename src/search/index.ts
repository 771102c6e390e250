/**
 * The exports of the search engine for the rest of Carrel. Other folders of `src` import from `search`
 * only through this file. The package entry point `carrel/search` is `public.ts`.
 */
export { hasCjk } from './analysis/cjk-bigrams.js';
export { editDistance } from './analysis/edit-distance.js';
export { fold } from './analysis/fold.js';
export { inflections } from './analysis/inflections.js';
export { type InflectedLanguage, languageInflections } from './analysis/language-inflections.js';
export { isStopWord } from './analysis/stop-words.js';
export { analyze, analyzePhrase, tokenize } from './analysis/tokenizer.js';
export { normalizeUnicode } from './analysis/unicode-normalization.js';
export type { Word } from './analysis/word.js';
export { idf } from './bm25.js';
export { ChangedColumn } from './columns/changed-column.js';
export { codePointKey, collationKey, collationLetters } from './columns/collation.js';
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
export { type Allocate, allocateMemory, allocateShared } from './segments/allocate.js';
export { buildSegment, type FieldTexts } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export type { Segment } from './segments/segment.js';
export { lowerBound, partitionPoint } from './structures/binary-search.js';
export { CHUNK_SIZE, ChunkedArray } from './structures/chunked-array.js';
export { DistinctNumbers, DistinctStrings } from './structures/distinct-values.js';
export { GrowableArray } from './structures/growable-array.js';
export {
  lazy,
  lazyRecord,
  memoizePerIndex,
  memoizePerObject,
  memoizePerText,
} from './structures/lazy.js';
export { LEFT_OUT, mergeStringTables } from './structures/merge-strings.js';
export type { UnsignedArray } from './structures/smallest-type.js';
export { sortByKeys } from './structures/sort-by-keys.js';
export { sortPairs } from './structures/sort-pairs.js';
export { runSteps } from './structures/steps.js';
export { StringList } from './structures/string-list.js';
export {
  compareCodePoints,
  encodeStringTable,
  openStringTable,
  type StringTable,
  type StringTableData,
} from './structures/string-table.js';
export { matchStrings, NOT_MATCHED } from './structures/string-table-data.js';
export { StructureError } from './structures/structure-error.js';
export { withGetters } from './structures/with-getters.js';
export { topByRank } from './top-by-rank.js';
export { createScoreBoosts, type ScoreBoosts } from './top-by-score.js';
export { TopK } from './top-k.js';
