import { FIRST_REQUESTS } from '../measuring/first-requests.js';
import type { ProductFigures } from '../measuring/measure-product.js';
import { REPETITIONS } from '../measuring/measure-requests.js';
import { type MeasuredRequests, quantile } from '../measuring/measured.js';
import { LISTED_QUERIES } from '../queries/reader-queries.js';
import { significant, table } from './table.js';

/** The maximum number of characters of a query in a table. */
const MAX_QUERY_CHARS = 40;

/** Formats what callers of Carrel get as Markdown. */
export function productReport(product: ProductFigures): string {
  return [
    '### Requests by kind, up to the text of the response, in ms',
    kindTable(product),
    repetitionLine(product),
    `### The first ${FIRST_REQUESTS} requests over HTTP after /readyz is 200, by start of the server, in ms`,
    table(
      ['start', 'ready after', 'median', 'worst'],
      product.firstRequests.map(({ ready, median, worst }, i) => [
        String(i + 1),
        ready.toFixed(0),
        significant(median),
        significant(worst),
      ]),
    ),
    '### Hostile queries, in ms',
    hostileTable(product),
    '',
  ].join('\n\n');
}

function kindTable({ kinds }: ProductFigures): string {
  return table(
    [
      'kind',
      'requests',
      'median',
      'p95',
      'worst',
      'slowest run',
      'after other kinds: median',
      'p95',
      'worst',
    ],
    kinds.map(({ name, alone, afterOthers }) => [
      name,
      String(alone.medians.length),
      ...quantileCells(alone),
      significant(alone.slowest),
      ...quantileCells(afterOthers),
    ]),
  );
}

function quantileCells({ medians }: MeasuredRequests): string[] {
  return [0.5, 0.95, 1].map((fraction) => significant(quantile(medians, fraction)));
}

/** Reports how much of the time depends on the caches of the processor. */
function repetitionLine({ repetition: { inTurn, repeated } }: ProductFigures): string {
  return `All requests of a kind run in turn. In turn, the median of the ${LISTED_QUERIES.length} listed queries takes ${significant(inTurn)} ms. Repeated ${REPETITIONS} times in a row, it takes ${significant(repeated)} ms. A repeated query finds its postings and columns in the caches of the processor.`;
}

function hostileTable({ hostile }: ProductFigures): string {
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
