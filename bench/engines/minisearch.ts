import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch, { type Options, type Query, type SearchOptions } from 'minisearch';
import { type Engine, PAGE_SIZE } from '../engine.js';
import type { TextQuery } from '../query.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';

/** As its documentation has it: the fields listed, its own tokenizer, boosts when searching. */
export const MINISEARCH_OPTIONS: Options = {
  fields: [...FIELDS],
  searchOptions: { boost: BOOSTS },
};

/**
 * MiniSearch without facets, which it does not have, and without filters, which need fields stored
 * with every result. Kept as JSON and loaded with `loadJSON`, as documented.
 */
export const engine: Engine = {
  async build(source, directory) {
    const index = new MiniSearch(MINISEARCH_OPTIONS);
    for (const title of source.titles()) index.add({ id: title.id, ...titleTexts(title) });
    writeFileSync(join(directory, 'index.json'), JSON.stringify(index));
  },
  async open(directory) {
    const json = readFileSync(join(directory, 'index.json'), 'utf8');
    const index = MiniSearch.loadJSON(json, MINISEARCH_OPTIONS);
    return {
      search({ text, narrowings }) {
        const asked = miniSearchQuery(text);
        if (asked === undefined || narrowings.length > 0) return undefined;
        const results = index.search(...asked);
        return {
          count: results.length,
          ids: results.slice(0, PAGE_SIZE).map((result) => result.id),
        };
      },
      close() {},
    };
  },
};

/** It knows neither phrases nor wildcards within a word. */
export function miniSearchQuery(text: TextQuery): [Query, SearchOptions] | undefined {
  switch (text.kind) {
    case 'all':
      return [MiniSearch.wildcard, {}];
    case 'words':
      return [
        text.words.join(' '),
        {
          combineWith: 'AND',
          prefix: (_, i, terms) => text.prefix === true && i === terms.length - 1,
          fuzzy: text.typos ?? false,
        },
      ];
    default:
      return undefined;
  }
}
