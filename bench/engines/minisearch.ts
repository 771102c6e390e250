import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch, { type Options, type Query, type SearchOptions } from 'minisearch';
import { type Engine, PAGE_SIZE } from '../engine.js';
import type { TextQuery } from '../query.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';

/** The options of MiniSearch. The tokenizer is the default of MiniSearch. Searches boost fields. */
export const MINISEARCH_OPTIONS: Options = {
  fields: [...FIELDS],
  searchOptions: { boost: BOOSTS },
};

/**
 * Runs MiniSearch without facets and without filters, which would need stored fields. The index is saved as
 * JSON and loaded with `loadJSON`.
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
        const query = miniSearchQuery(text);
        if (query === undefined || narrowings.length > 0) return undefined;
        const results = index.search(...query);
        return {
          count: results.length,
          ids: results.slice(0, PAGE_SIZE).map((result) => result.id),
        };
      },
      close() {},
    };
  },
};

/**
 * Returns the arguments of a search. Returns undefined for phrases and wildcard patterns, which MiniSearch
 * does not support.
 */
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
