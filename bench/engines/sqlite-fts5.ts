import { join } from 'node:path';
import { NARROWINGS, type Narrowing } from '../../src/catalog/narrowings.js';
import { type Engine, FACET_LIMIT, type FacetValues, PAGE_SIZE } from '../engine.js';
import { peerPackage } from '../peer-packages.js';
import type { NarrowingChoice, TextQuery } from '../query.js';
import { byColumn, columnValues } from './naive-facets.js';
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

/**
 * Runs SQLite FTS5 through better-sqlite3. Text is in a contentless table with one column per field, bm25
 * weights, and prefix indexes of one to four letters. Each facet column is a table of numbered values,
 * clustered by title and indexed by value. The build ends with `optimize`, `ANALYZE` and `VACUUM`.
 *
 * A search stores its matches in a temporary table in memory, and counts each facet with a GROUP BY over
 * this table. In SQLite, CROSS JOIN sets the order of a join, and unary plus prevents the use of an index.
 */
export const engine: Engine = {
  async build(source, directory) {
    const database = openDatabase(directory);
    database.pragma('journal_mode = OFF');
    database.exec(SCHEMA);
    const marks = (count: number): string => Array(count).fill('?').join(', ');
    const insertTitle = database.prepare('INSERT INTO title VALUES (?, ?)');
    const insertText = database.prepare(
      `INSERT INTO words (rowid, ${FIELDS.join(', ')}) VALUES (${marks(FIELDS.length + 1)})`,
    );
    const insertValue = database.prepare('INSERT INTO value (id, text) VALUES (?, ?)');
    const insertFacet = byColumn((column) =>
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
  async open(directory) {
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
      search({ text, narrowings }) {
        const match = matchExpression(text);
        if (match === undefined) return undefined;
        const bound = match === '' ? [] : [match];
        const from = match === '' ? 'title WHERE 1' : 'words WHERE words MATCH ?';
        const values = narrowings.map(({ value }) => value);
        const passes = conditions(narrowings, '+rowid');
        database.exec('DELETE FROM matched');
        statement(`INSERT INTO matched SELECT rowid FROM ${from}`).run(...bound);
        const counted = query(
          `SELECT count(*) FROM matched WHERE 1${conditions(narrowings, 'title')}`,
        ).get(...values) as [number];
        const best = query(
          `SELECT (SELECT id FROM title WHERE number = hit) FROM (SELECT rowid AS hit FROM ${from}${passes}
           ORDER BY ${match === '' ? 'rowid' : 'rank'} LIMIT ${PAGE_SIZE})`,
        ).all(...bound, ...values) as [string][];
        const facets = byColumn((column): FacetValues => {
          const others = narrowings.filter((choice) => choice.column !== column);
          return query(facetCounts(column, others)).all(...others.map(({ value }) => value)) as [
            string,
            number,
          ][];
        });
        return { count: counted[0], ids: best.map(([id]) => id), facets: () => facets };
      },
      close: () => database.close(),
    };
  },
};

const SCHEMA = `
  CREATE TABLE title (number INTEGER PRIMARY KEY, id TEXT);
  CREATE TABLE value (id INTEGER PRIMARY KEY, text TEXT UNIQUE);
  CREATE VIRTUAL TABLE words USING fts5(${FIELDS.join(', ')}, content='', prefix='1 2 3 4');
  INSERT INTO words(words, rank)
    VALUES ('rank', 'bm25(${FIELDS.map((field) => BOOSTS[field]).join(', ')})');
  ${NARROWINGS.map(
    (column) => `
  CREATE TABLE ${column}_of (title INTEGER, value INTEGER, PRIMARY KEY (title, value)) WITHOUT ROWID;
  CREATE INDEX ${column}_by_value ON ${column}_of (value, title);`,
  ).join('')}`;

function openDatabase(directory: string): Database {
  return new (peerPackage<OpenDatabase>('better-sqlite3'))(join(directory, 'titles.sqlite'));
}

function facetCounts(column: Narrowing, others: readonly NarrowingChoice[]): string {
  return `SELECT (SELECT text FROM value WHERE id = counted.value), n FROM (
    SELECT value, count(*) AS n FROM matched CROSS JOIN ${column}_of USING (title)
    WHERE 1${conditions(others, 'matched.title')}
    GROUP BY value ORDER BY n DESC LIMIT ${FACET_LIMIT}) AS counted`;
}

/** Returns SQL conditions on a title number: one per narrowing, each with a placeholder for its value. */
function conditions(narrowings: readonly NarrowingChoice[], number: string): string {
  return narrowings
    .map(
      ({ column }) =>
        ` AND ${number} IN (SELECT title FROM ${column}_of
          WHERE value = (SELECT id FROM value WHERE text = ?))`,
    )
    .join('');
}

/**
 * Returns the FTS5 query, which is empty for all titles. Returns undefined for edit distances and wildcard
 * patterns, which FTS5 does not support.
 */
function matchExpression(text: TextQuery): string | undefined {
  switch (text.kind) {
    case 'all':
      return '';
    case 'phrase':
      return `"${text.words.join(' ')}"`;
    case 'words':
      if (text.typos !== undefined) return undefined;
      return text.words.map((word) => `"${word}"`).join(' AND ') + (text.prefix ? ' *' : '');
    default:
      return undefined;
  }
}
