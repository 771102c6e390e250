import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import { buildSnapshot, openCatalog, searchTitles } from '../src/index.js';
import { machineLine } from './machine.js';

/** Ten typical searches for each catalog. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  goodbooks: [
    'harry potter',
    'rowling harry potter',
    'the hunger games',
    'pride and prejudice',
    'stephen king',
    'love',
    'the lord of the rings',
    '9780439023481',
    'murakami',
    'a game of thrones',
  ],
  gutenberg: [
    'alice',
    'sherlock holmes',
    'history of england',
    'shakespeare',
    'the adventures of huckleberry finn',
    'whales fiction',
    'poems',
    'dickens christmas',
    'french revolution',
    'jefferson declaration',
  ],
};

const BASE_URL = 'http://localhost:8080';

const [directory] = process.argv.slice(2);
if (directory !== undefined && process.argv[3] === '--open') reportOpening(directory);
else await main(directory ?? '../shared/data');

/** Builds, opens and searches each real catalog. Skips a catalog whose directory does not exist. */
async function main(data: string): Promise<void> {
  process.stdout.write(`${machineLine()}\n`);
  const scratch = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  try {
    for (const [name, queries] of Object.entries(SEARCHES)) {
      const source = join(data, name);
      if (existsSync(source)) await measure(source, join(scratch, name), queries);
      else process.stdout.write(`${source}: not found; skipped\n`);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function measure(source: string, file: string, queries: readonly string[]): Promise<void> {
  const begin = performance.now();
  const { size, counts } = await buildSnapshot(source, file);
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(
    `\n${source}: ${counts.titles} titles built in ${seconds.toFixed(2)} s, ${size} bytes\n`,
  );
  process.stdout.write(inFreshProcess(file));

  const catalog = openCatalog(file);
  const bench = new Bench({ time: 500 });
  const params = { library: catalog.library.id };
  for (const q of queries) {
    bench.add(q, () => searchTitles([catalog], { ...params, q }, { baseUrl: BASE_URL }));
  }
  await bench.run();
  const medians = bench.tasks.map((task) => {
    if (task.result.state !== 'completed') throw new Error(`'${task.name}': the search failed`);
    return { q: task.name, ms: task.result.latency.p50 };
  });
  for (const { q, ms } of medians) {
    const { count } = searchTitles([catalog], { ...params, q }, { baseUrl: BASE_URL });
    process.stdout.write(`  ${ms.toFixed(3).padStart(8)} ms  ${String(count).padStart(6)}  ${q}\n`);
  }
  const sorted = medians.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = (sorted[4] + sorted[5]) / 2;
  process.stdout.write(`  ${middle.toFixed(3).padStart(8)} ms  median of the ten searches\n`);
}

/** Measures opening time and memory in a new process. Returns the line to print. */
function inFreshProcess(file: string): string {
  const script = fileURLToPath(import.meta.url);
  return execFileSync(process.execPath, [script, file, '--open'], { encoding: 'utf8' });
}

function reportOpening(file: string): void {
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  const catalog = openCatalog(file);
  const opened = performance.now();
  searchTitles([catalog], { q: 'the', library: catalog.library.id }, { baseUrl: BASE_URL });
  const answered = performance.now();
  const mebibytes = (process.memoryUsage.rss() - before) / 2 ** 20;
  process.stdout.write(
    `opened in ${(opened - begin).toFixed(0)} ms, first answer ${(answered - opened).toFixed(1)} ms later and ${answered.toFixed(0)} ms after the process started; ${mebibytes.toFixed(0)} MiB of resident memory\n`,
  );
}
