import type { ValueColumn } from '../columns/value-column.js';
import { complement } from '../document-sets.js';
import { type FacetCounts, topValues } from './top-values.js';
import { counterBases, type ValueCombinations } from './value-combinations.js';

/** Counts and selects by columns of few values, which go by the combinations of them that occur. */
export interface CombinedTally {
  /**
   * By column, the most frequent values of the documents.
   *
   * @param documents ascending, each once
   */
  count(documents: Uint32Array, limit: number): Map<number, FacetCounts>;
  /** The same for one column, which must be in a group. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts;
  /**
   * The documents of `candidates` (ascending) that have any of the values in a column, which must be
   * in a group.
   */
  select(candidates: Uint32Array, column: number, values: readonly number[]): Uint32Array;
}

/** Of more than this share of all documents, those are counted that are not among them. */
const MOST_DOCUMENTS = 0.7;

/**
 * A tally over groups of columns: one number a document instead of one for each value.
 *
 * @param columns all of them; columns go by their place here
 */
export function createCombinedTally(
  columns: readonly ValueColumn[],
  groups: readonly ValueCombinations[],
): CombinedTally {
  const documentCount = columns[0]?.documentCount ?? 0;
  const bases = counterBases(columns);
  const counters = new Uint32Array(bases[columns.length]);
  const tallies = groups.map(({ offsets }) => new Uint32Array(offsets.length - 1));
  const spares = groups.map(({ offsets }) => new Uint32Array(offsets.length - 1));
  const room = new Uint32Array(documentCount + 1);

  /** Counts combinations, then each of their values as often as the combination. */
  function add(documents: Uint32Array, wanted: readonly number[]): void {
    const threes = wanted.length - (wanted.length % 3);
    for (let i = 0; i < threes; i += 3) {
      const three = wanted.slice(i, i + 3);
      addThree(
        documents,
        three.map((number) => groups[number]),
        three.map((number) => tallies[number]),
      );
    }
    for (const number of wanted.slice(threes)) {
      addOne(documents, groups[number], tallies[number], spares[number]);
    }
    for (const number of wanted) {
      const { offsets, values } = groups[number];
      const tally = tallies[number];
      for (let combination = 0; combination < tally.length; combination++) {
        const count = tally[combination];
        if (count === 0) continue;
        tally[combination] = 0;
        const end = offsets[combination + 1];
        for (let at = offsets[combination]; at < end; at++) counters[values[at]] += count;
      }
    }
  }

  /** The best values of the columns of some groups. */
  function topOf(
    documents: Uint32Array,
    wanted: readonly number[],
    limit: number,
  ): Map<number, FacetCounts> {
    const isMost = documents.length > documentCount * MOST_DOCUMENTS;
    const counted = isMost ? complement(documents, documentCount) : documents;
    counters.fill(0);
    add(counted, wanted);
    const tops = new Map<number, FacetCounts>();
    for (const column of wanted.flatMap((number) => groups[number].columns)) {
      const counts = counters.subarray(bases[column], bases[column + 1]);
      const totals = columns[column].data.counts;
      if (isMost) for (let i = 0; i < counts.length; i++) counts[i] = totals[i] - counts[i];
      tops.set(column, topValues(counts, limit));
    }
    return tops;
  }

  function groupOf(column: number): number {
    return groups.findIndex((group) => group.columns.includes(column));
  }

  return {
    count: (documents, limit) => topOf(documents, [...groups.keys()], limit),
    countOne(documents, column, limit) {
      return topOf(documents, [groupOf(column)], limit).get(column) as FacetCounts;
    },
    select(candidates, column, wanted) {
      const wantedPlaces = new Uint8Array(counters.length);
      for (const value of wanted) {
        const isKnown = value >= 0 && value < columns[column].dictionary.size;
        if (isKnown) wantedPlaces[bases[column] + value] = 1;
      }
      return selectCombined(candidates, groups[groupOf(column)], wantedPlaces, room);
    },
  };
}

/**
 * Counts the combinations of a group. Most documents have the same few, and to count one again a
 * processor waits for the count before: every other document is counted apart.
 *
 * @param spare as many zeros as there are in `tally`, and again when it is done
 */
function addOne(
  documents: Uint32Array,
  { combinations }: ValueCombinations,
  tally: Uint32Array,
  spare: Uint32Array,
): void {
  const even = documents.length & ~1;
  for (let i = 0; i < even; i += 2) {
    tally[combinations[documents[i]]]++;
    spare[combinations[documents[i + 1]]]++;
  }
  if (even < documents.length) tally[combinations[documents[even]]]++;
  for (let i = 0; i < tally.length; i++) tally[i] += spare[i];
  spare.fill(0);
}

/**
 * Counts the combinations of three groups at once, which need not wait for each other either: at
 * 1,000,000 documents that takes less than half the time of one group after the other.
 */
function addThree(
  documents: Uint32Array,
  [a, b, c]: readonly ValueCombinations[],
  [tallyA, tallyB, tallyC]: readonly Uint32Array[],
): void {
  const [ofA, ofB, ofC] = [a.combinations, b.combinations, c.combinations];
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    tallyA[ofA[document]]++;
    tallyB[ofB[document]]++;
    tallyC[ofC[document]]++;
  }
}

/**
 * One look at a document: which combinations have any of the values is found out first.
 *
 * @param wantedPlaces by the place of a value's counter, 1 for those wanted
 * @param room for all candidates and one more
 */
function selectCombined(
  candidates: Uint32Array,
  { combinations, offsets, values }: ValueCombinations,
  wantedPlaces: Uint8Array,
  room: Uint32Array,
): Uint32Array {
  const accepted = new Uint8Array(offsets.length - 1);
  for (let combination = 0; combination < accepted.length; combination++) {
    const end = offsets[combination + 1];
    for (let at = offsets[combination]; at < end; at++) {
      accepted[combination] |= wantedPlaces[values[at]];
    }
  }
  let count = 0;
  let i = 0;
  if (candidates.length === combinations.length) {
    // All documents: their own numbers need not be read.
    for (; i + 4 <= combinations.length; i += 4) {
      const upToA = count + accepted[combinations[i]];
      const upToB = upToA + accepted[combinations[i + 1]];
      const upToC = upToB + accepted[combinations[i + 2]];
      const upToD = upToC + accepted[combinations[i + 3]];
      room[count] = i;
      room[upToA] = i + 1;
      room[upToB] = i + 2;
      room[upToC] = i + 3;
      count = upToD;
    }
  }
  // Four at a time: what is looked up need not wait until it is known where the last one went.
  for (; i + 4 <= candidates.length; i += 4) {
    const a = candidates[i];
    const b = candidates[i + 1];
    const c = candidates[i + 2];
    const d = candidates[i + 3];
    const upToA = count + accepted[combinations[a]];
    const upToB = upToA + accepted[combinations[b]];
    const upToC = upToB + accepted[combinations[c]];
    const upToD = upToC + accepted[combinations[d]];
    room[count] = a;
    room[upToA] = b;
    room[upToB] = c;
    room[upToC] = d;
    count = upToD;
  }
  for (; i < candidates.length; i++) {
    room[count] = candidates[i];
    count += accepted[combinations[candidates[i]]];
  }
  return room.slice(0, count);
}
