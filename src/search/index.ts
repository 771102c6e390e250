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
export { isStopWord } from './analysis/stop-words.js';
export {
  analyze,
  analyzePhrase,
  analyzeRuns,
  hasCjk,
  isbnOfSbn,
  placeTerms,
  tokenize,
  type Word,
} from './analysis/tokenizer.js';
export { idf } from './bm25.js';
export { ChangedColumn } from './columns/changed-column.js';
export {
  type DocValuesColumn,
  type DocValuesColumnData,
  haveSameOrdinals,
  openDocValuesColumn,
  type ValuesColumn,
} from './columns/doc-values-column.js';
export {
  createDocValuesColumnBuilder,
  mergeDocValues,
  renameDocValues,
  sortDocValues,
  uniteDocValues,
} from './columns/doc-values-column-builder.js';
export {
  countGroups,
  type DocumentGroups,
  documentsOfGroups,
  findGroupMembers,
  withoutGroupsOf,
} from './columns/document-groups.js';
export {
  countRanges,
  NO_INTEGER,
  type NumberColumn,
  openNumberColumn,
} from './columns/number-column.js';
export { createSortRanksBuilder, type ReplacedDocument } from './columns/sort-ranks.js';
export { TooManyTermsError } from './dictionary/expand-term.js';
export {
  findMisspelledPrefixes,
  findSpellingCandidates,
} from './dictionary/spelling-candidates.js';
export { explainMatch, type FieldScore, type MatchExplanation } from './explain-match.js';
export { ColumnCounter } from './facets/column-counter.js';
export {
  createFacetCounter,
  type FacetCounter,
  type FacetFilter,
  type NarrowedDocuments,
  withChangedColumn,
} from './facets/facet-counter.js';
export {
  buildFacetStructures,
  type FacetStructuresData,
} from './facets/row-counter.js';
export { type Matches, openFrozenIndex, type SearchIndex } from './frozen-index.js';
export type { FrozenIndexData } from './frozen-index-data.js';
export { createTermFinder, findPhrases, type MatchedTerms } from './matched-terms.js';
export { QueryCostError } from './matchers/matcher.js';
export { difference, intersect, unitePair } from './postings/document-sets.js';
export { rankBitsetLength } from './postings/posting-list.js';
export type { FieldBoosts, Query, TermOrPrefix, TermQuery, WeightedClause } from './query.js';
export { buildSegment, type FieldTexts } from './segments/build-segment.js';
export { mergeSegments } from './segments/merge-segments.js';
export type { Segment } from './segments/segment.js';
export { createScoreBoosts, type ScoreBoosts } from './top-by-score.js';
export { TopK, topByRank } from './top-k.js';
