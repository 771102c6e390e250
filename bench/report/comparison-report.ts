import type { Comparison, EngineFigures } from '../measuring/compare-engines.js';
import { type MeasuredQuery, quantile } from '../measuring/measured.js';
import { mebibytes, significant, table } from './table.js';

/** MiniSearch is compared on the queries that take MiniSearch at least this time. */
const SLOW_QUERY_MS = 5;

/** Formats the comparison of all engines as Markdown. */
export function comparisonReport(comparison: Comparison, size: number): string {
  const { engines, queries, skipped } = comparison;
  return [
    `### Engines: ${queries.length} reader queries, median time of each query in ms`,
    latencyTable(engines),
    ...ratioLines(engines),
    '### Indexes',
    indexTable(engines, size),
    '### Each query: matches and time of the first engine; another number of matches is in parentheses',
    queryTable(comparison),
    ...skipped,
    '',
  ].join('\n\n');
}

function latencyTable(engines: readonly EngineFigures[]): string {
  return table(
    ['engine', 'answers', 'queries', 'median', 'p95', 'worst'],
    engines.map(({ name, answers, queries }) => {
      const times = timesOf(queries);
      return [
        name,
        answers,
        String(times.length),
        ...[0.5, 0.95, 1].map((fraction) => significant(quantile(times, fraction))),
      ];
    }),
  );
}

function timesOf(queries: EngineFigures['queries']): number[] {
  return queries.flatMap((query) => query?.median ?? []);
}

/** Compares two pairs of engines, as sentences. A pair is left out if one of its engines was not measured. */
function ratioLines(engines: readonly EngineFigures[]): string[] {
  const find = (name: string) => engines.find((engine) => engine.name === name);
  const [carrel, keyword, alone] = ['Carrel', 'Carrel, keyword search', 'Carrel, engine alone'].map(
    find,
  );
  const miniSearch = find('MiniSearch');
  const lines: string[] = [];
  if (keyword !== undefined && alone !== undefined) {
    const ratios = ratiosOf(keyword, alone);
    lines.push(
      `Keyword search compared with the engine alone: ${significant(quantile(ratios, 0.5))} times in the median query.`,
    );
  }
  if (carrel !== undefined && miniSearch !== undefined) {
    const ratios = ratiosOf(miniSearch, carrel, SLOW_QUERY_MS);
    if (ratios.length > 0) {
      lines.push(
        `MiniSearch compared with Carrel, without facets: ${significant(quantile(ratios, 0.5))} times in the median of the ${ratios.length} queries that take MiniSearch ${SLOW_QUERY_MS} ms or more.`,
      );
    }
  }
  return lines;
}

/**
 * Returns the time of `engine` divided by the time of `other`, for each query that both support and that takes
 * `engine` at least `minMs`.
 */
function ratiosOf(engine: EngineFigures, other: EngineFigures, minMs = 0): number[] {
  return engine.queries.flatMap((query, i) => {
    const compared = other.queries[i];
    if (query === null || compared === null || query.median < minMs) return [];
    return query.median / compared.median;
  });
}

function indexTable(engines: readonly EngineFigures[], size: number): string {
  const first = engines.filter(
    ({ index }, i) => engines.findIndex((engine) => engine.index === index) === i,
  );
  return table(
    ['index', 'build s', 'titles/s', 'build MiB', 'file MiB', 'first answer ms', 'resident MiB'],
    first.map((engine) => [
      engine.index,
      (engine.build.time / 1000).toFixed(1),
      (size / (engine.build.time / 1000)).toFixed(0),
      mebibytes(engine.build.peakMemory),
      mebibytes(engine.fileBytes),
      engine.firstAnswer.toFixed(0),
      mebibytes(engine.memory),
    ]),
  );
}

function queryTable({ queries, engines }: Comparison): string {
  const [first] = engines;
  if (first === undefined) return '';
  return table(
    ['query', 'matches', ...engines.map(({ name }) => name)],
    queries.map(({ text }, i) => {
      const count = first.queries[i]?.count;
      return [
        text.replaceAll('|', '\\|'),
        String(count ?? '–'),
        ...engines.map((engine) => timeCell(engine.queries[i], count)),
      ];
    }),
  );
}

function timeCell(query: MeasuredQuery | null, count: number | undefined): string {
  if (query === null) return '–';
  const time = significant(query.median);
  return query.count === count ? time : `${time} (${query.count})`;
}
