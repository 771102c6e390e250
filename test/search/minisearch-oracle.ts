import MiniSearch, { type Query as MiniSearchQuery } from 'minisearch';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import type { Query } from '../../src/search/query.js';
import type { FieldTexts } from '../../src/search/segments/build-segment.js';
import { FIELDS } from './random-catalog.js';

/**
 * Indexes documents with MiniSearch, and returns a function that runs a query in MiniSearch. MiniSearch indexes
 * a list of values as one text with one line per value.
 */
export function createOracle(documents: readonly FieldTexts[], fields: readonly string[] = FIELDS) {
  const miniSearch = new MiniSearch<{ id: number; texts: FieldTexts }>({
    fields: [...fields],
    extractField: (document, name) => (name === 'id' ? document.id : joined(document.texts[name])),
    tokenize: analyze,
    processTerm: (term) => term,
  });
  miniSearch.addAll(documents.map((texts, id) => ({ id, texts })));
  return (query: Query): { id: number; score: number }[] =>
    miniSearch.search(translate(query)).map(({ id, score }) => ({ id, score }));
}

function joined(text: FieldTexts[string]): string {
  return [text ?? ''].flat().join('\n');
}

/** Converts a query to a MiniSearch query. Throws for kinds of queries that MiniSearch does not have. */
function translate(query: Query): MiniSearchQuery {
  switch (query.kind) {
    case 'all':
      return MiniSearch.wildcard;
    case 'and':
    case 'or':
    case 'and_not':
      return {
        combineWith: { and: 'AND', or: 'OR', and_not: 'AND_NOT' }[query.kind] as 'AND',
        queries: query.queries.map(translate),
      };
    case 'term':
      return {
        queries: [query.term],
        fields: Object.keys(query.fields),
        boost: { ...query.fields },
        boostTerm: () => query.boost ?? 1,
        prefix: query.prefix ?? false,
        fuzzy: query.fuzzy ?? false,
        weights: query.weights ?? { prefix: 0.375, fuzzy: 0.45 },
        tokenize: (text) => [text],
      };
    default:
      throw new Error(`query.kind: expected a kind that MiniSearch has, found '${query.kind}'`);
  }
}
