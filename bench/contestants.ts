import type { Engine } from './engine.js';

/** An engine that the bench may run. */
export interface Contestant {
  readonly name: string;
  /** Whether it comes with the bench's own packages and not with the project. */
  readonly isPeer: boolean;
  readonly countsFacets: boolean;
  /** Loads the engine, and nothing of the others. */
  load(): Promise<Engine>;
}

/** Carrel first, which the others are compared with. */
export const CONTESTANTS: readonly Contestant[] = [
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
