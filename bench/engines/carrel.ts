import { join } from 'node:path';
import { buildSnapshot, openCatalog, type Titles } from 'carrel';
import { type FacetCounts, type Query, topByScore } from 'carrel/search';
import type { Narrowing } from '../../src/catalog/narrowings.js';
import { SEARCH_TYPES } from '../../src/v1/search/search-types.js';
import { type Engine, FACET_LIMIT, type Facets, type FacetValues, PAGE_SIZE } from '../engine.js';
import type { TextQuery } from '../query.js';

const FIELDS = SEARCH_TYPES.keyword;

/**
 * Runs Carrel through the exports of its package, with one snapshot file. A search finds the matches, the
 * ten best titles by score and popularity, and the exact counts of the most frequent values of every column.
 */
export const engine: Engine = {
  async build(source, directory) {
    await buildSnapshot(source.directory, join(directory, 'snapshot'));
  },
  async open(directory) {
    const { titles } = openCatalog(join(directory, 'snapshot'));
    return {
      search({ text, narrowings }) {
        const matches = titles.index.match(queryOf(text));
        const filters = narrowings.map(({ column, value }) => ({
          column,
          values: [titles.valueOrd(column, value)],
        }));
        const narrowed = titles.facets.narrow(matches.documents, filters);
        const counts = narrowed.count(FACET_LIMIT);
        const best = topByScore(
          filters.length === 0 ? matches : matches.narrowed(narrowed.documents),
          PAGE_SIZE,
          titles.popularityBoosts,
        );
        return {
          count: narrowed.documents.length,
          ids: best.map(({ document }) => titles.id(document)),
          facets: () => facetsOf(titles, counts),
        };
      },
      close() {},
    };
  },
};

function queryOf(text: TextQuery): Query {
  switch (text.kind) {
    case 'all':
      return { kind: 'all' };
    case 'phrase':
      return { kind: 'phrase', terms: text.words, fields: FIELDS };
    case 'wildcard':
      return { kind: 'wildcard', pattern: text.pattern, fields: FIELDS };
    default: {
      const queries = text.words.map(
        (term, i): Query => ({
          kind: 'term',
          term,
          fields: FIELDS,
          ...(text.prefix && i === text.words.length - 1 && { prefix: true }),
          ...(text.typos !== undefined && { fuzzy: text.typos }),
        }),
      );
      return queries.length === 1 ? queries[0] : { kind: 'and', queries };
    }
  }
}

function facetsOf({ columns }: Titles, counts: Readonly<Record<string, FacetCounts>>): Facets {
  const facets = {} as Record<Narrowing, FacetValues>;
  for (const column of Object.keys(columns) as Narrowing[]) {
    const { values, counts: titles } = counts[column];
    const { dictionary } = columns[column];
    facets[column] = Array.from(values, (value, i) => [dictionary.get(value), titles[i]]);
  }
  return facets;
}
