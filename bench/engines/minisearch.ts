import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch, { type Options } from 'minisearch';
import { type Engine, PAGE_SIZE } from './engine.js';
import { type ColumnValues, columnValues, countNaively } from './naive-facets.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';
import { readValue, writeValue } from './value-file.js';

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

/** Runs MiniSearch. The index is saved as JSON and loaded with `loadJSON`. */
export const miniSearch: Engine = {
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
    const index = openIndex(directory);
    return {
      search({ words }) {
        const results = index.search(words.join(' '));
        return { count: results.length, ids: results.slice(0, PAGE_SIZE).map(({ id }) => id) };
      },
      close() {},
    };
  },
};

/** Runs MiniSearch with simple facets: a map from the id of each title to its facet values. */
export const miniSearchWithFacets: Engine = {
  build: miniSearch.build,
  open(directory) {
    const index = openIndex(directory);
    const values = readValue<Map<string, ColumnValues>>(directory, 'values');
    return {
      search({ words }) {
        const results = index.search(words.join(' '));
        return {
          count: results.length,
          ids: results.slice(0, PAGE_SIZE).map(({ id }) => id),
          facets: countNaively(results.map(({ id }) => values.get(id) as ColumnValues)),
        };
      },
      close() {},
    };
  },
};

function openIndex(directory: string): MiniSearch {
  const json = readFileSync(join(directory, 'index.json'), 'utf8');
  return MiniSearch.loadJSON(json, MINISEARCH_OPTIONS);
}
