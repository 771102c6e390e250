import type { Comparison, EngineFigures } from './comparison.js';
import { type MeasuredQuery, quantile } from './measured.js';
import { queryLabel } from './query.js';

/** Formats the measurements on one catalog as Markdown. */
export function comparisonReport(comparison: Comparison): string {
  const { size, sourceBytes, engines, skipped } = comparison;
  return [
    `## ${size} titles, ${mebibytes(sourceBytes)} MiB of JSON`,
    engineTable(comparison),
    `### All ${comparison.queries.length} queries: median, 95th percentile and maximum of the median times, ms`,
    overallTable(engines),
    '### Each query: matches and median ms. A different number of matches is in parentheses; ≠ marks different facets',
    queryTable(comparison),
    ...skipped.map((message) => `${message}\n`),
  ].join('\n\n');
}

function engineTable({ size, sourceBytes, engines }: Comparison): string {
  return table(
    [
      'engine',
      'build s',
      'titles/s',
      'peak MiB',
      'file MiB',
      'of JSON',
      'first answer ms',
      'resident MiB',
    ],
    engines.map((engine) => [
      engine.name,
      (engine.buildTime / 1000).toFixed(1),
      (size / (engine.buildTime / 1000)).toFixed(0),
      mebibytes(engine.buildMemory),
      mebibytes(engine.fileBytes),
      `${((100 * engine.fileBytes) / sourceBytes).toFixed(0)} %`,
      engine.firstAnswer.toFixed(0),
      mebibytes(engine.memory),
    ]),
  );
}

/** Compares each engine with the first engine, on the queries that both engines support. */
function overallTable([ours, ...others]: readonly EngineFigures[]): string {
  if (ours === undefined) return '';
  return table(
    ['engine', 'facets', 'queries', 'median', 'p95', 'worst', `${ours.name} on these`, 'ratio'],
    [ours, ...others].map((engine) => {
      const both = engine.queries.flatMap((query, i): [MeasuredQuery, MeasuredQuery][] => {
        const mine = ours.queries[i];
        return query === null || mine === null ? [] : [[query, mine]];
      });
      const theirs = both.map(([query]) => query.median);
      const median = quantile(theirs, 0.5);
      const mine = quantile(
        both.map(([, query]) => query.median),
        0.5,
      );
      return [
        engine.name,
        engine.countsFacets ? 'all' : 'none',
        String(both.length),
        significant(median),
        significant(quantile(theirs, 0.95)),
        significant(quantile(theirs, 1)),
        significant(mine),
        `1 : ${significant(median / mine)}`,
      ];
    }),
  );
}

function queryTable({ queries, engines }: Comparison): string {
  const [ours, ...others] = engines;
  if (ours === undefined) return '';
  return table(
    ['group', 'query', 'matches', ours.name, 'p95', 'worst', ...others.map(({ name }) => name)],
    queries.map((query, i) => {
      const mine = ours.queries[i];
      return [
        query.group,
        queryLabel(query).replaceAll('|', '\\|'),
        mine === null ? '–' : String(mine.count),
        mine === null ? '–' : significant(mine.median),
        mine === null ? '–' : significant(mine.percentile95),
        mine === null ? '–' : significant(mine.worst),
        ...others.map((engine) => comparedTime(engine.queries[i], mine)),
      ];
    }),
  );
}

function comparedTime(theirs: MeasuredQuery | null, mine: MeasuredQuery | null): string {
  if (theirs === null) return '–';
  const time = significant(theirs.median);
  if (mine === null) return time;
  if (theirs.count !== mine.count) return `${time} (${theirs.count})`;
  if (theirs.facetCounts === null || mine.facetCounts === null) return time;
  const isSame = JSON.stringify(theirs.facetCounts) === JSON.stringify(mine.facetCounts);
  return isSame ? time : `${time} ≠`;
}

/** Formats a Markdown table. Pads the cells with spaces, so that the columns are aligned on a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Formats a number below 100 with two significant digits, and any other number as a whole number. */
function significant(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(2);
}

function mebibytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return size.toFixed(size < 10 ? 1 : 0);
}
