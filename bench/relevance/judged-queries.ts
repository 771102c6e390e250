/*
 * Queries whose right titles are judged: reads them from files, measures how an engine ranks their results, and writes
 * the report.
 */
import { readFileSync } from 'node:fs';
import { table } from '../figures.js';
import { ANSWERS, type MeasuredCatalog, type Results, type Search } from './engines.js';

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

function judgedQuery({ lib, q, kind, ok, grades }: Readonly<Record<string, unknown>>): JudgedQuery {
  for (const [name, value] of Object.entries({ lib, q, kind })) {
    if (typeof value === 'string' && value !== '') continue;
    throw new Error(`expected a string '${name}', found ${JSON.stringify(value)}`);
  }
  const query = { library: String(lib), typed: String(q), kind: String(kind) };
  if (Array.isArray(ok)) return { ...query, right: new Set(ok.map(String)), grades: undefined };
  if (typeof grades !== 'object' || grades === null) {
    throw new Error(
      `expected an array 'ok' or an object 'grades', found ${JSON.stringify(grades)}`,
    );
  }
  const entries = Object.entries(grades).map(([id, grade]): [string, Grade] => {
    if ([0, 1, 2, 3].includes(grade)) return [id, grade];
    throw new Error(`expected a grade 0, 1, 2 or 3 of '${id}', found ${JSON.stringify(grade)}`);
  });
  const right = entries.filter(([, grade]) => grade >= MIN_RIGHT_GRADE).map(([id]) => id);
  return { ...query, right: new Set(right), grades: new Map(entries) };
}

const ANSWERS_ON_A_SCREEN = 5;

/** How an engine ranks the results of one query. */
export interface Outcome {
  readonly query: JudgedQuery;
  /** The number of titles found. */
  readonly count: number;
  /** The ids of the best titles, best first. */
  readonly ids: readonly string[];
  /** The place of the first right title, from 1. Undefined if no right title is in `ids`. */
  readonly place: number | undefined;
}

/** The measures of several queries that have answers. */
export interface Measures {
  readonly queries: number;
  /** The number of queries whose first title is right. */
  readonly first: number;
  /** The number of queries with a right title among the first five. */
  readonly inFive: number;
  /** The number of queries that find nothing. */
  readonly nothingFound: number;
  /** The mean number of titles found. */
  readonly meanCount: number;
  /** The mean nDCG at {@link ANSWERS} of the graded queries. Undefined if no query is graded. */
  readonly meanGain: number | undefined;
}

/** Compares the results of a query with its judgements. */
export function outcomeOf(query: JudgedQuery, { count, ids }: Results): Outcome {
  const index = ids.findIndex((id) => query.right.has(id));
  return { query, count, ids, place: index < 0 ? undefined : index + 1 };
}

/** Measures queries. At least one query is required. */
export function measuresOf(outcomes: readonly Outcome[]): Measures {
  const gains = outcomes.flatMap(({ query, ids }) =>
    query.grades === undefined ? [] : [normalizedGain(query.grades, ids)],
  );
  const numberOf = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length;
  return {
    queries: outcomes.length,
    first: numberOf(({ place }) => place === 1),
    inFive: numberOf(({ place }) => place !== undefined && place <= ANSWERS_ON_A_SCREEN),
    nothingFound: numberOf(({ count }) => count === 0),
    meanCount: mean(outcomes.map(({ count }) => count)),
    meanGain: gains.length === 0 ? undefined : mean(gains),
  };
}

/**
 * Returns the normalized discounted cumulative gain (nDCG) of the first {@link ANSWERS} titles: 1 for the best
 * possible order, 0 if no title has a grade above 0. A title with the grade g has the gain 2^g - 1, divided by the
 * binary logarithm of its place plus one.
 *
 * @param grades the grades by id; at least one is above 0
 */
export function normalizedGain(
  grades: ReadonlyMap<string, number>,
  ids: readonly string[],
): number {
  const best = [...grades.values()].sort((a, b) => b - a);
  return gainOf(ids.map((id) => grades.get(id) ?? 0)) / gainOf(best);
}

function gainOf(grades: readonly number[]): number {
  return grades
    .slice(0, ANSWERS)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The number of results in which {@link missesReport} looks for a right title. */
const MISS_DEPTH = 100;
const SHOWN_TITLES = 3;

const HEAD = [
  'queries',
  'first right',
  'in first five',
  'nothing found',
  'titles found',
  'nDCG@10',
] as const;

/** The outcomes of the judged queries on one engine. */
export interface JudgedEngine {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

/**
 * Formats the measures of all engines, then the first titles by kind of query, then the measures of the first engine by
 * kind and by library. Queries without an answer are reported in a table of their own.
 */
export function judgedReport(engines: readonly JudgedEngine[]): string {
  const answered = engines.map(({ name, outcomes }) => ({
    name,
    outcomes: outcomes.filter(hasAnswer),
  }));
  const [{ name, outcomes }] = answered;
  const sections: string[] = [];
  if (outcomes.length > 0) {
    const rows = answered.map((engine) => row(engine.name, engine.outcomes));
    sections.push('### Judged queries', table(['engine', ...HEAD], rows));
    if (engines.length > 1) sections.push(...comparisonByKind(answered));
    const kinds = groupBy(outcomes, ({ query }) => query.kind);
    const libraries = groupBy(outcomes, ({ query }) => `library ${query.library}`);
    const groups = Array.from([...kinds, ...libraries], ([group, found]) => row(group, found));
    sections.push(
      `### Judged queries of ${name} by kind and by library`,
      table(['kind', ...HEAD], [...groups, row('all', outcomes)]),
    );
  }
  if (outcomes.length < engines[0].outcomes.length) {
    const rows = engines.map((engine) => {
      const group = engine.outcomes.filter((outcome) => !hasAnswer(outcome));
      const { queries, nothingFound, meanCount } = measuresOf(group);
      return [engine.name, `${queries}`, share(nothingFound, queries), meanCount.toFixed(1)];
    });
    sections.push(
      '### Judged queries without an answer in the catalog',
      table(['engine', 'queries', 'nothing found', 'titles found'], rows),
    );
  }
  return sections.join('\n\n');
}

/** Formats the number of queries whose first title is right, with one row per kind and one column per engine. */
function comparisonByKind(engines: readonly JudgedEngine[]): string[] {
  const columns = engines.map(({ outcomes }) => groupBy(outcomes, ({ query }) => query.kind));
  const rows = Array.from(columns[0], ([kind, { length }]) => [
    kind,
    `${length}`,
    ...columns.map((kinds) => `${measuresOf(kinds.get(kind) ?? []).first}`),
  ]);
  const head = ['kind', 'queries', ...engines.map(({ name }) => name)];
  return ['### Judged queries with the right title first, by kind', table(head, rows)];
}

function hasAnswer({ query }: Outcome): boolean {
  return query.right.size > 0;
}

function groupBy(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string) {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return groups;
}

function row(name: string, outcomes: readonly Outcome[]): string[] {
  const { queries, first, inFive, nothingFound, meanCount, meanGain }: Measures =
    measuresOf(outcomes);
  return [
    name,
    `${queries}`,
    share(first, queries),
    share(inFive, queries),
    share(nothingFound, queries),
    meanCount.toFixed(1),
    meanGain?.toFixed(3) ?? '',
  ];
}

function share(number: number, total: number): string {
  return `${number} (${((100 * number) / total).toFixed(1)} %)`;
}

/** The description of {@link missesReport}. */
export const MISSES_LEGEND = `Kind / library: query [best place of a right title]. Each title has its place, its grade if the
query is graded, and its author, year, series, format and popularity. An asterisk marks right titles.`;

/**
 * Formats the queries of a catalog whose first title is not right, each with the first three titles and the best right
 * title.
 *
 * @param search searches the catalog
 */
export function missesReport(
  outcomes: readonly Outcome[],
  { catalog, titles }: MeasuredCatalog,
  search: Search,
): string {
  const byId = new Map(titles.map((title) => [title.id, title]));
  const misses = outcomes.filter(({ query, place }) => query.right.size > 0 && place !== 1);
  return misses.map(missReport).join('');

  function missReport({ query, count }: Outcome): string {
    const { ids } = search(query.typed, MISS_DEPTH);
    const { place } = outcomeOf(query, { count, ids });
    const lines = ids
      .slice(0, SHOWN_TITLES)
      .map((id, index) => titleLine(query, `${index + 1}`, id));
    if (place === undefined) lines.push(titleLine(query, '-', bestRight(query)));
    else if (place > SHOWN_TITLES) lines.push(titleLine(query, `${place}`, ids[place - 1]));
    const rank = place === undefined ? `not in ${Math.min(count, MISS_DEPTH)}` : `place ${place}`;
    const head = `${query.kind} / ${catalog.library.id}: ${query.typed}`;
    return `${head}  [${rank} of ${count}]\n${lines.join('')}\n`;
  }

  function titleLine(query: JudgedQuery, place: string, id: string): string {
    const title = byId.get(id);
    if (title === undefined) throw new Error(`title '${id}': expected a title of the catalog`);
    const grade = query.grades === undefined ? '' : ` ${query.grades.get(id) ?? 0}`;
    const mark = query.right.has(id) ? '*' : ' ';
    const name = [title.title, title.sub_title].filter(Boolean).join(': ');
    const author = title.authors?.[0]?.name;
    const series = title.series?.map(({ name, number }) =>
      [name, number].filter(Boolean).join(' '),
    );
    const details = [
      author,
      title.publication_date,
      series?.[0],
      title.format.id,
      title.popularity,
    ];
    const shown = name.length > 70 ? `${name.slice(0, 69)}…` : name;
    return ` ${mark}${place.padStart(4)}${grade}  ${shown}  (${details.filter(Boolean).join('; ')})  ${id}\n`;
  }
}

function bestRight({ right, grades }: JudgedQuery): string {
  const [best] = [...right].sort((a, b) => (grades?.get(b) ?? 0) - (grades?.get(a) ?? 0));
  return best;
}
