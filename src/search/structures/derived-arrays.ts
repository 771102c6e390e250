/** An array that is computed from an array of an index. */
export type DerivedArray = Uint8Array | Uint32Array | Float32Array;

/** The derived arrays of each source, by name. */
const arraysBySource = new WeakMap<object, Map<string, DerivedArray>>();

let store: <T extends DerivedArray>(array: T) => T = (array) => array;

/**
 * Returns an array that is computed from a source, and computes it at the first call for the source and the name, in steps
 * between which a server can answer requests. Threads that read the same index in shared memory can exchange these
 * arrays: see {@link derivedArraysOf}.
 *
 * @param source an array of a snapshot
 * @param name distinguishes the arrays that are computed from the same source
 * @param compute yields after each step, and returns the array
 * @example
 * runSteps(derivedArrayInSteps(lengths, 'squares', () => squares(lengths)));
 */
export function* derivedArrayInSteps<T extends DerivedArray>(
  source: object,
  name: string,
  compute: () => Generator<undefined, T, void>,
): Generator<undefined, T, void> {
  const known = arraysBySource.get(source)?.get(name);
  return (known as T | undefined) ?? add(source, name, store(yield* compute()));
}

/** The number of elements that one step of {@link zerosInSteps} writes. */
const STEP = 32_768;

/**
 * Returns an array of zeros, whose elements can then be written in any order in short steps. The first write to a memory
 * page takes much longer than later writes, so this function writes all pages, in steps.
 */
export function* zerosInSteps(length: number): Generator<undefined, Uint32Array, void> {
  const zeros = new Uint32Array(length);
  for (let start = 0; start < length; start += STEP) {
    zeros.fill(0, start, start + STEP);
    yield;
  }
  return zeros;
}

/** Runs all steps of a generator, and returns its result. */
export function runSteps<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function add<T extends DerivedArray>(source: object, name: string, array: T): T {
  addDerivedArrays(source, [[name, array]]);
  return array;
}

/** Returns the arrays that were computed from a source, by name. */
export function derivedArraysOf(source: object): ReadonlyMap<string, DerivedArray> {
  return arraysBySource.get(source) ?? new Map();
}

/** Adds arrays that another thread has computed from a source, by name. An array that is already known is kept. */
export function addDerivedArrays(
  source: object,
  arrays: Iterable<readonly [string, DerivedArray]>,
): void {
  const known = arraysBySource.get(source) ?? new Map<string, DerivedArray>();
  arraysBySource.set(source, known);
  for (const [name, array] of arrays) if (!known.has(name)) known.set(name, array);
}

/**
 * Sets the function that each array passes through after it was computed. The function returns the array that is used,
 * such as a copy in shared memory.
 */
export function storeDerivedArrays(storeArray: <T extends DerivedArray>(array: T) => T): void {
  store = storeArray;
}
