import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Library } from 'carrel';
import { type BenchOptions, HELP, readCommandLine } from './command-line.js';
import { titleSource } from './engines/title-source.js';
import { comparableSize, measureCatalog, statisticsTable } from './generated/catalog-statistics.js';
import { generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import type { BenchPlan } from './measuring/bench-plan.js';
import { type Comparison, compareEngines } from './measuring/compare-engines.js';
import { type HugeFigures, hugeReport, measureHuge } from './measuring/measure-huge.js';
import { measureProduct, type ProductFigures } from './measuring/measure-product.js';
import { runMeasuringProcess } from './measuring/run-measuring-process.js';
import { installPeers } from './peer-packages.js';
import { benchInputs } from './queries/bench-inputs.js';
import { comparisonReport } from './report/comparison-report.js';
import { latencyChart } from './report/latency-chart.js';

/** The time limit for writing generated titles. */
const MAX_GENERATING_MINUTES = 60;

/** The measurements on one catalog. */
interface CatalogFigures {
  readonly name: string;
  readonly titles: number;
  readonly product?: ProductFigures;
  readonly comparison?: Comparison;
  readonly huge?: HugeFigures;
}

process.exitCode = await main();

async function main(): Promise<number> {
  let options: BenchOptions | undefined;
  try {
    options = readCommandLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  if (options === undefined) process.stdout.write(HELP);
  else await bench(options);
  return 0;
}

async function bench(options: BenchOptions): Promise<void> {
  if (options.installsPeers) {
    try {
      installPeers();
    } catch {
      process.stderr.write(
        'bench: not all other engines could be installed; the missing ones are left out\n',
      );
    }
  }
  const machine = machineLine();
  const catalogs: CatalogFigures[] = [];
  process.stdout.write(`${machine}\n\n`);
  for (const measureOne of catalogsOf(options)) {
    const scratch = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
    try {
      catalogs.push(await measureOne(scratch));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ machine, catalogs }, null, 1)}\n`);
    }
  }
  const last = catalogs.at(-1);
  if (options.chart !== undefined && last?.comparison !== undefined) {
    writeFileSync(options.chart, await latencyChart(last.comparison, last.titles, machine));
  }
}

/** Returns one function per catalog, which measures the catalog with files in a scratch directory. */
function catalogsOf(options: BenchOptions): ((scratch: string) => Promise<CatalogFigures>)[] {
  const { source } = options;
  if (source !== undefined) {
    return [
      (scratch) => {
        let size = 0;
        for (const _ of titleSource(source).titles()) size++;
        return measureSource(source, source, size, scratch, options);
      },
    ];
  }
  return options.sizes.map((size) => async (scratch) => {
    showProgress(`${size} titles: generating`);
    const directory = join(scratch, 'source');
    mkdirSync(directory);
    const task = { kind: 'source', directory, size, seed: options.seed } as const;
    await runMeasuringProcess(task, { minutes: MAX_GENERATING_MINUTES });
    const compared = comparableSize(size);
    const statistics = measureCatalog(generateTitles(compared, options.seed));
    write(`The first ${compared} generated titles compared with real catalogs:\n`);
    write(statisticsTable(statistics));
    return measureSource(directory, 'generated catalog', size, scratch, options);
  });
}

async function measureSource(
  source: string,
  name: string,
  size: number,
  scratch: string,
  options: BenchOptions,
): Promise<CatalogFigures> {
  const { titles } = titleSource(source);
  const inputs = benchInputs(titles, size);
  const inputsFile = join(scratch, 'inputs.json');
  writeFileSync(inputsFile, JSON.stringify(inputs));
  const plan: BenchPlan = { ...options, size, source, scratch, inputs, inputsFile, showProgress };
  write(`## ${name}, ${size} titles\n`);
  let figures: CatalogFigures = { name, titles: size };
  if (options.isHuge) {
    const huge = await measureHuge(plan);
    write(hugeReport(huge));
    return { ...figures, huge };
  }
  if (options.only !== 'engines') {
    const library = JSON.parse(readFileSync(join(source, 'library.json'), 'utf8')) as Library;
    const product = await measureProduct(plan, library.id, write);
    figures = { ...figures, product };
  }
  if (options.only !== 'product') {
    const comparison = await compareEngines(plan);
    write(comparisonReport(comparison, size));
    figures = { ...figures, comparison };
  }
  return figures;
}

/** Replaces the progress line on standard error. Writes nothing when standard error is not a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function write(text: string): void {
  showProgress('');
  process.stdout.write(`${text}\n`);
}
