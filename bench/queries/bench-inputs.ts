import type { Title } from '../../src/index.js';
import { HOSTILE_SAMPLE, type HostileFamily, hostileQueries } from './hostile-queries.js';
import { comparedQueries, type ReaderQuery, sampleTitles } from './reader-queries.js';

/** What measuring processes receive: the queries of the bench for one catalog, as plain data. */
export interface BenchInputs {
  /** The titles that reader queries and other requests are made from. */
  readonly sample: readonly Title[];
  /** The queries on which engines are compared. */
  readonly compared: readonly ReaderQuery[];
  readonly hostile: readonly HostileFamily[];
}

/**
 * Makes the queries for a catalog.
 *
 * @param titles returns the titles from the first on; called twice
 */
export function benchInputs(titles: () => Iterable<Title>, size: number): BenchInputs {
  const sample = sampleTitles(titles(), size);
  return {
    sample,
    compared: comparedQueries(sample),
    hostile: hostileQueries(firstOf(titles(), HOSTILE_SAMPLE)),
  };
}

function* firstOf<T>(values: Iterable<T>, count: number): Generator<T> {
  let number = 0;
  for (const value of values) {
    yield value;
    if (++number === count) return;
  }
}
