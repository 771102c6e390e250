import type { Engine } from './engine.js';

/** A row of the comparison: a search engine, and what it returns for a query. */
export interface ComparedEngine {
  readonly name: string;
  /** What the answers contain. Reports print this text. */
  readonly answers: string;
  /** The name of the index. Rows with the same index share it. */
  readonly index: string;
  /** Whether the package of the engine is installed in `bench/peers` rather than with the project. */
  readonly isPeer?: true;
  /** A larger catalog is not indexed, because building the index takes too long or too much memory. */
  readonly maxTitles?: number;
  /** Imports the modules of this engine only. */
  load(): Promise<Engine>;
}

const MAX_TITLES_IN_JAVASCRIPT = 200_000;
const MAX_TITLES_OF_SLOW_BUILDS = 20_000;

/** All engines. Carrel is first, because reports compare the other engines with Carrel. */
export const COMPARED_ENGINES: readonly ComparedEngine[] = [
  {
    name: 'Carrel, metadata',
    answers: 'whole response as JSON, 10 facets with links',
    index: 'carrel',
    load: async () => (await import('./carrel.js')).carrelWithMetadata,
  },
  {
    name: 'Carrel',
    answers: 'whole response as JSON, no facets',
    index: 'carrel',
    load: async () => (await import('./carrel.js')).carrelWithoutMetadata,
  },
  {
    name: 'Carrel, keyword search',
    answers: 'ten ids; matching and ranking of the response',
    index: 'carrel',
    load: async () => (await import('./carrel.js')).carrelKeywordSearch,
  },
  {
    name: 'Carrel, engine alone',
    answers: 'ten ids; the words alone',
    index: 'carrel',
    load: async () => (await import('./carrel.js')).carrelEngine,
  },
  {
    name: 'MiniSearch',
    answers: 'ten ids; prefixes and typos included',
    index: 'minisearch',
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./minisearch.js')).miniSearch,
  },
  {
    name: 'MiniSearch, facets',
    answers: 'ten ids, 10 facets; prefixes and typos included',
    index: 'minisearch',
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./minisearch.js')).miniSearchWithFacets,
  },
  {
    name: 'Lucene 4.10',
    answers: 'ten ids',
    index: 'lucene',
    load: async () => (await import('./native/lucene.js')).lucene,
  },
  {
    name: 'Lucene 4.10, facets',
    answers: 'ten ids, 6 facets',
    index: 'lucene',
    load: async () => (await import('./native/lucene.js')).luceneWithFacets,
  },
  {
    name: 'Xapian',
    answers: 'ten ids',
    index: 'xapian',
    load: async () => (await import('./native/xapian.js')).xapian,
  },
  {
    name: 'Xapian, facets',
    answers: 'ten ids, 6 facets of first values',
    index: 'xapian',
    load: async () => (await import('./native/xapian.js')).xapianWithFacets,
  },
  {
    name: 'Groonga',
    answers: 'ten ids',
    index: 'groonga',
    load: async () => (await import('./native/groonga.js')).groonga,
  },
  {
    name: 'Groonga, facets',
    answers: 'ten ids, 6 facets',
    index: 'groonga',
    load: async () => (await import('./native/groonga.js')).groongaWithFacets,
  },
  {
    name: 'SQLite FTS5',
    answers: 'ten ids',
    index: 'sqlite-fts5',
    isPeer: true,
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./sqlite-fts5.js')).sqliteFts5,
  },
  {
    name: 'SQLite FTS5, facets',
    answers: 'ten ids, 10 facets',
    index: 'sqlite-fts5',
    isPeer: true,
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./sqlite-fts5.js')).sqliteFts5WithFacets,
  },
  {
    name: 'FlexSearch',
    answers: 'ten ids; not ranked by query',
    index: 'flexsearch',
    isPeer: true,
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./flexsearch.js')).engine,
  },
  {
    name: 'Orama',
    answers: 'ten ids, 10 facets',
    index: 'orama',
    isPeer: true,
    maxTitles: MAX_TITLES_IN_JAVASCRIPT,
    load: async () => (await import('./orama.js')).engine,
  },
  {
    name: 'ItemsJS',
    answers: 'ten ids, 10 facets',
    index: 'itemsjs',
    isPeer: true,
    maxTitles: MAX_TITLES_OF_SLOW_BUILDS,
    load: async () => (await import('./itemsjs.js')).engine,
  },
  {
    name: 'Lunr',
    answers: 'ten ids',
    index: 'lunr',
    isPeer: true,
    maxTitles: MAX_TITLES_OF_SLOW_BUILDS,
    load: async () => (await import('./lunr.js')).engine,
  },
];
