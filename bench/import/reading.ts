import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readMarcRecords } from '../../src/import/marc/read-marc.js';
import { machineLine } from '../machine.js';
import { installPeers, peerPackage } from '../peer-packages.js';

/** The part of marcjs that the bench uses. */
interface Marcjs {
  readonly Marc: { createStream(form: 'Iso2709', direction: 'Parser'): NodeJS.ReadWriteStream };
}

const FILES = ['uva.marc8.mrc', 'gpo-covid.utf8.mrc', 'gpo-legal.xml'];

/** Each file is repeated until it has at least this many bytes. */
const MIN_BYTES = 50_000_000;
const CHUNK_BYTES = 1 << 18;

const RUNS = 5;

const [directory = '../shared/data/marc'] = process.argv.slice(2);
installPeers();
const marcjs = peerPackage<Marcjs>('marcjs').Marc;
process.stdout.write(`${machineLine()}\n`);
for (const name of FILES) {
  const path = join(directory, name);
  if (!existsSync(path)) {
    process.stdout.write(`${path}: not found; skipped\n`);
    continue;
  }
  const bytes = readFileSync(path);
  await report(`${name}, Carrel`, bytes, (pieces) => readMarcRecords(pieces));
  // marcjs never finishes reading XML with namespace prefixes.
  if (name.endsWith('.xml')) continue;
  await report(`${name}, marcjs`, bytes, (pieces) =>
    Readable.from(pieces).pipe(marcjs.createStream('Iso2709', 'Parser')),
  );
}

/** Reads a repeated file {@link RUNS} times after a first run, and reports the median. */
async function report(
  what: string,
  bytes: Buffer,
  read: (pieces: Iterable<Uint8Array>) => AsyncIterable<unknown>,
): Promise<void> {
  const times = Math.ceil(MIN_BYTES / bytes.length);
  const rates: { records: number; bytes: number }[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const begin = performance.now();
    let records = 0;
    for await (const _ of read(repeat(bytes, times))) records++;
    const seconds = (performance.now() - begin) / 1000;
    if (run > 0)
      rates.push({ records: records / seconds, bytes: (bytes.length * times) / seconds });
  }
  rates.sort((a, b) => a.records - b.records);
  const median = rates[Math.floor(RUNS / 2)];
  process.stdout.write(
    `${what}: ${Math.round(median.records).toLocaleString('en')} records per second, ${Math.round(median.bytes / 1e6)} MB per second\n`,
  );
}

function* repeat(bytes: Buffer, times: number): Generator<Uint8Array> {
  for (let time = 0; time < times; time++) {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      yield bytes.subarray(start, start + CHUNK_BYTES);
    }
  }
}
