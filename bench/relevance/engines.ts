/*
 * The catalogs and the engines whose ranking is measured.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { SEARCH_FIELDS } from '../../src/catalog/search-fields.js';
import {
  type Catalog,
  createCatalog,
  type Library,
  openCatalog,
  searchTitles,
  type Title,
} from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { titleTexts } from '../engines/engine.js';
import { MINISEARCH_OPTIONS } from '../engines/library-engines.js';
import { PROJECT } from '../machine.js';
import { peerPackage } from '../peer-packages.js';
import { GUTENBERG, gutenbergRecords } from '../real-words.js';

const DEMO_LIBRARIES = ['alderwick', 'meridian'];

/** Returns the paths of the project's files of judged queries. */
export function judgedFiles(): string[] {
  const directory = join(PROJECT, 'bench/data/judged');
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => join(directory, name));
}

/** A catalog whose titles are searched. */
export interface MeasuredCatalog {
  readonly catalog: Catalog;
  readonly titles: readonly Title[];
}

/**
 * Opens the source directories, then the demo libraries and the records of Project Gutenberg, except those whose
 * library id a source directory has.
 *
 * @param libraries the ids of the libraries to return; undefined for all libraries
 */
export function openCatalogs(
  directories: readonly string[],
  libraries?: ReadonlySet<string>,
): MeasuredCatalog[] {
  const catalogs = directories.map((path) => openCatalog(path));
  const isNeeded = (id: string) =>
    libraries?.has(id) !== false && !catalogs.some(({ library }) => library.id === id);
  for (const library of DEMO_LIBRARIES) {
    if (isNeeded(library)) catalogs.push(openCatalog(join(PROJECT, 'data', library)));
  }
  if (isNeeded('gutenberg')) catalogs.push(openGutenberg());
  return catalogs
    .filter(({ library }) => libraries?.has(library.id) !== false)
    .map((catalog) => ({ catalog, titles: titlesOf(catalog) }));
}

function titlesOf({ titles }: Catalog): Title[] {
  return Array.from({ length: titles.size }, (_, number) => titles.get(number));
}

/** Opens the records of Project Gutenberg. */
function openGutenberg(): Catalog {
  const titles = gutenbergRecords();
  const library = JSON.parse(readFileSync(join(GUTENBERG, 'library.json'), 'utf8')) as Library;
  return createCatalog({ library, titles });
}

/** The maximum number of results that are compared with the right titles. */
export const ANSWERS = 10;

/** The results of a query. */
export interface Results {
  /** The number of titles found. */
  readonly count: number;
  /** The ids of the best titles, best first. */
  readonly ids: readonly string[];
}

/**
 * Returns the results of a typed query.
 *
 * @param limit the maximum number of ids
 */
export type Search = (typed: string, limit: number) => Results;

/** A search engine whose ranking is measured. */
export interface RelevanceEngine {
  readonly name: string;
  /**
   * Indexes titles.
   *
   * @param catalog the catalog that contains the titles
   */
  open(titles: readonly Title[], catalog: Catalog): Promise<Search>;
}

interface Orama {
  create(options: unknown): unknown;
  insertMultiple(database: unknown, documents: readonly unknown[], batch: number): unknown;
  search(
    database: unknown,
    parameters: unknown,
  ): { count: number; hits: readonly { id: string }[] };
}
interface FlexSearch {
  readonly Document: new (
    options: unknown,
  ) => {
    add(document: unknown): void;
    search(typed: string, options: unknown): readonly { readonly id: string }[];
  };
}
interface Statement {
  run(...values: unknown[]): void;
  all(...values: unknown[]): readonly { readonly id: string }[];
}
type Sqlite = new (path: string) => { exec(sql: string): void; prepare(sql: string): Statement };

/** Returns the id of a title, and the texts of the fields that an engine indexes. */
function textsOf(title: Title) {
  return { id: title.id, ...titleTexts(title) };
}

/**
 * Carrel, MiniSearch with the settings that its documentation offers for ranking, and other engines with the default
 * settings for documents with fields.
 */
export const ENGINES: readonly RelevanceEngine[] = [
  {
    name: 'Carrel',
    async open(_titles, catalog) {
      const { id: library } = catalog.library;
      return (q, limit) => {
        const context = { baseUrl: 'http://localhost' };
        const { count, titles } = searchTitles([catalog], { library, q, limit }, context);
        return { count, ids: titles.map(({ id }) => id) };
      };
    },
  },
  {
    name: 'MiniSearch',
    async open(titles) {
      const index = new MiniSearch({ ...MINISEARCH_OPTIONS, storeFields: ['popularity'] });
      index.addAll(titles.map((title) => ({ ...textsOf(title), popularity: title.popularity })));
      const boostDocument = (_id: unknown, _term: string, stored?: Record<string, unknown>) =>
        1 + Math.log10(1 + Number(stored?.popularity ?? 0));
      return (typed, limit) => {
        const text = folded(typed);
        const found = index.search(text, { boostDocument });
        const results =
          found.length > 0 ? found : index.search(text, { boostDocument, combineWith: 'OR' });
        return { count: results.length, ids: results.slice(0, limit).map(({ id }) => id) };
      };
    },
  },
  {
    name: 'Orama',
    async open(titles) {
      const orama = peerPackage<Orama>('@orama/orama');
      const schema = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, 'string']));
      const database = orama.create({ schema });
      await orama.insertMultiple(database, titles.map(textsOf), 1000);
      return (typed, limit) => {
        const term = folded(typed);
        const { count, hits } = orama.search(database, { term, limit });
        return { count, ids: hits.map(({ id }) => id) };
      };
    },
  },
  {
    name: 'FlexSearch',
    async open(titles) {
      const { Document } = peerPackage<FlexSearch>('flexsearch');
      const index = new Document({ document: { id: 'id', index: [...SEARCH_FIELDS] } });
      for (const title of titles) index.add(textsOf(title));
      return (typed, limit) => {
        const results = index.search(folded(typed), { limit: titles.length, merge: true });
        return { count: results.length, ids: results.slice(0, limit).map(({ id }) => id) };
      };
    },
  },
  {
    name: 'SQLite FTS5',
    async open(titles) {
      const database = new (peerPackage<Sqlite>('better-sqlite3'))(':memory:');
      const columns = ['id UNINDEXED', ...SEARCH_FIELDS].join(', ');
      database.exec(`CREATE VIRTUAL TABLE titles USING fts5(${columns})`);
      const placeholders = ['?', ...SEARCH_FIELDS.map(() => '?')].join(', ');
      const insert = database.prepare(`INSERT INTO titles VALUES (${placeholders})`);
      database.exec('BEGIN');
      for (const title of titles) insert.run(...Object.values(textsOf(title)));
      database.exec('COMMIT');
      const select = database.prepare('SELECT id FROM titles WHERE titles MATCH ? ORDER BY rank');
      return (typed, limit) => {
        const rows = select.all(quoted(analyze(typed)));
        return { count: rows.length, ids: rows.slice(0, limit).map(({ id }) => id) };
      };
    },
  },
];

/** Returns the folded words of a query, joined by spaces. All engines other than Carrel receive these words. */
function folded(typed: string): string {
  return analyze(typed).join(' ');
}

/** Quotes each word as an FTS5 string, so that FTS5 does not read the word as query syntax. */
function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '')}"`).join(' ');
}
