import { appendFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '../../../src/snapshot/changes/change.js';
import { createCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { openReplaceableCatalogs } from '../../../src/snapshot/file/replaceable-catalogs.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { isLong } from '../../long-tests.js';
import { runs } from '../../random-seed.js';
import { bodyOf, requestsFor } from '../changes/all-bodies.js';
import { arraysOf, changeRecords, makeBatch, type RecordArrays } from '../changes/naive-source.js';
import { batch } from '../changes/random-changes.js';
import { scratchDirectory } from './scratch-directory.js';

const TITLES = ['Moby-Dick', 'Typee', 'Omoo', 'Emma', 'Persuasion', 'The White Whale'];

const RECORDS = arraysOf(
  recordsOf({
    titles: TITLES.map((title, i) =>
      book(`t${i}`, title, {
        holdings: [{ branch: i % 2 === 0 ? 'MAIN' : 'EAST', status: 'AVAILABLE' }],
      }),
    ),
    users: [
      { id: 1, name: 'ishmael' },
      { id: 'q', name: 'queequeg' },
    ],
  }),
);

const GARBAGE = ['{"op":"holdings"', 'null', '\u0000', '{"op":"put","kind":"titles","record":{}}'];

/** What happens to the files of a server, and then the changes that are appended in parts. */
const event = fc.record({
  fault: fc.constantFrom('none', 'none', 'garbage', 'rename', 'truncate', 'replace'),
  garbage: fc.constantFrom(...GARBAGE),
  makers: batch,
  parts: fc.array(fc.nat(400), { maxLength: 3 }),
  pauseMs: fc.constantFrom(0, 0, 120),
});

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** Returns the records with the changes in lines. Lines that cannot be applied have no effect. */
function recordsAfter(records: RecordArrays, lines: readonly (Change | string)[]): RecordArrays {
  return lines.reduce<RecordArrays>(
    (changed, line) =>
      typeof line === 'string' ? changed : (changeRecords(changed, line) ?? changed),
    records,
  );
}

/** Returns the number of bytes of a file, or 0 if there is no file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Expects after each event that the followed catalog equals a catalog that is built from the changed records. */
async function expectEqualAfterEach(events: readonly Event[]): Promise<void> {
  const directory = scratchDirectory();
  const [path, changes] = ['a.snapshot', 'changes.jsonl'].map((name) => join(directory, name));
  let source = RECORDS;
  let lines: (Change | string)[] = [];
  await buildSnapshot(source, path);
  const set = await openReplaceableCatalogs([path], { changes });
  try {
    for (const { fault, garbage, makers, parts, pauseMs } of events) {
      const sizeBefore = sizeOf(changes);
      const linesBefore = lines;
      if (fault === 'garbage') {
        lines.push(garbage);
        appendFileSync(changes, `${garbage}\n`);
      } else if (fault === 'rename' && lines.length > 0) {
        renameSync(changes, `${changes}.old`);
        lines = [];
      } else if (fault === 'truncate') {
        writeFileSync(changes, '');
        lines = [];
      }
      const { changes: next } = makeBatch(recordsAfter(source, lines), makers);
      lines.push(...next);
      let rest = Buffer.from(next.map((change) => `${JSON.stringify(change)}\n`).join(''));
      for (const length of [...parts, rest.length]) {
        appendFileSync(changes, rest.subarray(0, length));
        rest = rest.subarray(length);
        await delay(pauseMs);
      }
      if (fault === 'replace') {
        source = recordsAfter(RECORDS, lines.slice(0, 3));
        await buildSnapshot(source, path);
        await set.refresh([path]);
      }
      // A new file needs another size than the old file, because the test waits for the size.
      if (lines !== linesBefore && sizeOf(changes) === sizeBefore) appendFileSync(changes, '\n');
      const size = sizeOf(changes);
      const read = () => set.snapshots().map((snapshot) => snapshot.changes?.bytes);
      await expect.poll(read).toEqual([size]);
      const expected = recordsAfter(source, lines);
      const rebuilt = createCatalog(expected);
      for (const request of fc.sample(requestsFor(expected), 15)) {
        expect(bodyOf(request, set.current()[0]), request.name).toBe(bodyOf(request, rebuilt));
      }
    }
  } finally {
    await set.close();
  }
}

// On a busy machine, a sample can take several seconds.
const TIMEOUT_MS = isLong ? 900_000 : 120_000;

it(
  'Followed catalogs equal rebuilt catalogs after every fault of their files',
  async () => {
    const events = fc.array(event, { minLength: 3, maxLength: 8 });
    const property = fc.asyncProperty(events, expectEqualAfterEach);
    await fc.assert(property, { numRuns: runs(20) });
  },
  TIMEOUT_MS,
);
