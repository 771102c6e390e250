import { table } from '../report/table.js';
import type { MeasuredCatalog } from './catalogs.js';
import type { Search } from './engine.js';
import type { JudgedQuery } from './judged-query.js';
import { type Measures, measuresOf, type Outcome, outcomeOf } from './measures.js';

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
