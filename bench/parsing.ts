import { parseQuery } from '../src/v1/query-language/parser.js';
import { machineLine } from './machine.js';

/** The maximum length of a query in the query language, in characters. */
const QUERY_CHARS = 900;
const RUNS = 50;

/** Each query repeats one of these pieces, some with another character before or after the piece. */
const PIECES = [
  '(',
  ')',
  '-',
  'a',
  '"',
  '\\',
  '?',
  'a?',
  '*',
  '[',
  'a:',
  ':',
  'ti:(',
  'NOT ',
  'a-',
];

process.stdout.write(`${machineLine()}\n`);
let maxTime = 0;
let slowestMedian = 0;
for (const piece of PIECES.flatMap((one) => [one, `${one} `, `a${one}`])) {
  const query = piece.repeat(QUERY_CHARS).slice(0, QUERY_CHARS);
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    tryToParse(query);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  slowestMedian = Math.max(slowestMedian, times[RUNS / 2]);
  maxTime = Math.max(maxTime, times[RUNS - 1]);
}
process.stdout.write(
  `${PIECES.length * 3} hostile queries of ${QUERY_CHARS} characters, parsed or rejected: slowest query ${slowestMedian.toFixed(2)} ms (median of ${RUNS} runs), slowest single run ${maxTime.toFixed(2)} ms\n`,
);

function tryToParse(query: string): void {
  try {
    parseQuery(query);
  } catch {
    // Most of the queries are invalid. The time to reject an invalid query is measured too.
  }
}
