import MiniSearch, { type Query as MiniSearchQuery } from 'minisearch';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import type { Query } from '../../src/search/query.js';
import type { FieldTexts } from '../../src/search/segments/build-segment.js';
import { FIELDS } from './random-catalog.js';

/** Returns the documents that match a query, with their scores. */
export type Oracle = (query: Query) => { id: number; score: number }[];

/**
 * Indexes documents with MiniSearch, and returns a function that runs a query in MiniSearch. MiniSearch indexes
 * a list of values as one text with one line per value.
 */
export function createOracle(
  documents: readonly FieldTexts[],
  fields: readonly string[] = FIELDS,
): Oracle {
  const miniSearch = new MiniSearch<{ id: number; texts: FieldTexts }>({
    fields: [...fields],
    extractField: (document, name) => (name === 'id' ? document.id : joined(document.texts[name])),
    tokenize: analyze,
    processTerm: (term) => term,
  });
  miniSearch.addAll(documents.map((texts, id) => ({ id, texts })));
  return (query) => miniSearch.search(translate(query)).map(({ id, score }) => ({ id, score }));
}

function joined(text: FieldTexts[string]): string {
  return [text ?? ''].flat().join('\n');
}

/** The score of a document before the final multiplication, and the query terms that the document has. */
interface Hit {
  readonly score: number;
  readonly terms: ReadonlySet<unknown>;
}

/**
 * Returns a function that runs each term query in MiniSearch, and combines the scores of the terms as `and`, `or`,
 * `dis_max` and `boolean` queries do.
 */
export function createCombiningOracle(documents: readonly FieldTexts[]): Oracle {
  const oracle = createOracle(documents);

  function hitsOf(query: Query): Map<number, Hit> {
    switch (query.kind) {
      case 'term':
        return new Map(
          oracle(query).map(({ id, score }) => [id, { score, terms: new Set([query.term]) }]),
        );
      case 'and':
      case 'or':
        return combine(query.queries, query.kind === 'and' ? query.queries.length : 1, (hits) => ({
          score: hits.reduce((sum, { score }) => sum + score, 0),
          terms: new Set(hits.flatMap(({ terms }) => [...terms])),
        }));
      case 'dis_max':
        return combine(query.queries, 1, (hits) => ({
          score: Math.max(...hits.map(({ score }) => score)),
          terms: new Set([query]),
        }));
      case 'boolean': {
        const required = hitsOf(query.required);
        for (const [id, { score }] of query.optional.flatMap((part) => [...hitsOf(part)])) {
          const hit = required.get(id);
          if (hit !== undefined) required.set(id, { ...hit, score: hit.score + score });
        }
        return required;
      }
      default:
        throw new Error(`query.kind: expected a query of terms, found '${query.kind}'`);
    }
  }

  function combine(
    queries: readonly Query[],
    minMatches: number,
    combineHits: (hits: readonly Hit[]) => Hit,
  ): Map<number, Hit> {
    const parts = queries.map(hitsOf);
    const combined = new Map<number, Hit>();
    for (const id of documents.keys()) {
      const hits = parts.map((part) => part.get(id)).filter((hit) => hit !== undefined);
      if (hits.length > 0 && hits.length >= minMatches) combined.set(id, combineHits(hits));
    }
    return combined;
  }

  return (query) =>
    Array.from(hitsOf(query), ([id, { score, terms }]) => ({ id, score: score * terms.size }));
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
