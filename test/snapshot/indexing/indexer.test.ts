import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Segment } from '../../../src/search/index.js';
import { indexTexts, SEGMENT_CHARACTERS } from '../../../src/snapshot/indexing/index-texts.js';
import { createIndexer, type IndexerOptions } from '../../../src/snapshot/indexing/indexer.js';
import {
  createIndexingThreads,
  type IndexingThreads,
  NO_THREADS,
} from '../../../src/snapshot/indexing/indexing-thread.js';
import { scratchDirectory, writeFiles } from '../file/scratch-directory.js';

const FIELDS = ['title', 'author'];
const TITLES = Array.from({ length: 40 }, (_, number) => ({
  title: [`Volume ${number % 7} of ${number}`],
  author: ['Herman Melville'],
}));
/** The segments of {@link TITLES} with a segment size of 4. */
const SEGMENTS = Array.from({ length: 11 }, (_, i) =>
  indexTexts({ texts: TITLES.slice(4 * i, 4 * i + 4), fields: FIELDS }),
);
const WORKER = join(import.meta.dirname, '../../../dist/snapshot/indexing/segment-worker.js');

function indexed(options: IndexerOptions): Segment[] {
  const indexer = createIndexer(FIELDS, { segmentSize: 4, ...options });
  for (const texts of TITLES) indexer.add(texts);
  return [...indexer.finish()];
}

/** Creates threads of which each runs a module with the given text. */
function threadsThatRun(text: string, count = 1): IndexingThreads {
  const directory = writeFiles(scratchDirectory(), { 'worker.mjs': text });
  return threadsOf(join(directory, 'worker.mjs'), count);
}

function threadsOf(file: string, count: number): IndexingThreads {
  const threads = createIndexingThreads(count, pathToFileURL(file));
  onTestFinished(threads.close);
  return threads;
}

describe('createIndexer', () => {
  it('splits titles into segments, the last of which can be empty', () => {
    expect(indexed({})).toEqual(SEGMENTS);
    expect(SEGMENTS[10].documentCount).toBe(0);
    expect([...createIndexer(FIELDS).finish()]).toEqual([SEGMENTS[10]]);
  });

  it('ends a segment before the maximum number of titles if the texts are long', () => {
    const description = 'wide is the sea '.repeat(20_000);
    const indexer = createIndexer(['description']);
    for (let i = 0; i < 15; i++) indexer.add({ description: [description] });
    const counts = Array.from(indexer.finish(), ({ documentCount }) => documentCount);
    expect(counts.length).toBeGreaterThan(2);
    expect(counts.reduce((sum, count) => sum + count)).toBe(15);
    for (const count of counts) {
      expect((count - 1) * description.length).toBeLessThan(SEGMENT_CHARACTERS);
    }
  });

  it('stores each segment once', () => {
    const stored: Segment[] = [];
    const store = (segment: Segment) => {
      stored.push(segment);
      return { ...segment };
    };
    expect(indexed({ store })).toEqual(SEGMENTS);
    expect(stored).toEqual(SEGMENTS);
  });

  it.runIf(existsSync(WORKER))('returns the same segments with threads', async () => {
    for (const count of [1, 3]) {
      const threads = threadsOf(WORKER, count);
      for (let round = 0; round < 3; round++) {
        expect(indexed({ threads })).toEqual(SEGMENTS);
        await delay(50);
      }
    }
  });

  it.runIf(existsSync(WORKER))('uses the segments that a thread has built', () => {
    const threads = threadsOf(WORKER, 1);
    threads.start();
    const sent = threads.send({ texts: TITLES, fields: FIELDS });
    const expected = indexTexts({ texts: TITLES, fields: FIELDS });
    let received = sent?.receive();
    const end = performance.now() + 30_000;
    while (received === undefined && performance.now() < end) received = sent?.receive();
    expect(received).toEqual(expected);
  });

  it.each([
    ['never begins', ''],
    ['cannot start', 'throw new Error("no memory")'],
    ['exits', 'process.exit(3)'],
    [
      'ends without a segment',
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ state }) => {
        if (Atomics.compareExchange(state, 0, 0, 1) !== 0) return;
        Atomics.store(state, 0, 2);
        Atomics.notify(state, 0);
      });`,
    ],
  ])('indexes the texts of a thread that %s', async (_, text) => {
    const threads = threadsThatRun(text);
    for (let round = 0; round < 3; round++) {
      expect(indexed({ threads })).toEqual(SEGMENTS);
      await delay(50);
    }
  });

  it('sends at most three unfinished texts to each thread', () => {
    const threads = threadsThatRun('', 2);
    const sent = Array.from({ length: 8 }, () => {
      threads.start();
      return threads.send({ texts: TITLES, fields: FIELDS }) !== undefined;
    });
    expect(sent).toEqual([true, true, true, true, true, true, false, false]);
  });

  it('has no threads if the file of the worker is missing', () => {
    expect(createIndexingThreads(1, pathToFileURL('/nowhere/worker.js'))).toBe(NO_THREADS);
    expect(createIndexingThreads(0)).toBe(NO_THREADS);
  });
});
