import { analyzeRuns } from '../../src/search/analysis/tokenizer.js';
import type { FieldBoosts, Query } from '../../src/search/query.js';
import type { FieldTexts } from '../../src/search/segments/build-segment.js';

/** Columns by name. A column has, per document, the ordinals of its values or its number. */
export type NaiveColumns = Readonly<Record<string, readonly (number[] | number | undefined)[]>>;

interface Hit {
  score: number;
  readonly terms: Set<string>;
}
type Hits = Map<number, Hit>;

/** Returns the Levenshtein distance of two texts, counted in UTF-16 code units. */
export function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * Returns whether `term` matches a pattern. `*` matches any number of UTF-16 code units, `?` exactly
 * one.
 */
export function fitsPattern(term: string, pattern: string): boolean {
  if (pattern === '') return term === '';
  if (pattern[0] === '*') {
    return (
      fitsPattern(term, pattern.slice(1)) || (term !== '' && fitsPattern(term.slice(1), pattern))
    );
  }
  const isSame = term !== '' && (pattern[0] === '?' || pattern[0] === term[0]);
  return isSame && fitsPattern(term.slice(1), pattern.slice(1));
}

/** Returns whether every term of `terms` occurs in `tokens` as often as in `terms`. */
function hasAll(tokens: readonly string[], terms: readonly string[]): boolean {
  const count = (list: readonly string[], term: string) => list.filter((it) => it === term).length;
  return terms.every((term) => count(tokens, term) >= count(terms, term));
}

/**
 * Creates a simple and slow reference implementation of all kinds of queries. Each query reads all
 * documents. `maxTerms` is ignored.
 */
export function createNaiveIndex(
  documents: readonly FieldTexts[],
  fieldNames: readonly string[],
  columns: NaiveColumns = {},
) {
  /** Per document and field, the runs of adjacent terms. */
  const runs = documents.map((texts) =>
    Object.fromEntries(
      fieldNames.map((name) => [name, [texts[name] ?? []].flat().flatMap(analyzeRuns)]),
    ),
  );
  const tokens = runs.map((byField) =>
    Object.fromEntries(fieldNames.map((name) => [name, byField[name].flat()])),
  );
  const dictionary = new Set(tokens.flatMap((byField) => Object.values(byField).flat()));
  const averages = Object.fromEntries(
    fieldNames.map((name) => {
      const sum = tokens.reduce((length, byField) => length + new Set(byField[name]).size, 0);
      return [name, sum / documents.length];
    }),
  );

  function bm25(document: number, field: string, term: string): number {
    const text = tokens[document][field];
    const frequency = text.filter((token) => token === term).length;
    if (frequency === 0) return 0;
    const documentFrequency = tokens.filter((byField) => byField[field].includes(term)).length;
    const idf = Math.log(
      1 + (documents.length - documentFrequency + 0.5) / (documentFrequency + 0.5),
    );
    const norm = 1 - 0.7 + (0.7 * new Set(text).size) / averages[field];
    return idf * (0.5 + (frequency * 2.2) / (frequency + 1.2 * norm));
  }

  function knownFields(fields: FieldBoosts): string[] {
    return Object.keys(fields).filter((name) => fieldNames.includes(name));
  }

  /** Returns the hits of the weighted terms, which together count as the one query term `queryTerm`. */
  function matchTerms(weights: Map<string, number>, fields: FieldBoosts, queryTerm: string): Hits {
    const hits: Hits = new Map();
    tokens.forEach((byField, document) => {
      let score = 0;
      let isHit = false;
      for (const field of knownFields(fields)) {
        for (const [term, weight] of weights) {
          if (!byField[field].includes(term)) continue;
          isHit = true;
          score += weight * fields[field] * bm25(document, field, term);
        }
      }
      if (isHit) hits.set(document, { score, terms: new Set([queryTerm]) });
    });
    return hits;
  }

  /** Returns the hits of a phrase or proximity query. A field matches if `fits` returns true for one of its runs. */
  function matchRuns(
    query: Extract<Query, { kind: 'phrase' | 'proximity' }>,
    fits: (run: readonly string[]) => boolean,
  ): Hits {
    const hits: Hits = new Map();
    const { terms, fields, boost = 1 } = query;
    if (terms.length === 0) return hits;
    runs.forEach((byField, document) => {
      const matching = knownFields(fields).filter((field) => byField[field].some(fits));
      if (matching.length === 0) return;
      let score = 0;
      for (const field of matching) {
        for (const term of terms) score += boost * fields[field] * bm25(document, field, term);
      }
      hits.set(document, { score, terms: new Set(terms) });
    });
    return hits;
  }

  function filter(accepts: (document: number) => boolean, score = 0): Hits {
    const hits: Hits = new Map();
    documents.forEach((_, document) => {
      if (accepts(document)) hits.set(document, { score, terms: new Set() });
    });
    return hits;
  }

  const disMaxTerms = new Map<Query, string>();

  /** Returns the query term that a `dis_max` query counts as. */
  function disMaxTerm(query: Query): string {
    const term = disMaxTerms.get(query) ?? `dis_max ${disMaxTerms.size}`;
    disMaxTerms.set(query, term);
    return term;
  }

  function evaluate(query: Query): Hits {
    switch (query.kind) {
      case 'term': {
        const { term, boost = 1, weights = { prefix: 0.375, fuzzy: 0.45 } } = query;
        const expanded = new Map<string, number>();
        for (const candidate of term === '' ? [] : dictionary) {
          const { length } = candidate;
          const excess = length - term.length;
          const distance = levenshtein(term, candidate);
          if (candidate === term) expanded.set(candidate, boost);
          else if (query.prefix && candidate.startsWith(term)) {
            expanded.set(candidate, (boost * weights.prefix * length) / (length + 0.3 * excess));
          } else if (distance <= (query.fuzzy ?? 0)) {
            expanded.set(candidate, (boost * weights.fuzzy * length) / (length + distance));
          }
        }
        return matchTerms(expanded, query.fields, term);
      }
      case 'wildcard': {
        const matching = [...dictionary].filter((term) => fitsPattern(term, query.pattern));
        const weights = new Map(matching.map((term) => [term, query.boost ?? 1]));
        return matchTerms(weights, query.fields, `wildcard ${query.pattern}`);
      }
      case 'phrase':
        return matchRuns(query, (run) =>
          run.some((_, at) => query.terms.every((term, i) => run[at + i] === term)),
        );
      case 'proximity':
        return matchRuns(query, (run) =>
          run.some((_, at) => hasAll(run.slice(at, at + query.maxWidth), query.terms)),
        );
      case 'documents':
        return filter((document) => query.documents.includes(document));
      case 'values':
        return filter((document) => {
          const values = columns[query.column]?.[document];
          return Array.isArray(values) && values.some((value) => query.values.includes(value));
        });
      case 'value_range':
        return filter((document) => {
          const values = columns[query.column]?.[document];
          const { start, end } = query;
          return Array.isArray(values) && values.some((value) => value >= start && value < end);
        });
      case 'range':
        return filter((document) => {
          const number = columns[query.column]?.[document];
          const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
          return typeof number === 'number' && number >= from && number <= to;
        });
      case 'all':
        return filter(() => true, 1);
      case 'and_not': {
        const [included = new Map(), ...excluded] = query.queries.map(evaluate);
        return new Map(
          [...included].filter(([document]) => excluded.every((hits) => !hits.has(document))),
        );
      }
      case 'dis_max': {
        const hits: Hits = new Map();
        for (const part of query.queries.map(evaluate)) {
          for (const [document, { score }] of part) {
            const highest = Math.max(score, hits.get(document)?.score ?? score);
            hits.set(document, { score: highest, terms: new Set([disMaxTerm(query)]) });
          }
        }
        return new Map([...hits].sort(([a], [b]) => a - b));
      }
      case 'boolean': {
        const optional = query.optional.map(evaluate);
        return new Map(
          [...evaluate(query.required)].map(([document, { score, terms }]) => {
            const added = optional.map((hits) => hits.get(document)?.score ?? 0);
            return [document, { score: added.reduce((sum, more) => sum + more, score), terms }];
          }),
        );
      }
      case 'at_least': {
        const clauses = query.clauses.map((clause) => ({
          ...clause,
          hits: evaluate(clause.query),
        }));
        const all = combine(
          'or',
          clauses.map(({ hits }) => hits),
        );
        return new Map(
          [...all].filter(([document]) => {
            const matching = clauses.filter(({ hits }) => hits.has(document));
            const weight = matching.reduce((sum, clause) => sum + clause.weight, 0);
            return weight > 0 && weight >= query.minWeight - 1e-9;
          }),
        );
      }
      case 'constant_score': {
        const hits = evaluate(query.query);
        return filter((document) => hits.has(document), query.score);
      }
      default:
        return combine(query.kind, query.queries.map(evaluate));
    }
  }

  function combine(kind: 'and' | 'or', parts: readonly Hits[]): Hits {
    const hits: Hits = new Map();
    documents.forEach((_, document) => {
      const found = parts.map((part) => part.get(document)).filter((hit) => hit !== undefined);
      if (found.length === 0 || (kind === 'and' && found.length < parts.length)) return;
      hits.set(document, {
        score: found.reduce((sum, { score }) => sum + score, 0),
        terms: new Set(found.flatMap(({ terms }) => [...terms])),
      });
    });
    return hits;
  }

  /** Returns the matching documents, ascending, each with its score. */
  return (query: Query): { document: number; score: number }[] =>
    [...evaluate(query)].map(([document, { score, terms }]) => ({
      document,
      score: score * Math.max(1, terms.size),
    }));
}
