/*
 * Search libraries of npm that keep their index in JavaScript: MiniSearch, FlexSearch, Orama and Lunr. Texts and queries
 * are folded before a library receives them, and all words of a query are required. An index is saved in a file in the
 * serialization format of V8. As JSON, a large index would exceed the maximum length of a string.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import MiniSearch, { type Options } from 'minisearch';
import { NARROWINGS } from '../../src/catalog/narrowings.js';
import type { Title } from '../../src/index.js';
import { peerPackage } from '../peer-packages.js';
import {
  BOOSTS,
  type ColumnValues,
  columnValues,
  type Engine,
  type EngineSearch,
  FACET_LIMIT,
  FIELDS,
  PAGE_SIZE,
  titleTexts,
} from './engine.js';

/** A library whose index can be saved. */
interface Library<Saved> extends Pick<Engine, 'name' | 'rows' | 'isPeer' | 'maxTitles'> {
  index(titles: Iterable<Title>): Saved | Promise<Saved>;
  /** Returns the searches of a saved index. */
  load(saved: Saved): readonly EngineSearch[];
}

function libraryEngine<Saved>({ index, load, ...library }: Library<Saved>): Engine {
  return {
    ...library,
    async build(source, directory) {
      writeFileSync(join(directory, 'index'), serialize(await index(source.titles())));
    },
    open: (directory) => ({
      searches: load(deserialize(readFileSync(join(directory, 'index'))) as Saved),
    }),
  };
}

/**
 * The options of MiniSearch for what readers type: words of four letters or more are also prefixes, and words may be
 * misspelled.
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

/** MiniSearch has no facets, so its second row counts them with a map from ids to facet values. */
export const miniSearch = libraryEngine({
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
  index(titles) {
    const index = new MiniSearch(MINISEARCH_OPTIONS);
    const values = new Map<string, ColumnValues>();
    for (const title of titles) {
      index.add({ id: title.id, ...titleTexts(title) });
      values.set(title.id, columnValues(title));
    }
    return { index: index.toJSON(), values };
  },
  load({ index: saved, values }) {
    const index = MiniSearch.loadJS(saved, MINISEARCH_OPTIONS);
    const searchWith = (countFacets: (ids: readonly string[]) => unknown): EngineSearch => ({
      search({ words }) {
        const ids = index.search(words.join(' ')).map(({ id }) => id as string);
        return { count: ids.length, ids: ids.slice(0, PAGE_SIZE), facets: countFacets(ids) };
      },
    });
    const ofTitles = (ids: readonly string[]) => ids.map((id) => values.get(id) as ColumnValues);
    return [searchWith(() => undefined), searchWith((ids) => countFacets(ofTitles(ids)))];
  },
});

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

interface FlexSearch {
  Document: new (
    options: unknown,
  ) => {
    add(document: unknown): unknown;
    search(query: string, options: unknown): readonly { readonly result: readonly number[] }[];
    export(handler: (key: string, data: string) => unknown): Promise<void> | undefined;
    import(key: string, data: string): void;
  };
}

/**
 * FlexSearch with numeric ids, which its best practices recommend. It finds words only when all of them are in the same
 * field, so all text is in the field `words`. It has no facet counts. A search for words with a tag misses matches in
 * version 0.8.212, so tags are not used.
 */
const FLEXSEARCH_OPTIONS = {
  document: { id: 'number', index: [{ field: 'words', tokenize: 'strict' }] },
};

export const flexSearch = libraryEngine({
  name: 'FlexSearch',
  rows: [{ name: 'FlexSearch', answer: 'ten ids; not ranked by query', facets: 0 }],
  isPeer: true,
  maxTitles: 200_000,
  async index(titles) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(FLEXSEARCH_OPTIONS);
    const ids: string[] = [];
    for (const title of titles) {
      index.add({ number: ids.length, words: Object.values(titleTexts(title)).join(' ') });
      ids.push(title.id);
    }
    const parts: [key: string, data: string][] = [];
    await index.export((key, data) => parts.push([key, data]));
    return { ids, parts };
  },
  load({ ids, parts }) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(FLEXSEARCH_OPTIONS);
    for (const [key, data] of parts) index.import(key, data);
    const search: EngineSearch['search'] = ({ words }) => {
      const [found] = index.search(words.join(' '), { index: 'words', limit: ids.length });
      const numbers = found?.result ?? [];
      const best = numbers.slice(0, PAGE_SIZE).map((number) => ids[number]);
      return { count: numbers.length, ids: best };
    };
    return [{ search }];
  },
});

type Database = unknown;
interface Orama {
  create(options: unknown): Database;
  insertMultiple(database: Database, documents: readonly unknown[], batch: number): unknown;
  save(database: Database): unknown;
  load(database: Database, saved: unknown): void;
  search(
    database: Database,
    parameters: unknown,
  ): {
    readonly count: number;
    readonly hits: readonly { readonly id: string }[];
    readonly facets: unknown;
  };
}

/** The options of Orama. A facet is a property `in_` with the name of the column. Nothing is sorted. */
const ORAMA_OPTIONS = {
  schema: {
    ...Object.fromEntries(FIELDS.map((field) => [field, 'string'])),
    ...Object.fromEntries(NARROWINGS.map((column) => [`in_${column}`, 'enum[]'])),
  },
  sort: { enabled: false },
};
/** Every word is required (`threshold: 0`), in the same property. Words match exactly. */
const ORAMA_SEARCH = {
  properties: FIELDS,
  boost: BOOSTS,
  threshold: 0,
  exact: true,
  limit: PAGE_SIZE,
  facets: Object.fromEntries(NARROWINGS.map((column) => [`in_${column}`, {}])),
};

export const orama = libraryEngine({
  name: 'Orama',
  rows: [{ name: 'Orama, facets', answer: 'ten ids', facets: NARROWINGS.length }],
  isPeer: true,
  maxTitles: 20_000,
  async index(titles) {
    const { create, insertMultiple, save } = peerPackage<Orama>('@orama/orama');
    const database = create(ORAMA_OPTIONS);
    const documents = Array.from(titles, (title) => {
      const values = Object.entries(columnValues(title));
      const columns = values.map(([column, list]) => [`in_${column}`, list]);
      return { id: title.id, ...titleTexts(title), ...Object.fromEntries(columns) };
    });
    await insertMultiple(database, documents, 1000);
    return save(database);
  },
  load(saved) {
    const { create, load, search } = peerPackage<Orama>('@orama/orama');
    const database = create(ORAMA_OPTIONS);
    load(database, saved);
    const searchWords: EngineSearch['search'] = ({ words }) => {
      const { count, hits, facets } = search(database, { ...ORAMA_SEARCH, term: words.join(' ') });
      return { count, ids: hits.map(({ id }) => id), facets };
    };
    return [{ search: searchWords }];
  },
});

interface Pipeline {
  remove(step: unknown): void;
}
interface Lunr {
  (
    configure: (this: {
      readonly pipeline: Pipeline;
      readonly searchPipeline: Pipeline;
      ref(field: string): void;
      field(name: string, options: { boost: number }): void;
      add(document: Readonly<Record<string, string>>): void;
    }) => void,
  ): { toJSON(): unknown };
  readonly stemmer: unknown;
  readonly stopWordFilter: unknown;
  readonly Index: { load(saved: unknown): { search(query: string): { readonly ref: string }[] } };
}

/** Lunr with field boosts. Its stemmer and its stop words are removed, so that words match exactly. */
export const lunr = libraryEngine({
  name: 'Lunr',
  rows: [{ name: 'Lunr', answer: 'ten ids', facets: 0 }],
  isPeer: true,
  maxTitles: 20_000,
  index(titles) {
    const create = peerPackage<Lunr>('lunr');
    const index = create(function () {
      this.ref('id');
      for (const field of FIELDS) this.field(field, { boost: BOOSTS[field] });
      for (const step of [create.stemmer, create.stopWordFilter]) {
        this.pipeline.remove(step);
        this.searchPipeline.remove(step);
      }
      for (const title of titles) this.add({ id: title.id, ...titleTexts(title) });
    });
    return JSON.parse(JSON.stringify(index)) as unknown;
  },
  load(saved) {
    const index = peerPackage<Lunr>('lunr').Index.load(saved);
    const search: EngineSearch['search'] = ({ words }) => {
      const results = index.search(words.map((word) => `+${word}`).join(' '));
      return { count: results.length, ids: results.slice(0, PAGE_SIZE).map(({ ref }) => ref) };
    };
    return [{ search }];
  },
});
