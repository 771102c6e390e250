import MiniSearch, { type Query as MiniSearchQuery, type Options } from 'minisearch';
import { analyze } from './analyzer.js';
import type { Query, TermQuery } from './query.js';
import type { SearchIndex } from './search-index.js';

/** The text of each field of a document. */
export type DocumentText<Field extends string = string> = Readonly<Record<Field, string>>;

interface IndexedDocument {
  readonly number: number;
  readonly text: DocumentText;
}

/** Indexes documents, numbered from 0 as they come. */
export function buildMiniSearch(
  fields: readonly string[],
  documents: Iterable<DocumentText>,
): MiniSearch<IndexedDocument> {
  const miniSearch = new MiniSearch<IndexedDocument>(optionsOf(fields));
  let number = 0;
  for (const text of documents) miniSearch.add({ number: number++, text });
  return miniSearch;
}

/** Opens the JSON of an index that {@link buildMiniSearch} built over the same fields. */
export function loadMiniSearch(
  fields: readonly string[],
  json: string,
): MiniSearch<IndexedDocument> {
  return MiniSearch.loadJSON<IndexedDocument>(json, optionsOf(fields));
}

/** Answers queries from MiniSearch. */
export function miniSearchIndex(miniSearch: MiniSearch<IndexedDocument>): SearchIndex {
  return {
    documentCount: miniSearch.documentCount,
    match(query) {
      const results = miniSearch.search(toMiniSearch(query)).sort((a, b) => a.id - b.id);
      return {
        documents: Uint32Array.from(results, (result) => result.id),
        scores: () => Float64Array.from(results, (result) => result.score),
      };
    },
  };
}

function optionsOf(fields: readonly string[]): Options<IndexedDocument> {
  return {
    idField: 'number',
    fields: [...fields],
    extractField: (document, field) =>
      field === 'number' ? document.number : document.text[field],
    tokenize: analyze,
    processTerm: (term) => term,
  };
}

function toMiniSearch(query: Query): MiniSearchQuery {
  switch (query.kind) {
    case 'all':
      return MiniSearch.wildcard;
    case 'term':
      return termToMiniSearch(query);
    default:
      return {
        combineWith: query.kind.toUpperCase() as Uppercase<typeof query.kind>,
        queries: query.queries.map(toMiniSearch),
      };
  }
}

function termToMiniSearch(query: TermQuery): MiniSearchQuery {
  return {
    queries: [query.term],
    fields: Object.keys(query.fields),
    boost: { ...query.fields },
    tokenize: (term) => [term],
    prefix: query.prefix ?? false,
    fuzzy: query.fuzzy || false,
    ...(query.weights && { weights: { ...query.weights } }),
    boostTerm: () => query.boost ?? 1,
  };
}
