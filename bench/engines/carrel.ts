import { join } from 'node:path';
import type { Catalog as OpenedCatalog } from '../../src/catalog/catalog.js';
import { NARROWINGS } from '../../src/catalog/narrowings.js';
import type { Query } from '../../src/search/index.js';
import { forgetfulCatalog } from '../measuring/first-search.js';
import { BOOSTS, type Engine, type EngineSearch, PAGE_SIZE } from './engine.js';

const CONTEXT = { baseUrl: 'http://localhost:8080' };

/** The file of the snapshot in the directory of the index. */
export const SNAPSHOT = 'snapshot';

/**
 * Carrel: whole responses with all facets and without facets, and the search engine without query expansion,
 * relaxation and boosts of titles. Every search is the first request with its query.
 */
export const carrel: Engine = {
  name: 'Carrel',
  rows: [
    {
      name: 'Carrel',
      answer: 'first request; whole response as JSON',
      facets: 0,
    },
    {
      name: 'Carrel, facets',
      answer: 'first request; whole response as JSON with links and counts',
      facets: NARROWINGS.length,
    },
    { name: 'Carrel, engine alone', answer: 'ten ids; the words only as typed', facets: 0 },
  ],
  async build(source, directory) {
    const { buildSnapshot } = await import('carrel');
    await buildSnapshot(source.directory, join(directory, SNAPSHOT));
  },
  async open(directory) {
    const { openCatalog, searchTitles } = await import('carrel');
    const opened = openCatalog(join(directory, SNAPSHOT));
    const { catalog, forget: prepare } = forgetfulCatalog(opened);
    const library = catalog.library.id;
    const responses = (params: object): EngineSearch => ({
      prepare,
      search({ text: q }) {
        const response = searchTitles([catalog], { ...params, q, library }, CONTEXT);
        JSON.stringify(response);
        return { count: response.count, ids: response.titles.map(({ id }) => id) };
      },
    });
    // The types of the package do not show the index.
    const { titles } = opened as unknown as OpenedCatalog;
    const alone: EngineSearch = {
      search({ words }) {
        const queries = words.map((term): Query => ({ kind: 'term', term, fields: BOOSTS }));
        const matches = titles.index.match({ kind: 'and', queries });
        const ids = matches.top(PAGE_SIZE).map(({ document }) => titles.id(document));
        return { count: matches.documents.length, ids };
      },
    };
    return { searches: [responses({}), responses({ metadata: 1 }), alone] };
  },
};
