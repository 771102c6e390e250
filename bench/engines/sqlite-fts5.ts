import { join } from 'node:path';
import { mapNarrowings, NARROWINGS, type Narrowing } from '../../src/catalog/narrowings.js';
import { peerPackage } from '../peer-packages.js';
import { type Engine, FACET_LIMIT, PAGE_SIZE } from './engine.js';
import { columnValues } from './naive-facets.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';

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

/** Runs SQLite FTS5 without facets. */
export const sqliteFts5 = sqliteEngine(false);

/** Runs SQLite FTS5, and counts all facets. */
export const sqliteFts5WithFacets = sqliteEngine(true);

/**
 * Runs SQLite FTS5 through better-sqlite3. Text is in a contentless table with one column per field, and each
 * column has a bm25 weight. Each facet column is a table of numbered values, clustered by title. The build
 * ends with `optimize`, `ANALYZE` and `VACUUM`.
 *
 * A search with facets stores its matches in a temporary table in memory, and counts each facet with a
 * GROUP BY over this table. In SQLite, CROSS JOIN sets the order of a join.
 */
function sqliteEngine(countsFacets: boolean): Engine {
  return {
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
      const prepared = new Map<string, Statement>();
      const statement = (sql: string): Statement => {
        const known = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, known);
        return known;
      };
      const query = (sql: string): Statement => statement(sql).raw();
      return {
        search({ words }) {
          const match = words.map((word) => `"${word}"`).join(' AND ');
          const best = query(
            `SELECT (SELECT id FROM title WHERE number = hit) FROM
           (SELECT rowid AS hit FROM words WHERE words MATCH ? ORDER BY rank LIMIT ${PAGE_SIZE})`,
          ).all(match) as [string][];
          const ids = best.map(([id]) => id);
          if (!countsFacets) {
            const [count] = query('SELECT count(*) FROM words WHERE words MATCH ?').get(match) as [
              number,
            ];
            return { count, ids };
          }
          database.exec('DELETE FROM matched');
          const { changes } = statement(
            'INSERT INTO matched SELECT rowid FROM words WHERE words MATCH ?',
          ).run(match);
          const facets = mapNarrowings(
            (column) => query(facetCounts(column)).all() as [string, number][],
          );
          return { count: changes, ids, facets };
        },
        close: () => database.close(),
      };
    },
  };
}

function openDatabase(directory: string): Database {
  return new (peerPackage<OpenDatabase>('better-sqlite3'))(join(directory, 'titles.sqlite'));
}

function facetCounts(column: Narrowing): string {
  return `SELECT (SELECT text FROM value WHERE id = counted.value), n FROM (
    SELECT value, count(*) AS n FROM matched CROSS JOIN ${column}_of USING (title)
    GROUP BY value ORDER BY n DESC LIMIT ${FACET_LIMIT}) AS counted`;
}
