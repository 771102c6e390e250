import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshotSections } from '../../../src/snapshot/changes/catalog-source.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { compile } from '../../cli/compiled.js';
import { SEED } from '../../random-seed.js';
import { DEMO } from '../../shared-data.js';
import { dataOfSections } from '../data-of-sections.js';
import { everySection } from './every-section.js';
import { createRandom, mutateSnapshot } from './mutations.js';

/** The number of changed snapshots. `npm run test:longest` sets the environment variable `CARREL_MUTATIONS`. */
const MUTATIONS = Number(process.env.CARREL_MUTATIONS ?? 100);

/** A process that takes longer than this for one snapshot counts as hanging. A busy machine can take many seconds. */
const TIMEOUT_MS = 120_000;
/** The maximum memory of the process beyond its memory after valid snapshots: 32 MB, and 4 times the file. */
const MAX_BYTES = 32 * 2 ** 20;
const MAX_BYTES_PER_BYTE = 4;
/** The number of times that the valid snapshot is opened before the memory is measured. */
const WARM_UPS = 8;

/** The reply of `answering-process.mjs`. */
interface Outcome {
  readonly kind: 'refused' | 'answered' | 'failed';
  readonly message?: string;
  /** The maximum memory of the process so far in bytes. */
  readonly maxRss: number;
}

/** One of this number of snapshots is the demo catalog. It takes several times as long, and has more blocks of numbers. */
const DEMO_INTERVAL = 100;

/** The sections of the demo catalog. */
let demo: ReadonlyMap<string, SectionData>;
/** The sections of a small catalog. */
let small: ReadonlyMap<string, SectionData>;
let child: ChildProcess | undefined;
let idleBytes = 0;

beforeAll(() => {
  compile();
  demo = dataOfSections(snapshotSections(openCatalog(join(DEMO, 'alderwick'))));
  small = everySection();
}, 240_000);

afterAll(() => child?.kill('SIGKILL'));

/** Opens a snapshot in the child process. Starts a process if there is none. */
async function answerFrom(bytes: Uint8Array): Promise<Outcome> {
  if (child === undefined) {
    const file = join(import.meta.dirname, 'answering-process.mjs');
    child = fork(file, { serialization: 'advanced', execArgv: ['--expose-gc'] });
    const valid = Buffer.concat([...writeSections(demo)]);
    for (let i = 0; i < WARM_UPS; i++) {
      const outcome = await exchange(child, valid);
      if (outcome.kind !== 'answered') throw new Error(`valid snapshot: ${outcome.message}`);
      idleBytes = outcome.maxRss;
    }
  }
  return exchange(child, bytes);
}

async function exchange(process: ChildProcess, bytes: Uint8Array): Promise<Outcome> {
  const replied = new AbortController();
  const signal = AbortSignal.any([replied.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const failed = (message: string): Outcome => ({ kind: 'failed', message, maxRss: 0 });
  process.send(bytes);
  const outcome = await Promise.race([
    once(process, 'message', { signal }).then(([message]) => message as Outcome),
    once(process, 'exit', { signal }).then(([status, name]) =>
      failed(`the process exited with ${status ?? name}`),
    ),
  ]).catch(() => failed(`no reply within ${TIMEOUT_MS} ms`));
  replied.abort();
  if (outcome.kind === 'failed') endProcess();
  return outcome;
}

function endProcess(): void {
  child?.kill('SIGKILL');
  child = undefined;
}

/** Returns the reason why an outcome is a failure, or undefined. */
function problemOf({ kind, message, maxRss }: Outcome, size: number): string | undefined {
  if (kind === 'failed') return message;
  const bytes = maxRss - idleBytes;
  if (bytes <= MAX_BYTES + MAX_BYTES_PER_BYTE * size) return undefined;
  return `${Math.round(bytes / 2 ** 20)} MB of memory for a file of ${size} bytes`;
}

/**
 * Returns the outcome of a snapshot, and its problem if there is one. The memory of a process includes what earlier
 * snapshots left, so a snapshot that seems to take too much is opened again in a new process.
 */
async function tryOut(bytes: Uint8Array): Promise<{ kind: Outcome['kind']; problem?: string }> {
  const outcome = await answerFrom(bytes);
  const { kind } = outcome;
  if (problemOf(outcome, bytes.length) === undefined) return { kind };
  if (kind !== 'failed') endProcess();
  const problem = problemOf(kind === 'failed' ? outcome : await answerFrom(bytes), bytes.length);
  return problem === undefined ? { kind } : { kind, problem };
}

describe('the small snapshot', () => {
  it('has contents in every section', () => {
    const empty = [...small].filter(([, { length }]) => length === 0).map(([name]) => name);
    expect(empty).toEqual([]);
    expect([...demo.keys()].filter((name) => !small.has(name))).toEqual([]);
  });
});

describe('a snapshot with changed structures and valid checksums', () => {
  it(`is refused, or answers all requests or returns 503, for ${MUTATIONS} changes`, async () => {
    const counts = { refused: 0, answered: 0, failed: 0 };
    const problems: string[] = [];
    for (let i = 0; i < MUTATIONS && problems.length < 20; i++) {
      const seed = SEED * 1_000_003 + i;
      const sections = i % DEMO_INTERVAL === 0 ? demo : small;
      const bytes = mutateSnapshot(sections, createRandom(seed));
      const { kind, problem } = await tryOut(bytes);
      counts[kind]++;
      if (problem === undefined) continue;
      const directory = join(tmpdir(), 'carrel-mutated-snapshots');
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${seed}.snapshot`), bytes);
      problems.push(`seed ${seed}: ${problem}`);
    }
    expect(problems).toEqual([]);
    // Mutations of both outcomes show that the mutations are neither too small nor too large.
    expect(counts.refused).toBeGreaterThan(MUTATIONS / 10);
    expect(counts.answered).toBeGreaterThan(MUTATIONS / 3);
    process.stdout.write(`${MUTATIONS} mutations: ${JSON.stringify(counts)}\n`);
  }, 7_200_000);
});
