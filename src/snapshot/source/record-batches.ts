/* Reads a source in batches for a worker thread, and makes a source of the batches there. */

import { setImmediate } from 'node:timers/promises';
import {
  memoryFile,
  type Source,
  type SourceFile,
  type SourceRecord,
  type StreamedSource,
} from './source.js';

/** The time after which a task pauses, so that the event loop can do other work. */
const SLICE_MS = 3;

/** Pauses of a long task in the thread of the caller. */
export interface Pauses {
  /** Whether the task has run for a time slice since the last pause. */
  isDue(): boolean;
  /** Lets the event loop do other work, and begins the next time slice. */
  pause(): Promise<void>;
}

/** Starts the first time slice of a task. */
export function createPauses(): Pauses {
  let begin = performance.now();
  return {
    isDue: () => performance.now() - begin >= SLICE_MS,
    async pause() {
      await setImmediate();
      begin = performance.now();
    },
  };
}

/** The kinds of records, in the order in which a build reads them. */
const KINDS = [
  'library',
  'users',
  'userContent',
  'lists',
  'sessions',
  'synonyms',
  'holdings',
  'titles',
] as const;
type Kind = (typeof KINDS)[number];

/** The maximum number of records in a batch. Copying this number of titles takes about a millisecond. */
const BATCH_RECORDS = 50;

/** Some records of one kind as plain data, in the order of the source. */
export interface RecordBatch {
  readonly kind: Kind;
  /** The name of the file or of the array of the records. */
  readonly name: string;
  readonly records: readonly SourceRecord[];
  /** The place of each record in messages. */
  readonly places: readonly string[];
}

/**
 * Reads a source in batches: all batches of one kind, then all batches of the next, at least one per kind. The titles
 * are last. Pauses between records, so that the caller's event loop is never blocked for long.
 *
 * @throws the error of an iterable of the source
 */
export async function* recordBatches(source: StreamedSource): AsyncGenerator<RecordBatch> {
  const pauses = createPauses();
  for (const kind of KINDS) {
    const file = source[kind] ?? memoryFile(kind);
    let records: SourceRecord[] = [];
    let places: string[] = [];
    const take = (): RecordBatch => {
      const batch = { kind, name: file.name, records, places };
      [records, places] = [[], []];
      return batch;
    };
    for await (const record of file.records()) {
      records.push(record);
      places.push(file.place(record.position));
      const isDue = pauses.isDue();
      if (isDue || records.length === BATCH_RECORDS) yield take();
      if (isDue) await pauses.pause();
    }
    yield take();
  }
}

/**
 * Returns the source of batches that {@link recordBatches} yields. Reads all batches before the titles, and streams the
 * titles.
 */
export async function sourceOfBatches(
  name: string,
  batches: AsyncIterator<RecordBatch>,
): Promise<Source> {
  const files = {} as Record<Kind, CollectedFile>;
  for (;;) {
    const { done, value: batch } = await batches.next();
    if (done) throw new Error(`${name}: expected titles, found the end of the batches`);
    files[batch.kind] ??= new CollectedFile(batch.name);
    const file = files[batch.kind];
    if (batch.kind !== 'titles') file.add(batch);
    else return { ...files, name, titles: streamedTitles(file, batch, batches) };
  }
}

function streamedTitles(
  file: CollectedFile,
  first: RecordBatch,
  others: AsyncIterator<RecordBatch>,
): Source['titles'] {
  return {
    name: file.name,
    place: file.place,
    async *records() {
      for (let batch = first; ; ) {
        file.addPlaces(batch);
        yield* batch.records;
        const { done, value } = await others.next();
        if (done) return;
        batch = value;
      }
    },
  };
}

/** The records of one kind, from batches. */
class CollectedFile implements SourceFile {
  readonly #records: SourceRecord[] = [];
  /** The places that differ from the name and the position, by position. */
  readonly #places = new Map<number, string>();

  constructor(readonly name: string) {}

  add(batch: RecordBatch): void {
    for (const record of batch.records) this.#records.push(record);
    this.addPlaces(batch);
  }

  addPlaces({ records, places }: RecordBatch): void {
    for (const [index, { position }] of records.entries()) {
      if (places[index] !== this.#usualPlace(position)) this.#places.set(position, places[index]);
    }
  }

  readonly place = (position: number): string =>
    this.#places.get(position) ?? this.#usualPlace(position);

  records(): Iterable<SourceRecord> {
    return this.#records;
  }

  #usualPlace(position: number): string {
    return `${this.name}[${position}]`;
  }
}
