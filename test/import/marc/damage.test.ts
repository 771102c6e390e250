import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordOutcome } from '../../../src/import/marc/marc-record.js';
import { RecordFileError } from '../../../src/import/record-file.js';
import { runs } from '../../random-seed.js';
import { anyDamage, damaged } from './damage.js';
import { iso2709 } from './iso2709-bytes.js';
import { isRead, readAll } from './read-all.js';
import { hasRealMarc, realMarc } from './real-marc.js';

const TITLES = ['Moby-Dick', 'Emma', 'Żywot', 'Анна Каренина', '吾輩は猫である', 'Ulysses'];

const RECORDS = TITLES.map((title, index) =>
  iso2709([
    ['001', `b${index}`],
    ['008', '880525s1984    enk           000 1 eng d'],
    ['100', `1 $aAuthor of ${title}.`],
    ['245', `10$a${title} /$cby its author.`],
    ['852', '  $bmain$hPR 123$p31234000012345'],
  ]),
);

const RECORDS_XML = TITLES.map((title, index) =>
  Buffer.from(`<record>
    <leader>00000nam a2200000 a 4500</leader>
    <controlfield tag="001">b${index}</controlfield>
    <datafield tag="245" ind1="1" ind2="0">
      <subfield code="a">${title} &amp; more /</subfield><subfield code="c">its author.</subfield>
    </datafield>
  </record>
`),
);

/** A file in parts. `read` has the records of the file as JSON. */
interface SampleFile {
  readonly head: Uint8Array;
  readonly records: readonly Uint8Array[];
  readonly read: readonly string[];
  readonly tail: Uint8Array;
}

async function sampleFile(
  records: readonly Uint8Array[],
  head = '',
  tail = '',
): Promise<SampleFile> {
  const around = [Buffer.from(head), Buffer.from(tail)];
  const outcomes = await readAll([around[0], ...records, around[1]]);
  expect(outcomes.filter(reportsDamage)).toEqual([]);
  return { head: around[0], records, read: recordsOf(outcomes), tail: around[1] };
}

/** Returns the records that were read, as JSON for comparison. */
function recordsOf(outcomes: readonly RecordOutcome[]): string[] {
  return outcomes.filter(isRead).map(({ record }) => JSON.stringify(record));
}

/** Whether an outcome reports damage. */
function reportsDamage(outcome: RecordOutcome): boolean {
  return !isRead(outcome) || outcome.repairs.length > 0;
}

/** Returns the first expected record that is missing or in the wrong order; undefined if there is none. */
function firstMissing(expected: readonly string[], among: readonly string[]): string | undefined {
  let at = 0;
  for (const record of expected) {
    const found = among.indexOf(record, at);
    if (found === -1) return record;
    at = found + 1;
  }
  return undefined;
}

/**
 * Damages files of a few neighboring records. Expects every undamaged record to be read. Expects a report
 * of damage if a record is missing, another record is undamaged, the damage begins or ends within a part, and
 * `canDetectLoss` returns true.
 */
async function expectWholeRecords(
  { head, records, read, tail }: SampleFile,
  {
    neighbors = records.length,
    numRuns = runs(1500),
    canDetectLoss = (_whole: readonly boolean[]): boolean => true,
  } = {},
): Promise<void> {
  const anyStart = fc.integer({ min: 0, max: records.length - neighbors });
  await fc.assert(
    fc.asyncProperty(anyStart, anyDamage, async (start, damage) => {
      const parts = [head, ...records.slice(start, start + neighbors), tail];
      const { file, whole, hasPartialLoss } = damaged(parts, damage);
      const isWhole = whole.slice(1, -1);
      if (!isWhole.includes(true)) return;
      const outcomes = await readAll(file);
      const found = recordsOf(outcomes);
      const expected = read.slice(start, start + neighbors).filter((_, index) => isWhole[index]);
      expect(firstMissing(expected, found)).toBeUndefined();
      if (hasPartialLoss && found.length < neighbors && canDetectLoss(whole)) {
        expect(outcomes.some(reportsDamage)).toBe(true);
      }
      expect(outcomes.map(({ number }) => number)).toEqual(outcomes.map((_, index) => index + 1));
    }),
    { numRuns },
  );
}

/** Splits an ISO 2709 file into the bytes of its records. */
function split(file: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(0x1d, start) + 1;
    records.push(file.subarray(start, end));
    start = end;
  }
  return records;
}

describe('A damaged ISO 2709 file', () => {
  it('loses no undamaged record and reports partly lost records', async () => {
    await expectWholeRecords(await sampleFile(RECORDS));
  });

  it.skipIf(!hasRealMarc)('loses no undamaged record of a real file', async () => {
    const records = split(realMarc('uva.marc8.mrc'));
    expect(records).toHaveLength(2000);
    await expectWholeRecords(await sampleFile(records), { neighbors: 12 });
  });
});

describe('A damaged MARCXML file', () => {
  // A record in MARCXML does not declare its length. If the end of a record and the beginning of the next
  // record are lost, the rest can be one valid record.
  const isOneDamaged = (whole: readonly boolean[]) =>
    whole.filter((isWhole) => !isWhole).length === 1;

  it('loses no undamaged record and reports partly lost records', async () => {
    const file = await sampleFile(
      RECORDS_XML,
      '<?xml version="1.0"?><collection>\n',
      '</collection>\n',
    );
    await expectWholeRecords(file, { canDetectLoss: isOneDamaged });
  });

  it.skipIf(!hasRealMarc)('loses no undamaged record of a real file', async () => {
    const [head, ...rest] = realMarc('gpo-legal.xml')
      .toString()
      .split(/(?=<marc:record>)/);
    const tail = '</marc:collection>';
    const records = rest.map((record) => Buffer.from(record.replace(tail, '')));
    expect(records).toHaveLength(84);
    await expectWholeRecords(await sampleFile(records, head, tail), {
      neighbors: 3,
      numRuns: runs(300),
      canDetectLoss: isOneDamaged,
    });
  });
});

describe('A damaged gzip file', () => {
  it('is read or refused with a RecordFileError', async () => {
    const packed = gzipSync(Buffer.concat(Array.from({ length: 50 }, () => RECORDS).flat()));
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        const { file } = damaged([packed], damage);
        const read = await readAll(file).catch((error: unknown) => error);
        expect(read instanceof RecordFileError || Array.isArray(read)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});
