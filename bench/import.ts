import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Bench } from 'tinybench';
import { mapRecord } from '../src/import/mapping/map-record.js';
import { readMarcRecords } from '../src/import/marc/read-marc.js';
import { table } from './figures.js';
import { machineLine, write } from './machine.js';
import { installPeers, peerPackage } from './peer-packages.js';

const HELP = `npm run bench:import -- [FILE...]

Measures the import of MARC: how fast records are read, and read and mapped to titles, and how
fast marcjs reads them. Each FILE (ISO 2709 or MARCXML; default: data/harbour.mrc and the files
of ../shared/data/marc) is repeated until it has 5 MB. Installs the packages of bench/peers
first.

  --help  print this help
`;

/** The part of marcjs that the bench uses. */
interface Marcjs {
  readonly Marc: { createStream(form: 'Iso2709', direction: 'Parser'): NodeJS.ReadWriteStream };
}

const FILES = [
  'data/harbour.mrc',
  ...['uva.marc8.mrc', 'gpo-covid.utf8.mrc', 'gpo-legal.xml'].map(
    (name) => `../shared/data/marc/${name}`,
  ),
];

/** Each file is repeated until it has at least this many bytes. */
const MIN_BYTES = 5_000_000;
const CHUNK_BYTES = 1 << 18;
const RUNS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
if (values.help) process.stdout.write(HELP);
else await measure(positionals.length > 0 ? positionals : FILES.filter((file) => existsSync(file)));

async function measure(files: readonly string[]): Promise<void> {
  installPeers();
  const { Marc } = peerPackage<Marcjs>('marcjs');
  write(`${machineLine()}\n`);
  const rows: string[][] = [];
  for (const file of files) {
    const bytes = readFileSync(file);
    const times = Math.ceil(MIN_BYTES / bytes.length);
    const pieces = () => repeat(bytes, times);
    const records = await countOf(readMarcRecords(pieces()));
    const bench = new Bench({ time: 0, iterations: RUNS, warmupIterations: 1, throws: true })
      .add('Carrel', () => countOf(readMarcRecords(pieces())))
      .add('Carrel, and mapped to titles', async () => {
        for await (const outcome of readMarcRecords(pieces())) {
          if ('record' in outcome) mapRecord(outcome.record);
        }
      });
    // marcjs never finishes reading XML with namespace prefixes.
    if (!file.endsWith('.xml')) {
      bench.add('marcjs', () =>
        countOf(Readable.from(pieces()).pipe(Marc.createStream('Iso2709', 'Parser'))),
      );
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`${file}: found no figures of ${name}`);
      const seconds = result.latency.p50 / 1000;
      const rates = [records / seconds, (bytes.length * times) / seconds / 1e6];
      rows.push([basename(file), name, ...rates.map((rate) => Math.round(rate).toString())]);
    }
  }
  write(table(['file', 'read by', 'records per second', 'MB per second'], rows));
}

async function countOf(values: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of values) count++;
  return count;
}

function* repeat(bytes: Buffer, times: number): Generator<Uint8Array> {
  for (let time = 0; time < times; time++) {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      yield bytes.subarray(start, start + CHUNK_BYTES);
    }
  }
}
