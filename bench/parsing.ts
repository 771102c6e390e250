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
for (const piece of PIECES.flatMap((one) => [one, `${one} `, `a${one}`])) {
  const query = piece.repeat(LENGTH).slice(0, LENGTH);
  for (let run = 0; run < RUNS; run++) {
    const begin = performance.now();
    tryToParse(query);
    worst = Math.max(worst, performance.now() - begin);
  }
}
process.stdout.write(
  `the slowest of ${PIECES.length * 3} hostile queries of ${LENGTH} characters took ${worst.toFixed(2)} ms to parse or refuse, the first time included\n`,
);

function tryToParse(query: string): void {
  try {
    parseQuery(query);
  } catch {
    // Most of them are refused, which is what is measured.
  }
}
