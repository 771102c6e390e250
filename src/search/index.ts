/**
 * The exports of the search engine for the rest of Carrel. Other folders of `src` import from `search`
 * only through this file. The package entry point `carrel/search` is `public.ts`.
 */

export { fold } from './analysis/fold.js';
export {
  type InflectedLanguage,
  inflections,
  languageInflections,
} from './analysis/inflections.js';
export {
  analyze,
  analyzePhrase,
  analyzeRuns,
  hasCjk,
  isbnOfSbn,
  isStopWord,
  placeTerms,
  tokenize,
  type Word,
} from './analysis/tokenizer.js';
export { ChangedColumn } from './columns/changed-column.js';
export {
  countRanges,
  type DocValuesColumn,
  type DocValuesColumnData,
  haveSameOrdinals,
  NO_INTEGER,
  type NumberColumn,
  openDocValuesColumn,
  openNumberColumn,
  type ValuesColumn,
} from './columns/doc-values-column.js';
export {
  createDocValuesColumnBuilder,
  mergeDocValues,
  renameDocValues,
  sortDocValues,
  uniteDocValues,
} from './columns/doc-values-column-builder.js';
export { createSortRanksBuilder, type ReplacedDocument } from './columns/sort-ranks.js';
export { TooManyTermsError } from './dictionary/expand-term.js';
export {
  findMisspelledPrefixes,
  findSpellingCandidates,
} from './dictionary/spelling-candidates.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
  withChangedColumn,
} from './facets/facet-counter.js';
export {
  buildFacetStructures,
  ColumnCounter,
  type FacetStructuresData,
} from './facets/value-counters.js';
export { type Matches, openFrozenIndex, type SearchIndex } from './frozen-index.js';
export type { FrozenIndexData, Segment } from './frozen-index-data.js';
export { idf } from './index-reader.js';
export {
  createTermFinder,
  explainMatch,
  type FieldScore,
  findPhrases,
  type MatchExplanation,
  type MatchedTerms,
} from './matched-terms.js';
export { QueryCostError } from './matchers/matcher.js';
export { difference, intersect, rankBitsetLength, unitePair } from './postings/document-sets.js';
export type { FieldBoosts, Query, TermOrPrefix, TermQuery, WeightedClause } from './query.js';
export { buildSegment, type FieldTexts } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export {
  countGroups,
  createScoreBoosts,
  type DocumentGroups,
  documentsOfGroups,
  findGroupMembers,
  type ScoreBoosts,
  TopK,
  topByRank,
  withoutGroupsOf,
} from './top-k.js';
