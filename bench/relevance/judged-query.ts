import { readFileSync } from 'node:fs';

/** The grade of a title for a query: 3 what the reader asks for, 2 right, 1 related, 0 wrong. */
export type Grade = 0 | 1 | 2 | 3;

/** The lowest grade of a right title. */
const MIN_RIGHT_GRADE = 2;

/** A query with the titles that are right answers. */
export interface JudgedQuery {
  /** The id of the library whose catalog receives the query. */
  readonly library: string;
  readonly typed: string;
  /** What is difficult about the query, such as `typo`. */
  readonly kind: string;
  /** The ids of the right titles. If empty, the catalog has no answer. */
  readonly right: ReadonlySet<string>;
  /** The grade of each graded title by its id. Other titles have the grade 0. Undefined if no title is graded. */
  readonly grades: ReadonlyMap<string, Grade> | undefined;
}

/**
 * Reads a file of judged queries, one JSON object per line: `lib`, `q`, `kind`, and either `ok`, an array of the
 * ids of the right titles, or `grades`, an object from ids to grades. Skips empty lines.
 *
 * @throws Error with the path and the number of the first line that is invalid
 */
export function readJudgedQueries(path: string): JudgedQuery[] {
  return parseJudgedQueries(readFileSync(path, 'utf8'), path);
}

/** Like {@link readJudgedQueries}, for the text of a file. */
export function parseJudgedQueries(text: string, path: string): JudgedQuery[] {
  const queries: JudgedQuery[] = [];
  text.split('\n').forEach((line, number) => {
    if (line.trim() === '') return;
    try {
      queries.push(judgedQuery(JSON.parse(line)));
    } catch (error) {
      throw new Error(`${path}:${number + 1}: ${(error as Error).message}`);
    }
  });
  return queries;
}

/**
 * Checks that a catalog contains the judged titles.
 *
 * @param titles the titles of the catalog
 * @throws Error if a query names an id that no title has
 */
export function checkTitles(
  queries: readonly JudgedQuery[],
  titles: readonly { readonly id: string }[],
): void {
  const ids = new Set(titles.map(({ id }) => id));
  for (const { library, typed, right, grades } of queries) {
    for (const id of grades?.keys() ?? right) {
      if (ids.has(id)) continue;
      throw new Error(`query '${typed}': expected ids of titles of '${library}', found '${id}'`);
    }
  }
}

function judgedQuery(record: Readonly<Record<string, unknown>>): JudgedQuery {
  const grades = record.ok === undefined ? gradesOf(record.grades) : undefined;
  return {
    library: stringOf(record, 'lib'),
    typed: stringOf(record, 'q'),
    kind: stringOf(record, 'kind'),
    right: grades === undefined ? idsOf(record.ok) : rightTitles(grades),
    grades,
  };
}

function stringOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`expected a string '${name}', found ${JSON.stringify(value)}`);
}

function idsOf(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return new Set(value);
  throw new Error(`expected an array of ids 'ok', found ${JSON.stringify(value)}`);
}

function gradesOf(value: unknown): ReadonlyMap<string, Grade> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`expected 'ok' or an object 'grades', found ${JSON.stringify(value)}`);
  }
  return new Map(Object.entries(value).map(([id, grade]) => [id, gradeOf(id, grade)]));
}

function gradeOf(id: string, value: unknown): Grade {
  if (value === 0 || value === 1 || value === 2 || value === 3) return value;
  throw new Error(`expected a grade 0, 1, 2 or 3 of '${id}', found ${JSON.stringify(value)}`);
}

function rightTitles(grades: ReadonlyMap<string, Grade>): ReadonlySet<string> {
  return new Set([...grades].flatMap(([id, grade]) => (grade >= MIN_RIGHT_GRADE ? [id] : [])));
}
