import { machineLine } from './machine.js';
import { judgedFiles, type MeasuredCatalog, openCatalogs } from './relevance/catalogs.js';
import { HELP, type RelevanceOptions, readCommandLine } from './relevance/command-line.js';
import { ANSWERS, type RelevanceEngine, type Search } from './relevance/engine.js';
import { ENGINES } from './relevance/engines.js';
import { checkTitles, type JudgedQuery, readJudgedQueries } from './relevance/judged-query.js';
import {
  type JudgedEngine,
  judgedReport,
  MISSES_LEGEND,
  missesReport,
} from './relevance/judged-report.js';
import { type Outcome, outcomeOf } from './relevance/measures.js';
import { SUGGESTIONS_LEGEND, suggestionsReport } from './relevance/suggestions-report.js';
import { type MeasuredWays, WAYS_LEGEND, wayQueries, waysReport } from './relevance/ways-report.js';

// The reader of the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

try {
  const names = ENGINES.map(({ name }) => name);
  const options = readCommandLine(process.argv.slice(2), names);
  if (options === undefined) process.stdout.write(HELP);
  else await evaluate(options);
} catch (error) {
  process.stderr.write(`relevance: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Measures the engines on each catalog, and prints the reports. */
async function evaluate(options: RelevanceOptions): Promise<void> {
  print(machineLine());
  const { directories, engines, kinds, parts } = options;
  const isChosen = ({ kind }: JudgedQuery) => kinds.length === 0 || kinds.includes(kind);
  const files = options.judgedFiles.length > 0 ? options.judgedFiles : judgedFiles();
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
    directories,
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
      if (options.showsMisses && engine === chosen[0]) {
        const shown = options.showsMissesOfWays ? [...ofJudged, ...ofWays] : ofJudged;
        misses.push(missesReport(shown, catalog, search));
      }
    }
    if (measured.length > 0) ways.push(waysReport(catalog, measured));
    const isShown = kinds.length === 0 && chosen.some(({ name }) => name === 'Carrel');
    if (parts.includes('suggestions') && isShown)
      suggestions.push(suggestionsReport(catalog.catalog));
  }
  if (options.showsMisses) {
    print(`### Misses of ${chosen[0].name}\n\n${MISSES_LEGEND}\n\n${misses.join('')}`.trimEnd());
  }
  const searched = Array.from(
    outcomes,
    ([name, found]): JudgedEngine => ({ name, outcomes: found }),
  );
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
