import { parseArgs } from 'node:util';
import { openCatalog, type Title } from '../src/index.js';
import { fold } from '../src/search/analysis/fold.js';
import { machineLine } from './machine.js';
import { withGutenberg } from './relevance/bundled-catalog.js';
import { ANSWERS } from './relevance/engine.js';
import { ENGINES } from './relevance/engines.js';
import { type KnownItem, knownItem, workOf } from './relevance/known-item.js';
import { createRandom } from './relevance/random.js';
import { WAYS } from './relevance/ways.js';

/** A typed query, and the ids of the titles that are correct results. */
interface Query {
  readonly typed: string;
  readonly expected: ReadonlySet<string>;
}

interface Measure {
  /**
   * The mean of 1 / rank of the first expected title. A query without an expected title among the first ten
   * results counts as 0.
   */
  readonly reciprocalRank: number;
  /** The fraction of queries whose first result is an expected title. */
  readonly first: number;
}

const SEED = 1;
const QUERIES_PER_WAY = 500;

const HELP = `npm run bench:relevance -- [DIRECTORY...] [OPTIONS]

Measures how well search engines rank one known title, typed in several ways. Measures
the records of Project Gutenberg in bench/data, and then each source DIRECTORY.

  --engine NAME  measure only this engine; repeatable (default: all)
  --misses       print each query of Carrel whose first result is not an edition of the title
  --help         print this help
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    misses: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  process.stdout.write(`${machineLine()}
Known-item searches: ${QUERIES_PER_WAY} per way of typing, seed ${SEED}. The first figure is the mean
reciprocal rank at ${ANSWERS}, the second the share of searches whose first result is right. All editions
of a work (the same folded main title and first author) count as right.
`);
  await withGutenberg((directory) => measureCatalog('Project Gutenberg', directory));
  for (const directory of positionals) await measureCatalog(directory, directory);
}

async function measureCatalog(name: string, directory: string): Promise<void> {
  const { titles: stored } = openCatalog(directory);
  const titles = Array.from({ length: stored.size }, (_, number) => stored.get(number));
  const isWord = (word: string) => stored.index.documentFrequency(fold(word)) > 0;
  const queries = queriesFor(titles.map((title) => knownItem(title, isWord)));
  const columns: [string, Map<string, Measure>][] = [];
  for (const engine of ENGINES) {
    if (values.engine.length > 0 && !values.engine.includes(engine.name)) continue;
    try {
      const search = await engine.open(titles, directory);
      const showsMisses = values.misses && engine.name === 'Carrel';
      columns.push([engine.name, measure(queries, search, showsMisses)]);
    } catch (error) {
      const [reason] = (error as Error).message.split('\n');
      process.stdout.write(
        `${engine.name}: left out: ${reason}; run 'npm ci --prefix bench/peers' to install it\n`,
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

/**
 * Returns up to {@link QUERIES_PER_WAY} queries for random titles per way of typing. The keys are the ways, such as
 * `one typo`. A way skips titles to which the way does not apply. A way without queries is left out.
 */
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
      if (drawn.length === QUERIES_PER_WAY) break;
      const typed = type(item, random);
      if (typed === undefined) continue;
      const works = editions.get(workOf(item.title)) ?? [];
      drawn.push({ typed, expected: new Set(works.map(({ id }) => id)) });
    }
    if (drawn.length > 0) queries.set(way, drawn);
  });
  return queries;
}

function measure(
  queries: ReadonlyMap<string, readonly Query[]>,
  search: (typed: string) => readonly string[],
  showsMisses: boolean,
): Map<string, Measure> {
  const measures = new Map<string, Measure>();
  for (const [way, queriesOfWay] of queries) {
    let reciprocalRanks = 0;
    let first = 0;
    for (const { typed, expected } of queriesOfWay) {
      const index = search(typed).findIndex((id) => expected.has(id));
      if (index >= 0) reciprocalRanks += 1 / (index + 1);
      if (index === 0) first++;
      if (index !== 0 && showsMisses) {
        process.stdout.write(`  ${way}: ${typed} -> ${index}\n`);
      }
    }
    measures.set(way, {
      reciprocalRank: reciprocalRanks / queriesOfWay.length,
      first: first / queriesOfWay.length,
    });
  }
  const all = [...measures.values()];
  measures.set('all ways', {
    reciprocalRank: all.reduce((sum, way) => sum + way.reciprocalRank, 0) / all.length,
    first: all.reduce((sum, way) => sum + way.first, 0) / all.length,
  });
  return measures;
}
