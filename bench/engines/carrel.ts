import { join } from 'node:path';
import { buildSnapshot, openCatalog, searchTitles } from 'carrel';
import type { Titles } from '../../src/catalog/catalog.js';
import { openCatalog as openModules } from '../../src/index.js';
import type { Query } from '../../src/search/index.js';
import { editionBoosts } from '../../src/v1/search/edition-boosts.js';
import { SEARCH_TYPES } from '../../src/v1/search/field-boosts.js';
import { keywordSearch, type TitleMatches, unrelaxed } from '../../src/v1/search/keyword-search.js';
import { narrowGroups, topOfGroups } from '../../src/v1/search/run-search.js';
import { forgetfulCatalog } from '../measuring/first-search.js';
import type { ReaderQuery } from '../queries/reader-queries.js';
import { type Engine, PAGE_SIZE } from './engine.js';

const CONTEXT = { baseUrl: 'http://localhost:8080' };
const FIELDS = SEARCH_TYPES.keyword;

/** Whole responses to searches with metadata: all facets with names, counts and links, as JSON text. */
export const carrelWithMetadata = responses({ metadata: 1 });

/** Whole responses to searches without metadata, as JSON text. */
export const carrelWithoutMetadata = responses({});

/** The matches of a keyword search, ranked like a response, without facets and records. */
export const carrelKeywordSearch = rankedBy((titles, { text }) =>
  keywordSearch(titles, text, FIELDS),
);

/** The titles that contain all words, stop words included. Ranked without other forms and boosts of equal titles. */
export const carrelEngine = rankedBy((titles, { words }) => {
  const queries = words.map((term): Query => ({ kind: 'term', term, fields: FIELDS }));
  const query: Query = { kind: 'and', queries };
  return unrelaxed({ query, matches: titles.index.match(query) });
});

async function build(source: { readonly directory: string }, directory: string): Promise<void> {
  await buildSnapshot(source.directory, join(directory, 'snapshot'));
}

function responses(params: object): Engine {
  return {
    build,
    open(directory) {
      const { catalog, forget } = forgetfulCatalog(openCatalog(join(directory, 'snapshot')));
      const library = catalog.library.id;
      return {
        search({ text: q }) {
          forget();
          const response = searchTitles([catalog], { ...params, q, library }, CONTEXT);
          JSON.stringify(response);
          return { count: response.count, ids: response.titles.map(({ id }) => id) };
        },
        close() {},
      };
    },
  };
}

/** Ranks matches with modules of `src`, because the package `carrel` does not export all of these modules. */
function rankedBy(match: (titles: Titles, query: ReaderQuery) => TitleMatches): Engine {
  return {
    build,
    open(directory) {
      const { catalog, forget } = forgetfulCatalog(openModules(join(directory, 'snapshot')));
      const { titles } = catalog;
      return {
        search(query) {
          forget();
          const { groups, documents } = match(titles, query);
          const boosts = editionBoosts(titles, 'en-CA');
          const narrowed = narrowGroups(groups, documents, undefined);
          const best = topOfGroups(narrowed, { boosts, from: 0, limit: PAGE_SIZE });
          return { count: documents.length, ids: best.map(({ document }) => titles.id(document)) };
        },
        close() {},
      };
    },
  };
}
