import MiniSearch from 'minisearch';
import { SEARCH_FIELDS } from '../../src/catalog/search-fields.js';
import { searchTitles, type Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { MINISEARCH_OPTIONS } from '../engines/minisearch.js';
import { titleTexts } from '../engines/title-texts.js';
import { peerPackage } from '../peer-packages.js';
import type { RelevanceEngine } from './engine.js';

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
