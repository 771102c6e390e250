import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordFileError } from '../../../src/import/file/record-file-error.js';
import type { RecordOutcome } from '../../../src/import/marc/record-outcome.js';
import { anyDamage, damaged } from './damage.js';
import { iso2709 } from './iso2709-bytes.js';
import { isRead, readAll } from './read-all.js';
import { hasRealMarc, realMarc } from './real-marc.js';

const TITLES = ['Moby-Dick', 'Emma', 'Żywot', 'Анна Каренина', '吾輩は猫である', 'Ulysses'];

const SHELF = TITLES.map((title, index) =>
  iso2709([
    ['001', `b${index}`],
    ['008', '880525s1984    enk           000 1 eng d'],
    ['100', `1 $aAuthor of ${title}.`],
    ['245', `10$a${title} /$cby its author.`],
    ['852', '  $bmain$hPR 123$p31234000012345'],
  ]),
);

const SHELF_XML = TITLES.map((title, index) =>
  Buffer.from(`<record>
    <leader>00000nam a2200000 a 4500</leader>
    <controlfield tag="001">b${index}</controlfield>
    <datafield tag="245" ind1="1" ind2="0">
      <subfield code="a">${title} &amp; more /</subfield><subfield code="c">its author.</subfield>
    </datafield>
  </record>
`),
);

/** A file in parts, and what each of its records is read as. */
interface Shelf {
  readonly head: Uint8Array;
  readonly records: readonly Uint8Array[];
  readonly read: readonly string[];
  readonly tail: Uint8Array;
}

async function shelf(records: readonly Uint8Array[], head = '', tail = ''): Promise<Shelf> {
  const around = [Buffer.from(head), Buffer.from(tail)];
  const outcomes = await readAll([around[0], ...records, around[1]]);
  expect(outcomes.filter(isTold)).toEqual([]);
  return { head: around[0], records, read: recordsOf(outcomes), tail: around[1] };
}

/** A record as a text, for comparing many. */
function recordsOf(outcomes: readonly RecordOutcome[]): string[] {
  return outcomes.filter(isRead).map(({ record }) => JSON.stringify(record));
}

/** Whether a report says that something is wrong with it. */
function isTold(outcome: RecordOutcome): boolean {
  return !isRead(outcome) || outcome.repairs.length > 0;
}

/** The first of some records that is not among others in its turn. */
function firstMissing(wanted: readonly string[], among: readonly string[]): string | undefined {
  let at = 0;
  for (const record of wanted) {
    const found = among.indexOf(record, at);
    if (found === -1) return record;
    at = found + 1;
  }
  return undefined;
}

/**
 * Damages files of a few neighbours from a shelf, and expects every record that was not touched, and
 * no loss that is not told.
 */
async function expectWholeRecords(
  { head, records, read, tail }: Shelf,
  {
    neighbours = records.length,
    numRuns = process.env.CARREL_LONG ? 4000 : 400,
    canTell = (_whole: readonly boolean[]): boolean => true,
  } = {},
): Promise<void> {
  const anyStart = fc.integer({ min: 0, max: records.length - neighbours });
  await fc.assert(
    fc.asyncProperty(anyStart, anyDamage, async (start, damage) => {
      const parts = [head, ...records.slice(start, start + neighbours), tail];
      const { file, whole, hasRests } = damaged(parts, damage);
      const isWhole = whole.slice(1, -1);
      if (!isWhole.includes(true)) return;
      const outcomes = await readAll(file);
      const found = recordsOf(outcomes);
      const wanted = read.slice(start, start + neighbours).filter((_, index) => isWhole[index]);
      expect(firstMissing(wanted, found)).toBeUndefined();
      if (hasRests && found.length < neighbours && canTell(whole)) {
        expect(outcomes.some(isTold)).toBe(true);
      }
      expect(outcomes.map(({ number }) => number)).toEqual(outcomes.map((_, index) => index + 1));
    }),
    { numRuns },
  );
}

/** The records of a file of ISO 2709, as bytes. */
function split(file: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(0x1d, start) + 1;
    records.push(file.subarray(start, end));
    start = end;
  }
  return records;
}

describe('After any damage to a file of ISO 2709', () => {
  it('every record that was not touched is read as before, and a loss is told', async () => {
    await expectWholeRecords(await shelf(SHELF));
  });

  it.skipIf(!hasRealMarc)('so it is with a real file', async () => {
    const records = split(realMarc('uva.marc8.mrc'));
    expect(records).toHaveLength(2000);
    await expectWholeRecords(await shelf(records), { neighbours: 12 });
  });
});

describe('After any damage to a file of MARCXML', () => {
  // Without lengths, two records of which the end of one and the beginning of the other are lost may
  // be one sound record to any reader.
  const isOneTouched = (whole: readonly boolean[]) => whole.filter((is) => !is).length === 1;

  it('every record that was not touched is read as before, and a loss is told', async () => {
    const file = await shelf(SHELF_XML, '<?xml version="1.0"?><collection>\n', '</collection>\n');
    await expectWholeRecords(file, { canTell: isOneTouched });
  });

  it.skipIf(!hasRealMarc)('so it is with a real file', async () => {
    const [head, ...rest] = realMarc('gpo-legal.xml')
      .toString()
      .split(/(?=<marc:record>)/);
    const tail = '</marc:collection>';
    const records = rest.map((record) => Buffer.from(record.replace(tail, '')));
    expect(records).toHaveLength(84);
    await expectWholeRecords(await shelf(records, head, tail), {
      neighbours: 3,
      numRuns: process.env.CARREL_LONG ? 600 : 100,
      canTell: isOneTouched,
    });
  });
});

describe('After any damage to a compressed file', () => {
  it('records are read up to it, or the file is refused', async () => {
    const packed = gzipSync(Buffer.concat(Array.from({ length: 50 }, () => SHELF).flat()));
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        const { file } = damaged([packed], damage);
        const read = await readAll(file).catch((error: unknown) => error);
        expect(read instanceof RecordFileError || Array.isArray(read)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
