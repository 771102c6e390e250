import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparableSize, measureCatalog, statisticsTable } from './catalog-statistics.js';
import { type BenchOptions, HELP, readCommandLine } from './command-line.js';
import { type Contest, holdContest } from './contest.js';
import { generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import { installPeers } from './peer-packages.js';
import { contestReport } from './report.js';

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
        'The peers could not be installed; those that do not load are left out.\n',
      );
    }
  }
  const machine = machineLine();
  process.stdout.write(`${machine}\n\n`);
  const compared = comparableSize(Math.max(...options.sizes));
  process.stdout.write(`The first ${compared} generated titles beside real catalogs:\n\n`);
  const statistics = measureCatalog(generateTitles(compared, options.seed));
  process.stdout.write(`${statisticsTable(statistics)}\n`);

  const scratch = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  const contests: Contest[] = [];
  try {
    for (const size of options.sizes) {
      const directory = join(scratch, String(contests.length));
      mkdirSync(directory);
      const contest = await holdContest(size, options, directory, showProgress);
      showProgress('');
      contests.push(contest);
      process.stdout.write(`${contestReport(contest)}\n`);
      if (options.json !== undefined) {
        writeFileSync(options.json, `${JSON.stringify({ machine, contests }, null, 1)}\n`);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** One line that is written over, on a terminal only. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
