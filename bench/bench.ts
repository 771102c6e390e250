import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparableSize, measureCatalog, statisticsTable } from './catalog-statistics.js';
import { type BenchOptions, HELP, readCommandLine } from './command-line.js';
import { type Comparison, compareEngines } from './comparison.js';
import { generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import { installPeers } from './peer-packages.js';
import { comparisonReport } from './report.js';

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
  if (options.withPeers) {
    try {
      installPeers();
    } catch {
      process.stderr.write(
        'bench: not all other engines could be installed; the missing ones are left out\n',
      );
    }
  }
  const machine = machineLine();
  process.stdout.write(`${machine}\n\n`);
  const compared = comparableSize(Math.max(...options.sizes));
  process.stdout.write(`The first ${compared} generated titles compared with real catalogs:\n\n`);
  const statistics = measureCatalog(generateTitles(compared, options.seed));
  process.stdout.write(`${statisticsTable(statistics)}\n`);

  const scratch = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  const comparisons: Comparison[] = [];
  try {
    for (const size of options.sizes) {
      const directory = join(scratch, String(comparisons.length));
      mkdirSync(directory);
      const comparison = await compareEngines(size, options, directory, showProgress);
      showProgress('');
      comparisons.push(comparison);
      process.stdout.write(`${comparisonReport(comparison)}\n`);
      if (options.json !== undefined) {
        writeFileSync(
          options.json,
          `${JSON.stringify({ machine, contests: comparisons }, null, 1)}\n`,
        );
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Replaces the progress line on standard error. Writes nothing when standard error is not a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
