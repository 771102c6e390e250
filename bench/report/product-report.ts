import { FIRST_REQUESTS, type FirstRequests } from '../measuring/first-requests.js';
import type { KindFigures } from '../measuring/measure-product.js';
import { REPETITIONS } from '../measuring/measure-requests.js';
import {
  type MeasuredHostile,
  type MeasuredRepetition,
  type MeasuredRequests,
  quantile,
} from '../measuring/measured.js';
import { LISTED_QUERIES } from '../queries/reader-queries.js';
import { beginTable, significant, table } from './table.js';

/** The maximum number of characters of a query in a table. */
const MAX_QUERY_CHARS = 40;

/** Writes what callers of Carrel get as Markdown, each figure as soon as it is measured. */
export interface ProductReport {
  /** Writes the requests of one kind. The first call begins the table. */
  kind(figures: KindFigures): void;
  repetition(figures: MeasuredRepetition): void;
  /** Writes one start of a server. The first call begins the table. */
  start(figures: FirstRequests): void;
  hostile(figures: readonly MeasuredHostile[]): void;
}

/**
 * Creates a report.
 *
 * @param write writes a line, without its line break
 * @param otherRuns how often a process answers the requests of other kinds, as words
 */
export function createProductReport(
  write: (line: string) => void,
  otherRuns: string,
): ProductReport {
  let [kinds, starts] = [0, 0];
  let writeRow: (row: readonly string[]) => void = () => {};
  return {
    kind({ name, alone, afterOthers }) {
      if (kinds++ === 0) {
        write(`### Requests by kind, up to the text of the response, in ms\n`);
        write(`The last columns are of processes that have answered ${otherRuns} before.\n`);
        writeRow = beginTable(KIND_HEAD, write);
      }
      const number = String(alone.medians.length);
      const own = [...quantileCells(alone), significant(alone.slowest)];
      writeRow([name, number, ...own, ...quantileCells(afterOthers)]);
    },
    repetition: (figures) => write(`\n${repetitionLine(figures)}\n`),
    start({ ready, median, worst }) {
      if (starts++ === 0) {
        write(`### The first ${FIRST_REQUESTS} requests over HTTP after /readyz is 200, in ms\n`);
        writeRow = beginTable(['start', 'ready after', 'median', 'worst'], write);
      }
      writeRow([String(starts), ready.toFixed(0), significant(median), significant(worst)]);
    },
    hostile: (figures) => write(`\n### Hostile queries, in ms\n\n${hostileTable(figures)}\n`),
  };
}

/** The head of the table of requests. The first head is as wide as the longest name of a kind. */
const KIND_HEAD = [
  'kind                   ',
  'requests',
  'median',
  'p95   ',
  'worst ',
  'slowest run',
  'after other kinds: median',
  'p95   ',
  'worst ',
];

function quantileCells({ medians }: MeasuredRequests): string[] {
  return [0.5, 0.95, 1].map((fraction) => significant(quantile(medians, fraction)));
}

/** Reports how much of the time depends on the caches of the processor. */
function repetitionLine({ inTurn, repeated }: MeasuredRepetition): string {
  return `All requests of a kind run in turn. In turn, the median of the ${LISTED_QUERIES.length} listed queries takes ${significant(inTurn)} ms. Repeated ${REPETITIONS} times in a row, it takes ${significant(repeated)} ms. A repeated query finds its postings and columns in the caches of the processor.`;
}

function hostileTable(hostile: readonly MeasuredHostile[]): string {
  return table(
    [
      'family',
      'accepted',
      'refused',
      'slowest accepted',
      'slowest refusal',
      'slowest accepted query',
    ],
    hostile.map(({ name, accepted, refused, slowest, slowestRefusal }) => [
      name,
      String(accepted),
      String(refused),
      accepted === 0 ? '–' : significant(slowest.time),
      refused === 0 ? '–' : significant(slowestRefusal),
      accepted === 0 ? '–' : `\`${shorten(slowest.q).replaceAll('|', '\\|').replaceAll('`', '')}\``,
    ]),
  );
}

function shorten(query: string): string {
  return query.length <= MAX_QUERY_CHARS
    ? query
    : `${query.slice(0, MAX_QUERY_CHARS)}… (${query.length} characters)`;
}
