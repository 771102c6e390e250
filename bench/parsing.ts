import { parseQuery } from '../src/v1/custom/parser.js';
import { machineLine } from './machine.js';

/** The longest query that the query language takes. */
const LENGTH = 900;
const RUNS = 50;

/** What queries are made of when they are made to be slow. */
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
let worst = 0;
let slowestMedian = 0;
for (const piece of PIECES.flatMap((one) => [one, `${one} `, `a${one}`])) {
  const query = piece.repeat(LENGTH).slice(0, LENGTH);
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    tryToParse(query);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  slowestMedian = Math.max(slowestMedian, times[RUNS / 2]);
  worst = Math.max(worst, times[RUNS - 1]);
}
process.stdout.write(
  `${PIECES.length * 3} hostile queries of ${LENGTH} characters, parsed or refused: the slowest in ${slowestMedian.toFixed(2)} ms (median of ${RUNS}), the slowest run of any in ${worst.toFixed(2)} ms\n`,
);

function tryToParse(query: string): void {
  try {
    parseQuery(query);
  } catch {
    // Most of them are refused, which is what is measured.
  }
}
