import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type * as Carrel from '../../../../src/index.js';
import { buildSnapshot as buildInThread } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { ROOT } from '../../../cli/compiled.js';
import { scratchDirectory } from '../scratch-directory.js';

// Only the compiled package has the file of the worker.
const { buildSnapshot, PublishingError, SourceError }: typeof Carrel = await import(
  pathToFileURL(join(ROOT, 'dist/index.js')).href
);

/** More titles than fit into the batches that are sent before the first is read. */
const TITLES = Array.from({ length: 1200 }, (_, number) => book(`${number}`, `Volume ${number}`));

async function* streamed<T>(records: readonly T[]) {
  for (const record of records) {
    await undefined;
    yield record;
  }
}

describe('buildSnapshot in a worker thread', () => {
  it('builds the same file as the calling thread, and reports progress', async () => {
    const directory = scratchDirectory();
    const [expected, file] = [join(directory, 'a.snapshot'), join(directory, 'b.snapshot')];
    const users = [{ id: 7, name: 'ishmael' }];
    const { file: _, ...report } = await buildInThread(
      recordsOf({ titles: TITLES, users }),
      expected,
    );
    const counts: number[] = [];
    const records = { ...recordsOf({}), users: streamed(users), titles: streamed(TITLES) };
    const shares: (number | undefined)[] = [];
    const built = await buildSnapshot(records, file, {
      progress: (count, share) => {
        counts.push(count);
        shares.push(share);
      },
    });
    expect(built).toEqual({ file, ...report });
    expect(readFileSync(file).equals(readFileSync(expected))).toBe(true);
    expect(counts.at(-1)).toBe(TITLES.length);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0.7);
  });

  it.runIf(process.platform === 'linux')('runs in a thread of lower priority', async () => {
    const threads = () => readdirSync('/proc/self/task').map(Number);
    const before = new Set(threads());
    let nicest = Number.NEGATIVE_INFINITY;
    async function* titles() {
      yield* streamed(TITLES);
      const started = threads().filter((thread) => !before.has(thread));
      nicest = Math.max(nicest, ...started.map((thread) => getPriority(thread)));
    }
    const file = join(scratchDirectory(), 'x.snapshot');
    await buildSnapshot({ ...recordsOf({}), titles: titles() }, file);
    expect(nicest).toBe(Math.min(getPriority() + 5, 19));
  });

  it('rejects with the error of progress', async () => {
    const directory = scratchDirectory();
    const progress = () => {
      throw new Error('progress failed');
    };
    const built = buildSnapshot(recordsOf({ titles: TITLES }), join(directory, 'x.snapshot'), {
      progress,
    });
    await expect(built).rejects.toThrow(new Error('progress failed'));
    expect(readdirSync(directory).filter((name) => name !== 'x.snapshot')).toEqual([]);
  });

  it('rejects with errors of the same class and with the same fields', async () => {
    const file = join(scratchDirectory(), 'x.snapshot');
    const records = recordsOf({ titles: [book('1', 'Emma'), book('1', 'Persuasion')] });
    const errors = [
      "titles[1]: id: expected a unique id, found '1', the id of the title at titles[0]",
    ];
    const error = await buildSnapshot(records, file).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ name: 'SourceError', message: errors[0], errors, count: 1 });
    await expect(buildSnapshot(recordsOf({}), file, { minTitles: 1 })).rejects.toBeInstanceOf(
      PublishingError,
    );
    await expect(buildSnapshot(recordsOf({}), file, { threads: 0 })).rejects.toThrow(
      new RangeError('threads: expected a positive whole number, found 0'),
    );
  });

  it('reports the place of a record that cannot be copied to the thread', async () => {
    const titles = [book('1', 'Emma'), { ...book('2', 'Persuasion'), tags: [Symbol('x')] }];
    const records = recordsOf({ titles: titles as unknown as Carrel.Title[] });
    await expect(buildSnapshot(records, join(scratchDirectory(), 'x.snapshot'))).rejects.toThrow(
      'titles[1]: expected a record of plain data, found a value that cannot be copied (Symbol(x) could not be cloned.)',
    );
  });

  it('rejects with the reason of an aborted signal, closes the iterable, and leaves no file', async () => {
    const directory = scratchDirectory();
    const abort = new AbortController();
    let isClosed = false;
    async function* titles() {
      try {
        yield* TITLES;
        abort.abort(new Error('stopped'));
        for (let number = 0; ; number++) yield book(`more-${number}`, 'Emma');
      } finally {
        isClosed = true;
      }
    }
    const records = { ...recordsOf({}), titles: titles() };
    const built = buildSnapshot(records, join(directory, 'x.snapshot'), { signal: abort.signal });
    await expect(built).rejects.toThrow(new Error('stopped'));
    await expect.poll(() => isClosed).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
  });
});
