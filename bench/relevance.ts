import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog, type Title } from '../src/index.js';
import { fold } from '../src/search/analysis/fold.js';
import { machineLine } from './machine.js';
import { ANSWERS } from './relevance/engine.js';
import { ENGINES } from './relevance/engines.js';
import { type KnownItem, knownItem, workOf } from './relevance/known-item.js';
import { createRandom } from './relevance/random.js';
import { WAYS } from './relevance/ways.js';

/** What was typed, and which titles count as found. */
interface Query {
  readonly typed: string;
  readonly wanted: ReadonlySet<string>;
}

interface Measure {
  /** The mean of 1 / place of the first title found, 0 where none is among the first ten. */
  readonly reciprocalRank: number;
  /** How often the first answer is one. */
  readonly first: number;
}

const SEED = 1;
const QUERIES_A_WAY = 500;

const [data = '../shared/data', ...only] = process.argv.slice(2);
process.stdout.write(`${machineLine()}
Known-item searches: ${QUERIES_A_WAY} a way, seed ${SEED}. The mean reciprocal rank at ${ANSWERS}, and behind it how often
the first answer is right. Where a catalog holds several editions of one work (the same folded main
title and first author), any of them counts as found.
`);
for (const name of ['goodbooks', 'gutenberg']) {
  const directory = join(data, name);
  if (existsSync(directory)) await measureCatalog(name, directory);
  else process.stdout.write(`\n${directory} is not there; skipped.\n`);
}

async function measureCatalog(name: string, directory: string): Promise<void> {
  const { titles: stored } = openCatalog(directory);
  const titles = Array.from({ length: stored.size }, (_, number) => stored.get(number));
  const isWord = (word: string) => stored.index.documentFrequency(fold(word)) > 0;
  const queries = queriesFor(titles.map((title) => knownItem(title, isWord)));
  const columns: [string, Map<string, Measure>][] = [];
  for (const engine of ENGINES) {
    if (only.length > 0 && !only.includes(engine.name)) continue;
    try {
      const search = await engine.open(titles, directory);
      columns.push([engine.name, measure(queries, search)]);
    } catch (error) {
      const [reason] = (error as Error).message.split('\n');
      process.stdout.write(
        `${engine.name} is left out: ${reason}. 'npm ci --prefix bench/peers' installs the peers.\n`,
      );
    }
  }
  process.stdout.write(`\n${name}, ${titles.length} titles\n\n`);
  const rows = [...queries.keys(), 'all ways'];
  process.stdout.write(
    tableRow(
      'way',
      columns.map(([engine]) => engine),
    ),
  );
  process.stdout.write(
    tableRow(
      '---',
      columns.map(() => '---'),
    ),
  );
  for (const way of rows) {
    const cells = columns.map(([, measures]) => cellOf(measures.get(way)));
    process.stdout.write(tableRow(way, cells));
  }
}

function tableRow(way: string, cells: readonly string[]): string {
  return `| ${[way.padEnd(28), ...cells.map((cell) => cell.padEnd(13))].join(' | ')} |\n`;
}

function cellOf(measure: Measure | undefined): string {
  return measure === undefined
    ? ''
    : `${measure.reciprocalRank.toFixed(3)} ${measure.first.toFixed(3)}`;
}

/** For every way, queries for titles drawn at random among those that it can be done with. */
function queriesFor(items: readonly KnownItem[]): Map<string, Query[]> {
  const editions = new Map<string, Title[]>();
  for (const { title } of items) {
    const work = workOf(title);
    editions.set(work, [...(editions.get(work) ?? []), title]);
  }
  const queries = new Map<string, Query[]>();
  Object.entries(WAYS).forEach(([way, type], number) => {
    const random = createRandom(SEED + number);
    const drawn: Query[] = [];
    for (const item of random.shuffled(items)) {
      if (drawn.length === QUERIES_A_WAY) break;
      const typed = type(item, random);
      if (typed === undefined) continue;
      const works = editions.get(workOf(item.title)) ?? [];
      drawn.push({ typed, wanted: new Set(works.map(({ id }) => id)) });
    }
    if (drawn.length > 0) queries.set(way, drawn);
  });
  return queries;
}

function measure(
  queries: ReadonlyMap<string, readonly Query[]>,
  search: (typed: string) => readonly string[],
): Map<string, Measure> {
  const measures = new Map<string, Measure>();
  for (const [way, asked] of queries) {
    let reciprocalRanks = 0;
    let first = 0;
    for (const { typed, wanted } of asked) {
      const place = search(typed).findIndex((id) => wanted.has(id));
      if (place >= 0) reciprocalRanks += 1 / (place + 1);
      if (place === 0) first++;
      if (place !== 0 && process.env.SHOW_MISSES !== undefined) {
        process.stdout.write(`  ${way}: ${typed} -> ${place}\n`);
      }
    }
    measures.set(way, {
      reciprocalRank: reciprocalRanks / asked.length,
      first: first / asked.length,
    });
  }
  const all = [...measures.values()];
  measures.set('all ways', {
    reciprocalRank: all.reduce((sum, way) => sum + way.reciprocalRank, 0) / all.length,
    first: all.reduce((sum, way) => sum + way.first, 0) / all.length,
  });
  return measures;
}
