import { join } from 'node:path';
import { mapNarrowings, NARROWINGS, type Narrowing } from '../../src/catalog/narrowings.js';
import { peerPackage } from '../peer-packages.js';
import {
  BOOSTS,
  columnValues,
  type Engine,
  FACET_LIMIT,
  FIELDS,
  PAGE_SIZE,
  titleTexts,
} from './engine.js';

interface Statement {
  run(...values: unknown[]): { readonly changes: number };
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  raw(): Statement;
}
interface Database {
  pragma(source: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}
type OpenDatabase = new (file: string) => Database;

const SCHEMA = `
  CREATE TABLE title (number INTEGER PRIMARY KEY, id TEXT);
  CREATE TABLE value (id INTEGER PRIMARY KEY, text TEXT UNIQUE);
  CREATE VIRTUAL TABLE words USING fts5(${FIELDS.join(', ')}, content='');
  INSERT INTO words(words, rank)
    VALUES ('rank', 'bm25(${FIELDS.map((field) => BOOSTS[field]).join(', ')})');
  ${NARROWINGS.map(
    (column) => `
  CREATE TABLE ${column}_of (title INTEGER, value INTEGER, PRIMARY KEY (title, value)) WITHOUT ROWID;
`,
  ).join('')}`;

/**
 * SQLite FTS5 through better-sqlite3. Text is in a contentless table with one column per field, and each
 * column has a bm25 weight. Each facet column is a table of numbered values, clustered by title. The build
 * ends with `optimize`, `ANALYZE` and `VACUUM`.
 *
 * A search with facets stores its matches in a temporary table in memory, and counts each facet with a
 * GROUP BY over this table. In SQLite, CROSS JOIN sets the order of a join.
 */
export const sqliteFts5: Engine = {
  name: 'SQLite FTS5',
  rows: [
    { name: 'SQLite FTS5', answer: 'ten ids', facets: 0 },
    { name: 'SQLite FTS5, facets', answer: 'ten ids', facets: NARROWINGS.length },
  ],
  isPeer: true,
  maxTitles: 200_000,
  build(source, directory) {
    const database = openDatabase(directory);
    database.pragma('journal_mode = OFF');
    database.exec(SCHEMA);
    const marks = (count: number): string => Array(count).fill('?').join(', ');
    const insertTitle = database.prepare('INSERT INTO title VALUES (?, ?)');
    const insertText = database.prepare(
      `INSERT INTO words (rowid, ${FIELDS.join(', ')}) VALUES (${marks(FIELDS.length + 1)})`,
    );
    const insertValue = database.prepare('INSERT INTO value (id, text) VALUES (?, ?)');
    const insertFacet = mapNarrowings((column) =>
      database.prepare(`INSERT INTO ${column}_of (title, value) VALUES (?, ?)`),
    );
    const values = new Map<string, number>();
    let number = 0;
    database.exec('BEGIN');
    for (const title of source.titles()) {
      const texts = titleTexts(title);
      insertTitle.run(++number, title.id);
      insertText.run(number, ...FIELDS.map((field) => texts[field]));
      const ofTitle = columnValues(title);
      for (const column of NARROWINGS) {
        for (const text of ofTitle[column]) {
          const known = values.get(text);
          const value = known ?? values.size + 1;
          if (known === undefined) {
            values.set(text, value);
            insertValue.run(value, text);
          }
          insertFacet[column].run(number, value);
        }
      }
    }
    database.exec("COMMIT; INSERT INTO words(words) VALUES ('optimize'); ANALYZE; VACUUM;");
    database.close();
  },
  open(directory) {
    const database = openDatabase(directory);
    database.pragma('temp_store = MEMORY');
    database.pragma('mmap_size = 1073741824');
    database.exec('CREATE TEMP TABLE matched (title INTEGER PRIMARY KEY)');
    const best = database
      .prepare(
        `SELECT (SELECT id FROM title WHERE number = hit) FROM
       (SELECT rowid AS hit FROM words WHERE words MATCH ? ORDER BY rank LIMIT ${PAGE_SIZE})`,
      )
      .raw();
    const count = database.prepare('SELECT count(*) FROM words WHERE words MATCH ?').raw();
    const insert = database.prepare(
      'INSERT INTO matched SELECT rowid FROM words WHERE words MATCH ?',
    );
    const facetCounts = NARROWINGS.map((column) => database.prepare(facetQuery(column)).raw());
    const matchOf = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' AND ');
    const bestOf = (match: string) => (best.all(match) as [string][]).map(([id]) => id);
    return {
      searches: [
        {
          search({ words }) {
            const match = matchOf(words);
            const [number] = count.get(match) as [number];
            return { count: number, ids: bestOf(match) };
          },
        },
        {
          search({ words }) {
            const match = matchOf(words);
            database.exec('DELETE FROM matched');
            const { changes } = insert.run(match);
            const facets = facetCounts.map((counts) => counts.all());
            return { count: changes, ids: bestOf(match), facets };
          },
        },
      ],
      close: () => database.close(),
    };
  },
};

function openDatabase(directory: string): Database {
  return new (peerPackage<OpenDatabase>('better-sqlite3'))(join(directory, 'titles.sqlite'));
}

function facetQuery(column: Narrowing): string {
  return `SELECT (SELECT text FROM value WHERE id = counted.value), n FROM (
    SELECT value, count(*) AS n FROM matched CROSS JOIN ${column}_of USING (title)
    GROUP BY value ORDER BY n DESC LIMIT ${FACET_LIMIT}) AS counted`;
}
