import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch, { type Options } from 'minisearch';
import { NARROWINGS } from '../../src/catalog/narrowings.js';
import {
  BOOSTS,
  type ColumnValues,
  columnValues,
  type Engine,
  type EngineSearch,
  FACET_LIMIT,
  FIELDS,
  PAGE_SIZE,
  readValue,
  titleTexts,
  writeValue,
} from './engine.js';

/**
 * The options of MiniSearch for what readers type: all words are required, words of four letters or more are
 * also prefixes, and words may be misspelled. Texts and queries are folded before MiniSearch receives them.
 */
export const MINISEARCH_OPTIONS: Options = {
  fields: [...FIELDS],
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term,
  searchOptions: {
    boost: BOOSTS,
    combineWith: 'AND',
    prefix: (term) => term.length >= 4,
    fuzzy: 0.2,
  },
};

/**
 * MiniSearch. The index is saved as JSON and loaded with `loadJSON`. MiniSearch has no facets, so the second row counts
 * them with a map from the id of each title to its facet values.
 */
export const miniSearch: Engine = {
  name: 'MiniSearch',
  maxTitles: 200_000,
  rows: [
    { name: 'MiniSearch', answer: 'ten ids; prefixes and typos included', facets: 0 },
    {
      name: 'MiniSearch, facets',
      answer: 'ten ids; prefixes and typos included',
      facets: NARROWINGS.length,
    },
  ],
  build(source, directory) {
    const index = new MiniSearch(MINISEARCH_OPTIONS);
    const values = new Map<string, ColumnValues>();
    for (const title of source.titles()) {
      index.add({ id: title.id, ...titleTexts(title) });
      values.set(title.id, columnValues(title));
    }
    writeFileSync(join(directory, 'index.json'), JSON.stringify(index));
    writeValue(directory, 'values', values);
  },
  open(directory) {
    const json = readFileSync(join(directory, 'index.json'), 'utf8');
    const index = MiniSearch.loadJSON(json, MINISEARCH_OPTIONS);
    const values = readValue<Map<string, ColumnValues>>(directory, 'values');
    const searchWith = (countFacets: (ids: readonly string[]) => unknown): EngineSearch => ({
      search({ words }) {
        const ids = index.search(words.join(' ')).map(({ id }) => id as string);
        return { count: ids.length, ids: ids.slice(0, PAGE_SIZE), facets: countFacets(ids) };
      },
    });
    const ofTitles = (ids: readonly string[]) => ids.map((id) => values.get(id) as ColumnValues);
    return {
      searches: [searchWith(() => undefined), searchWith((ids) => countFacets(ofTitles(ids)))],
    };
  },
};

/** Counts the values of every column, and returns the most frequent ones. */
function countFacets(titles: readonly ColumnValues[]) {
  return NARROWINGS.map((column) => {
    const counts = new Map<string, number>();
    for (const values of titles) {
      for (const value of values[column]) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].sort(([, m], [, n]) => n - m).slice(0, FACET_LIMIT);
  });
}
