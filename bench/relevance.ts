import { parseArgs } from 'node:util';
import { machineLine } from './machine.js';
import {
  ANSWERS,
  ENGINES,
  judgedFiles,
  type MeasuredCatalog,
  openCatalogs,
  type RelevanceEngine,
  type Search,
} from './relevance/engines.js';
import {
  checkTitles,
  type JudgedQuery,
  judgedReport,
  MISSES_LEGEND,
  missesReport,
  type Outcome,
  outcomeOf,
  readJudgedQueries,
} from './relevance/judged-queries.js';
import {
  type MeasuredWays,
  WAYS_LEGEND,
  wayQueries,
  waysReport,
} from './relevance/known-titles.js';
import { SUGGESTIONS_LEGEND, suggestionsReport } from './relevance/suggestions.js';

const HELP = `npm run bench:relevance -- [DIRECTORY...] [OPTIONS]

Measures how search engines rank the results of judged queries, and of known titles that
are typed in several ways. Measures the demo libraries and the records of Project
Gutenberg, and each source DIRECTORY. A DIRECTORY with the library id of one of these
catalogs replaces that catalog.

  --engine NAME  measure only this engine; repeatable (default: all)
  --judged FILE  run only the judged queries of FILE; repeatable (default: the files in
                 bench/data/judged, whose README describes the format)
  --kind KIND    run only the queries of this kind, such as 'typo', or of this way of
                 typing, such as 'one typo'; repeatable (default: all)
  --only PART    measure only 'judged' queries, 'ways' of typing or 'suggestions' (default: all)
  --misses       print each query whose first result is not right: the best place of a
                 right title, the first three titles, and the right title. Prints the
                 misses of the first engine, and the misses of ways only with --kind or
                 --only ways
  --help         print this help

The output is Markdown. Judged queries come first. After a change of the ranking, compare
the outputs of two runs with diff. To see the misses of one kind of queries:

  npm run bench:relevance -- --engine Carrel --kind typo --misses
`;

const PARTS = ['judged', 'ways', 'suggestions'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    judged: { type: 'string', multiple: true, default: [] },
    kind: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

// The reader of the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

if (values.help) process.stdout.write(HELP);
else await evaluate();

/** Measures the engines on each catalog, and prints the reports. */
async function evaluate(): Promise<void> {
  const { kind: kinds, misses: showsMisses } = values;
  const only = values.only ?? (values.judged.length > 0 ? 'judged' : undefined);
  const parts = only === undefined ? PARTS : [oneOf('--only', PARTS, only)];
  const names = ENGINES.map(({ name }) => name);
  const engines = values.engine.map((name) => oneOf('--engine', names, name));
  const showsMissesOfWays = showsMisses && (only === 'ways' || kinds.length > 0);
  print(machineLine());
  const isChosen = ({ kind }: JudgedQuery) => kinds.length === 0 || kinds.includes(kind);
  const files = values.judged.length > 0 ? values.judged : judgedFiles();
  const judged = (parts.includes('judged') ? files : [])
    .flatMap(readJudgedQueries)
    .filter(isChosen);
  const libraries = new Set(judged.map(({ library }) => library));
  const chosen = ENGINES.filter(({ name }) => engines.length === 0 || engines.includes(name));
  const outcomes = new Map<string, Outcome[]>();
  const ways: string[] = [];
  const misses: string[] = [];
  const suggestions: string[] = [];
  const catalogs = openCatalogs(
    positionals,
    parts.every((part) => part === 'judged') ? libraries : undefined,
  );
  for (const catalog of catalogs) {
    const queries = judged.filter(({ library }) => library === catalog.catalog.library.id);
    checkTitles(queries, catalog.titles);
    const typed = parts.includes('ways') ? wayQueries(catalog).filter(isChosen) : [];
    const measured: MeasuredWays[] = [];
    for (const engine of chosen) {
      const search = await openEngine(engine, catalog);
      if (search === undefined) continue;
      const run = (query: JudgedQuery) => outcomeOf(query, search(query.typed, ANSWERS));
      const ofJudged = queries.map(run);
      const ofWays = typed.map(run);
      outcomes.set(engine.name, [...(outcomes.get(engine.name) ?? []), ...ofJudged]);
      if (ofWays.length > 0) measured.push([engine.name, ofWays]);
      if (showsMisses && engine === chosen[0]) {
        const shown = showsMissesOfWays ? [...ofJudged, ...ofWays] : ofJudged;
        misses.push(missesReport(shown, catalog, search));
      }
    }
    if (measured.length > 0) ways.push(waysReport(catalog, measured));
    const isShown = kinds.length === 0 && chosen.some(({ name }) => name === 'Carrel');
    if (parts.includes('suggestions') && isShown)
      suggestions.push(suggestionsReport(catalog.catalog));
  }
  if (showsMisses) {
    print(`### Misses of ${chosen[0].name}\n\n${MISSES_LEGEND}\n\n${misses.join('')}`.trimEnd());
  }
  const searched = Array.from(outcomes, ([name, found]) => ({ name, outcomes: found }));
  if (searched.some(({ outcomes: found }) => found.length > 0)) print(judgedReport(searched));
  printSkippedQueries(judged, catalogs);
  if (ways.length > 0) print([WAYS_LEGEND, ...ways].join('\n\n'));
  if (suggestions.length > 0) print([SUGGESTIONS_LEGEND, ...suggestions].join('\n\n'));
}

/** Opens an engine. If its package is not installed, prints a line and returns undefined. */
async function openEngine(
  engine: RelevanceEngine,
  { titles, catalog }: MeasuredCatalog,
): Promise<Search | undefined> {
  try {
    return await engine.open(titles, catalog);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    print(`${engine.name}: left out: ${reason}; run 'npm ci --prefix bench/peers' to install it`);
    return undefined;
  }
}

function printSkippedQueries(
  queries: readonly JudgedQuery[],
  catalogs: readonly MeasuredCatalog[],
): void {
  const measured = new Set(catalogs.map(({ catalog }) => catalog.library.id));
  const skipped = queries.filter(({ library }) => !measured.has(library));
  for (const library of new Set(skipped.map((query) => query.library))) {
    const number = skipped.filter((query) => query.library === library).length;
    print(
      `Skipped ${number} queries of library '${library}': expected a DIRECTORY with its titles.`,
    );
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

function oneOf<T extends string>(option: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new Error(`${option}: expected one of ${choices.join(', ')}, found '${text}'`);
}
