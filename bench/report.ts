/*
 * The report of `npm run bench`, as Markdown: Carrel's responses by kind of request, the compared engines, a chart, and
 * at the end five sentences that compare Carrel with the other engines.
 */
import type { Engine, EngineRow } from './engines/engine.js';
import { mebibytes, significant, table } from './figures.js';
import type { EngineFigures } from './measuring/measure-engine.js';
import type { ProductFigures } from './measuring/measure-product.js';
import type { Row } from './measuring/measure-row.js';
import type { BuildFigures } from './measuring/measuring-process.js';
import type { ReaderQuery } from './queries/reader-requests.js';

const BAR_CHARS = 40;
/** The maximum number of characters of a query in a table. */
const MAX_QUERY_CHARS = 40;

/** An engine with its measurements. */
export interface MeasuredEngine {
  readonly engine: Engine;
  readonly build: BuildFigures;
  /** The size of the index, in bytes. */
  readonly fileBytes: number;
  readonly figures: EngineFigures;
}

/** A row of the comparison, with its measurements. */
export type MeasuredRow = EngineRow & Row;

/** The times of the first requests after the start of a server, in milliseconds. */
export interface FirstRequests extends Row {
  /** The time from the start of the process until `/readyz` is 200. */
  readonly ready: number;
}

/** Formats the responses by kind, the starts of a server and hostile queries. */
export function productReport(
  { kinds, hostile, firstAnswer, memory }: ProductFigures,
  starts: readonly FirstRequests[],
  isVerbose: boolean,
): string {
  const accepted = hostile.flatMap(({ slowest }) => slowest ?? []);
  const slowest = accepted.toSorted((a, b) => b.median - a.median)[0];
  const count = (group: 'accepted' | 'refused') =>
    hostile.reduce((total, family) => total + family[group], 0);
  return [
    '### Requests by kind: median / 99th percentile / slowest, in ms, up to the text of the response',
    'The first request with a query finds its titles. The same request again finds them kept, as a further page does.',
    table(
      ['kind', 'requests', 'first request', 'the same request again'],
      kinds.map(({ name, requests, first, again }) => {
        return [name, String(requests), timesOf(first), timesOf(again)];
      }),
    ),
    '### Different searches with metadata over HTTP after a start, in ms',
    table(
      ['start', '/readyz is 200 after', 'median / 99th percentile / slowest'],
      starts.map((start, i) => [String(i + 1), start.ready.toFixed(0), timesOf(start)]),
    ),
    `In one process, the first answer takes ${firstAnswer.toFixed(0)} ms with opening the snapshot. After all requests, ${mebibytes(memory)} MiB are resident.`,
    slowest === undefined
      ? 'No hostile query was accepted.'
      : `Of ${count('accepted') + count('refused')} queries that are built to be slow, ${count('refused')} were refused. The slowest accepted query took ${significant(slowest.median)} ms: ${shorten(slowest.q)}`,
    ...(isVerbose
      ? [
          table(
            ['family of hostile queries', 'accepted', 'refused', 'slowest accepted, ms', 'query'],
            hostile.map((family) => [
              family.name,
              String(family.accepted),
              String(family.refused),
              family.slowest === undefined ? '–' : significant(family.slowest.median),
              family.slowest === undefined ? '–' : shorten(family.slowest.q),
            ]),
          ),
        ]
      : []),
    '',
  ].join('\n\n');
}

/** Formats the comparison of all engines, and with single queries if they were measured. */
export function comparisonReport(
  engines: readonly MeasuredEngine[],
  queries: readonly ReaderQuery[],
  titles: number,
): string {
  const rows = engines.flatMap(rowsOf);
  return [
    `### Engines: ${queries.length} searches of readers in turn: median / 99th percentile / slowest, in ms`,
    table(
      ['engine', 'answer', 'facets', 'times'],
      rows.map((row) => [row.name, row.answer, String(row.facets || ''), timesOf(row)]),
    ),
    `${barChart(rows)}`,
    '### Indexes',
    table(
      ['engine', 'build s', 'titles/s', 'build MiB', 'file MiB', 'first answer ms', 'resident MiB'],
      engines.map(({ engine, build, fileBytes, figures }) => [
        engine.name,
        (build.time / 1000).toFixed(1),
        (titles / (build.time / 1000)).toFixed(0),
        mebibytes(build.peakMemory),
        mebibytes(fileBytes),
        figures.firstAnswer.toFixed(0),
        mebibytes(figures.memory),
      ]),
    ),
    ...(engines.some(({ figures }) => figures.queries.length > 0)
      ? [queryTable(engines, queries)]
      : []),
    '',
  ].join('\n\n');
}

/** Returns the rows of an engine with their measurements. */
export function rowsOf({ engine, figures }: MeasuredEngine): MeasuredRow[] {
  return engine.rows.map((row, i) => ({ ...row, ...figures.rows[i] }));
}

/** Draws a bar per row. The length of a bar is the logarithm of the median. */
function barChart(rows: readonly MeasuredRow[]): string {
  const logarithms = rows.map(({ median }) => Math.log10(median));
  const min = Math.min(...logarithms) - 0.3;
  const scale = BAR_CHARS / (Math.max(...logarithms) - min);
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, median }, i) => {
    const bar = '█'.repeat(Math.round((logarithms[i] - min) * scale));
    return `    ${name.padEnd(width)} ${bar} ${significant(median)} ms`;
  });
  return `Median (logarithmic scale):\n\n${lines.join('\n')}`;
}

/** Formats the single queries: the matches and the time of each row. Another number of matches is in parentheses. */
function queryTable(engines: readonly MeasuredEngine[], queries: readonly ReaderQuery[]): string {
  const rows = engines.flatMap(({ engine, figures }) =>
    engine.rows.map(({ name }, i) => ({ name, single: figures.queries[i] })),
  );
  const lines = queries.map(({ text }, query) => {
    const { count } = rows[0].single[query];
    const cells = rows.map(({ single }) => {
      const time = significant(single[query].median);
      return single[query].count === count ? time : `${time} (${single[query].count})`;
    });
    return [shorten(text), String(count), ...cells];
  });
  return [
    '### Each query several times in a row: matches and median of the first row; another number of matches is in parentheses',
    table(['query', 'matches', ...rows.map(({ name }) => name)], lines),
  ].join('\n\n');
}

/** Returns the five sentences. A sentence is left out if no other engine was measured in the same way. */
export function conclusions(engines: readonly MeasuredEngine[]): string[] {
  const rows = engines.flatMap(rowsOf);
  const plain = rows.filter(({ facets }) => facets === 0);
  const faceted = rows.filter(({ facets }) => facets > 0);
  const builds = engines.map(({ engine, build }) => ({ name: engine.name, value: build.time }));
  const starts = engines.map(({ engine, figures }) => {
    return { name: engine.name, value: figures.firstAnswer };
  });
  const valuesOf = (measured: readonly MeasuredRow[], figure: keyof Row) =>
    measured.map((row) => ({ name: row.name, value: row[figure] }));
  return [
    conclusion('Median search', valuesOf(plain, 'median')),
    conclusion('Median search with facets', valuesOf(faceted, 'median')),
    conclusion('Slowest search in a hundred', valuesOf(plain, 'p99')),
    conclusion('Building the index', builds),
    conclusion('First answer after the start of a process', starts),
  ].flatMap((line) => line ?? []);
}

function conclusion(
  what: string,
  values: readonly { readonly name: string; readonly value: number }[],
): string | undefined {
  const carrel = values.find(({ name }) => name.startsWith('Carrel'));
  const others = values.filter(({ name }) => !name.startsWith('Carrel'));
  if (carrel === undefined || others.length === 0) return undefined;
  const slower = others.filter(({ value }) => value >= carrel.value);
  const faster = others.filter(({ value }) => value < carrel.value);
  const list = (engines: typeof others, ratioOf: (value: number) => number) =>
    engines.map(({ name, value }) => `${name} (${significant(ratioOf(value))} times)`).join(', ');
  return [
    `${what}: Carrel takes ${significant(carrel.value)} ms`,
    ...(slower.length > 0 ? [`faster than ${list(slower, (value) => value / carrel.value)}`] : []),
    ...(faster.length > 0 ? [`slower than ${list(faster, (value) => carrel.value / value)}`] : []),
  ].join('; ');
}

function timesOf({ median, p99, max }: Row): string {
  return [median, p99, max].map(significant).join(' / ');
}

/** Formats a query as a code span of a table. */
function shorten(query: string): string {
  const cut = query.slice(0, MAX_QUERY_CHARS);
  const shown = cut === query ? query : `${cut}… (${query.length} characters)`;
  return `\`${shown.replaceAll('|', '\\|').replaceAll('`', '')}\``;
}
