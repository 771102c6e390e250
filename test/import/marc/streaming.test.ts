import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BYTES_TO_RECOGNIZE, readMarcRecords } from '../../../src/import/marc/read-marc.js';
import { iso2709 } from './iso2709-bytes.js';

const RECORDS = 4000;

const RECORD = iso2709([
  ['001', 'b1'],
  ['245', '10$aMoby-Dick :$bor, The whale /$cHerman Melville.'],
]);

const RECORD_XML = Buffer.from(
  '<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">b1</controlfield></record>',
);

/** Returns the maximum number of bytes read ahead of the returned records, and the number of records. */
async function maxReadAhead(pieces: Iterable<Uint8Array>, bytesPerRecord: number) {
  let taken = 0;
  function* counted() {
    for (const piece of pieces) {
      taken += piece.length;
      yield piece;
    }
  }
  let max = 0;
  let count = 0;
  for await (const _ of readMarcRecords(counted())) {
    max = Math.max(max, taken - count * bytesPerRecord);
    count++;
  }
  return { max, count };
}

describe('A long file', () => {
  it.each([
    ['ISO 2709', RECORD, ''],
    ['MARCXML', RECORD_XML, '<collection>'],
  ])('in %s is read ahead only to recognize its format', async (_, record, head) => {
    function* pieces() {
      yield Buffer.from(head);
      for (let count = 0; count < RECORDS; count++) yield record;
    }
    const { max, count } = await maxReadAhead(pieces(), record.length);
    expect(count).toBeGreaterThanOrEqual(RECORDS);
    expect(max).toBeLessThan(BYTES_TO_RECOGNIZE + 2 * record.length + head.length);
  });

  it('that is compressed is decompressed piece by piece', async () => {
    const file = gzipSync(Buffer.concat(Array.from({ length: 100_000 }, () => RECORD)));
    let taken = 0;
    function* pieces() {
      for (; taken < file.length; taken += 1024) yield file.subarray(taken, taken + 1024);
    }
    for await (const _ of readMarcRecords(pieces())) break;
    expect(taken).toBeLessThan(file.length / 10);
  });

  it('is read on demand and closed when reading stops early', async () => {
    let isClosed = false;
    function* pieces() {
      try {
        for (;;) yield RECORD;
      } finally {
        isClosed = true;
      }
    }
    for await (const { number } of readMarcRecords(pieces())) if (number === 5000) break;
    expect(isClosed).toBe(true);
  });

  it('is not kept in memory by references to its ids', async () => {
    const noteLength = 50_000;
    function* pieces() {
      for (let number = 0; number < 1000; number++) {
        const id = `long enough to be cut out ${number}`;
        yield iso2709([
          ['001', id],
          ['500', `  $a${'x'.repeat(noteLength / 6)}`],
          ...Array.from({ length: 5 }, () => ['500', `  $a${'y'.repeat(noteLength / 6)}`] as const),
        ]);
      }
    }
    const ids: string[] = [];
    const before = heapInUse();
    for await (const outcome of readMarcRecords(pieces())) {
      const [id] = 'record' in outcome ? outcome.record.fields : [];
      if (id !== undefined && 'value' in id) ids.push(id.value);
    }
    expect(heapInUse() - before).toBeLessThan((ids.length * noteLength) / 10);
    expect(ids).toHaveLength(1000);
  });
});

/** Returns the size of the heap in use after garbage collection, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
