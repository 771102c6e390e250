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
import { mapRecord } from '../src/import/mapping/map-record.js';
import { readMarcRecords } from '../src/import/marc/read-marc.js';
import type { ImportTask, MeasuredImport } from './import-process.js';
import { machineLine } from './machine.js';
import { manyRecords } from './many-records.js';

const HELP = `npm run bench:import -- [FILE...] [--records N] [--build]

Measures the import of MARC: records a second read and mapped, on files of ISO 2709
repeated to N records with ids of their own (default: 20000, and data/harbour.mrc);
20000 at most are read and mapped, five times over, since the first thousands
of many are slower than the rest.

  --build      build a snapshot of them too, and tell how much memory that takes
`;

/** What {@link runImport} runs, seen from the compiled file. */
const IMPORT = fileURLToPath(new URL('./import-process.js', import.meta.url));

/** Records to be read and mapped are held in memory. */
const MOST_MAPPED = 20_000;

/** The first of them V8 spends on compiling. */
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
      await measureMapping(file, bytes, Math.min(count, MOST_MAPPED));
      if (values.build) await measureBuild(scratch, file, bytes, count);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Reads all records, and then reads and maps them, {@link PASSES} times over. */
async function measureMapping(name: string, bytes: Buffer, count: number): Promise<void> {
  const pieces = [...manyRecords(bytes, count)];
  let outcomes = 0;
  const reading = await measuredOften(async () => {
    for await (const _ of readMarcRecords(pieces)) outcomes++;
  });
  let titles = 0;
  const mapping = await measuredOften(async () => {
    for await (const outcome of readMarcRecords(pieces)) {
      if ('record' in outcome && mapRecord(outcome.record).title !== undefined) titles++;
    }
  });
  process.stdout.write(
    `${name}: ${outcomes / PASSES} records, ${titles / PASSES} titles\n` +
      `  read ${rate(count, reading.usual)}, ${perSecond(count, reading.first)} at first\n` +
      `  read and mapped ${rate(count, mapping.usual)}, ${perSecond(count, mapping.first)} at first\n`,
  );
}

/** Builds a snapshot of a file of all records. */
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
    `${name}: built ${build.titles} titles in ${build.seconds.toFixed(0)} s, ${rate(count, build)}, ${Math.round(build.memory / 2 ** 20)} MiB resident at most, ${Math.round(size / 2 ** 20)} MiB from ${Math.round(statSync(records).size / 2 ** 20)} MiB\n`,
  );
}

/** Builds in a process of its own, which holds none of what the bench does. */
async function runImport(task: ImportTask): Promise<MeasuredImport> {
  const child = fork(IMPORT, { stdio: 'inherit' });
  child.send(task);
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof result !== 'object') throw new Error('The build ended without a result; see above.');
  return result as MeasuredImport;
}

/** How long a task takes, by the clock and in time of processors. */
interface Measured {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** The first of {@link PASSES} passes, and the median of the others. */
async function measuredOften(pass: () => Promise<void>) {
  const first = await measured(pass);
  const others: Measured[] = [];
  while (others.length + 1 < PASSES) others.push(await measured(pass));
  others.sort((a, b) => a.seconds - b.seconds);
  return { first, usual: others[others.length >> 1] };
}

async function measured(task: () => Promise<void>): Promise<Measured> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - begin) / 1000,
    processorSeconds: (user + system) / 1e6,
  };
}

/** By the clock, and what it would be on a processor of its own. */
function rate(count: number, { seconds, processorSeconds }: Measured): string {
  return `${perSecond(count, { seconds })} a second (${Math.round(count / processorSeconds)} a second of processor time)`;
}

function perSecond(count: number, { seconds }: Pick<Measured, 'seconds'>): string {
  return String(Math.round(count / seconds));
}
