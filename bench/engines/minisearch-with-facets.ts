import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { type Engine, PAGE_SIZE } from '../engine.js';
import { MINISEARCH_OPTIONS, miniSearchQuery } from './minisearch.js';
import { type ColumnValues, columnValues, countNaively, hasValues } from './naive-facets.js';
import { titleTexts } from './title-texts.js';
import { readValue, writeValue } from './value-file.js';

/**
 * Runs MiniSearch with simple facets: a map from the id of each title to its facet values. Facet counts and
 * filters look up every result in this map.
 */
export const engine: Engine = {
  async build(source, directory) {
    const index = new MiniSearch(MINISEARCH_OPTIONS);
    const values = new Map<string, ColumnValues>();
    for (const title of source.titles()) {
      index.add({ id: title.id, ...titleTexts(title) });
      values.set(title.id, columnValues(title));
    }
    writeFileSync(join(directory, 'index.json'), JSON.stringify(index));
    writeValue(directory, 'values', values);
  },
  async open(directory) {
    const json = readFileSync(join(directory, 'index.json'), 'utf8');
    const index = MiniSearch.loadJSON(json, MINISEARCH_OPTIONS);
    const values = readValue<Map<string, ColumnValues>>(directory, 'values');
    const valuesOf = (id: string): ColumnValues => values.get(id) as ColumnValues;
    return {
      search({ text, narrowings }) {
        const query = miniSearchQuery(text);
        if (query === undefined) return undefined;
        const results = index.search(...query);
        const facets = countNaively(
          results.map((result) => valuesOf(result.id)),
          narrowings,
        );
        const narrowed = results.filter((result) => hasValues(valuesOf(result.id), narrowings));
        return {
          count: narrowed.length,
          ids: narrowed.slice(0, PAGE_SIZE).map((result) => result.id),
          facets: () => facets,
        };
      },
      close() {},
    };
  },
};
