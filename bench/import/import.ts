import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mapRecord } from '../../src/import/mapping/map-record.js';
import { readMarcRecords } from '../../src/import/marc/read-marc.js';
import { machineLine } from '../machine.js';
import type { ImportTask, MeasuredImport } from './import-process.js';
import { manyRecords } from './many-records.js';

const HELP = `npm run bench:import -- [FILE...] [--records N] [--build]

Measures the import of MARC: records per second, read only and read and mapped. Each
FILE (ISO 2709; default: data/harbour.mrc) is repeated until it has N records, each
with its own id. Up to 20000 of them are read and mapped, five times: the first pass
is reported separately, since V8 compiles during it.

  --records N  the number of records (default: 20000)
  --build      also build a snapshot of all N records and report its peak memory
  --help       print this help
`;

/** The path of the compiled script of the child process. */
const IMPORT = fileURLToPath(new URL('./import-process.js', import.meta.url));

/** The maximum number of records to read and map. All records are held in memory. */
const MAX_MAPPED = 20_000;

/** The number of passes. The first pass is slower, because V8 compiles the code during this pass. */
const PASSES = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string', default: '20000' },
    build: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else
  await main(positionals.length === 0 ? ['data/harbour.mrc'] : positionals, Number(values.records));

async function main(files: readonly string[], count: number): Promise<void> {
  process.stdout.write(`${machineLine()}\n`);
  const scratch = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  try {
    for (const file of files) {
      const bytes = readFileSync(file);
      await measureMapping(file, bytes, Math.min(count, MAX_MAPPED));
      if (values.build) await measureBuild(scratch, file, bytes, count);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Reads all records, then reads and maps all records, each {@link PASSES} times. */
async function measureMapping(name: string, bytes: Buffer, count: number): Promise<void> {
  const pieces = [...manyRecords(bytes, count)];
  let outcomes = 0;
  const reading = await measurePasses(async () => {
    for await (const _ of readMarcRecords(pieces)) outcomes++;
  });
  let titles = 0;
  const mapping = await measurePasses(async () => {
    for await (const outcome of readMarcRecords(pieces)) {
      if ('record' in outcome && mapRecord(outcome.record).title !== undefined) titles++;
    }
  });
  process.stdout.write(
    `${name}: ${outcomes / PASSES} records, ${titles / PASSES} titles\n` +
      `  read: ${formatRate(count, reading.median)}; first pass ${perSecond(count, reading.first)} per second\n` +
      `  read and mapped: ${formatRate(count, mapping.median)}; first pass ${perSecond(count, mapping.first)} per second\n`,
  );
}

/** Writes all records to a file and builds a snapshot from it. */
async function measureBuild(
  scratch: string,
  name: string,
  bytes: Buffer,
  count: number,
): Promise<void> {
  const [records, library] = [join(scratch, 'records.mrc'), join(scratch, 'library.json')];
  await pipeline(Readable.from(manyRecords(bytes, count)), createWriteStream(records));
  writeFileSync(
    library,
    '{"id": "bench", "name": "Bench Library", "snapshot_date": "2026-11-01T00:00:00Z"}',
  );
  const snapshot = join(scratch, 'bench.snapshot');
  const build = await runImport({ records, library, snapshot });
  const { size } = statSync(snapshot);
  process.stdout.write(
    `${name}: built ${build.titles} titles in ${build.seconds.toFixed(0)} s, ${formatRate(count, build)}, peak memory ${Math.round(build.memory / 2 ** 20)} MiB, snapshot ${Math.round(size / 2 ** 20)} MiB from ${Math.round(statSync(records).size / 2 ** 20)} MiB of records\n`,
  );
}

/** Imports records in a child process, so that the memory of this process is not measured. */
async function runImport(task: ImportTask): Promise<MeasuredImport> {
  const child = fork(IMPORT, { stdio: 'inherit' });
  child.send(task);
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof result !== 'object')
    throw new Error(
      'bench:import: expected a result of the build, found none; see its error above',
    );
  return result as MeasuredImport;
}

/** The time of a task: elapsed time and processor time. */
interface Measured {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Measures {@link PASSES} passes. Returns the time of the first pass and the median of the other passes. */
async function measurePasses(pass: () => Promise<void>) {
  const first = await measureTime(pass);
  const others: Measured[] = [];
  while (others.length + 1 < PASSES) others.push(await measureTime(pass));
  others.sort((a, b) => a.seconds - b.seconds);
  return { first, median: others[others.length >> 1] };
}

async function measureTime(task: () => Promise<void>): Promise<Measured> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - begin) / 1000,
    processorSeconds: (user + system) / 1e6,
  };
}

/** Formats the records per second of elapsed time, and per second of processor time. */
function formatRate(count: number, { seconds, processorSeconds }: Measured): string {
  return `${perSecond(count, { seconds })} per second (${Math.round(count / processorSeconds)} per second of processor time)`;
}

function perSecond(count: number, { seconds }: Pick<Measured, 'seconds'>): string {
  return String(Math.round(count / seconds));
}
