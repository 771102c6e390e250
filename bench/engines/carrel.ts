import { join } from 'node:path';
import type { Narrowing } from '../../src/catalog/narrowings.js';
import { buildSnapshot, openCatalog, type Titles } from '../../src/index.js';
import { createFacetCounter, type FacetFilter } from '../../src/search/collectors/facet-counter.js';
import { topByScore } from '../../src/search/collectors/top-by-score.js';
import type { FacetCounts } from '../../src/search/collectors/top-values.js';
import type { Query } from '../../src/search/query.js';
import type { StringTable } from '../../src/search/string-table.js';
import { SEARCH_TYPES } from '../../src/v1/search-types.js';
import { type Engine, FACET_LIMIT, type Facets, type FacetValues, PAGE_SIZE } from '../engine.js';
import type { NarrowingChoice, TextQuery } from '../query.js';

const FIELDS = SEARCH_TYPES.keyword;

/**
 * Carrel as an embedder opens it: one snapshot file. A search is what a request comes to but for its
 * JSON: matching, the ten best by score and popularity, and every column counted exactly. Nothing is
 * cached.
 */
export const engine: Engine = {
  async build(source, directory) {
    await buildSnapshot(source.directory, join(directory, 'snapshot'));
  },
  async open(directory) {
    const { titles } = openCatalog(join(directory, 'snapshot'));
    const filterOf = filterFinder(titles);
    const facetCounter = createFacetCounter(titles.columns);
    return {
      search({ text, narrowings }) {
        const matches = titles.index.match(queryOf(text));
        const filters = narrowings.map(filterOf);
        const { documents } = matches;
        const counts = facetCounter.count(documents, FACET_LIMIT, filters);
        const narrowed =
          filters.length === 0
            ? matches
            : matches.narrowed(facetCounter.select(documents, filters));
        const best = topByScore(narrowed, PAGE_SIZE, titles.popularityFactors);
        return {
          count: narrowed.documents.length,
          ids: best.map(({ document }) => titles.id(document)),
          facets: () => named(titles, counts),
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

/**
 * Finds the number of a value, which is looked for once: values are numbered in the order of their
 * names, and a service that takes requests keeps a table of their ids.
 */
function filterFinder({ columns }: Titles): (choice: NarrowingChoice) => FacetFilter {
  const found = new Map<string, number>();
  return ({ column, value }) => {
    const key = `${column}=${value}`;
    const number = found.get(key) ?? numberOf(columns[column].dictionary, value);
    found.set(key, number);
    return { column, values: [number] };
  };
}

function numberOf(dictionary: StringTable, value: string): number {
  let number = 0;
  while (number < dictionary.size && dictionary.get(number) !== value) number++;
  return number;
}

function named({ columns }: Titles, counts: Readonly<Record<string, FacetCounts>>): Facets {
  const facets = {} as Record<Narrowing, FacetValues>;
  for (const column of Object.keys(columns) as Narrowing[]) {
    const { values, counts: titles } = counts[column];
    const { dictionary } = columns[column];
    facets[column] = Array.from(values, (value, i) => [dictionary.get(value), titles[i]]);
  }
  return facets;
}
