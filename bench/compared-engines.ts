import type { Engine } from './engine.js';

/** A search engine in the comparison. */
export interface ComparedEngine {
  readonly name: string;
  /** Whether the package of the engine is installed in `bench/peers` rather than with the project. */
  readonly isPeer: boolean;
  readonly countsFacets: boolean;
  /** Imports the modules of this engine only. */
  load(): Promise<Engine>;
}

/** All engines. Carrel is first, because reports compare the other engines with the first engine. */
export const COMPARED_ENGINES: readonly ComparedEngine[] = [
  {
    name: 'carrel',
    isPeer: false,
    countsFacets: true,
    load: async () => (await import('./engines/carrel.js')).engine,
  },
  {
    name: 'minisearch',
    isPeer: false,
    countsFacets: false,
    load: async () => (await import('./engines/minisearch.js')).engine,
  },
  {
    name: 'minisearch+facets',
    isPeer: false,
    countsFacets: true,
    load: async () => (await import('./engines/minisearch-with-facets.js')).engine,
  },
  {
    name: 'orama',
    isPeer: true,
    countsFacets: true,
    load: async () => (await import('./engines/orama.js')).engine,
  },
  {
    name: 'itemsjs',
    isPeer: true,
    countsFacets: true,
    load: async () => (await import('./engines/itemsjs.js')).engine,
  },
  {
    name: 'sqlite-fts5',
    isPeer: true,
    countsFacets: true,
    load: async () => (await import('./engines/sqlite-fts5.js')).engine,
  },
  {
    name: 'flexsearch',
    isPeer: true,
    countsFacets: false,
    load: async () => (await import('./engines/flexsearch.js')).engine,
  },
  {
    name: 'lunr',
    isPeer: true,
    countsFacets: false,
    load: async () => (await import('./engines/lunr.js')).engine,
  },
];
