/** A field and the frequency of a term in the field. */
export interface FieldFrequency {
  readonly field: number;
  readonly frequency: number;
}

/**
 * The maximum stored term frequency. A higher frequency is stored as the maximum, which hardly changes the
 * score.
 */
const MAX_FREQUENCY = 2 ** 20 - 1;
/** Field numbers are below this number. */
const FIELD_RANGE = 2 ** 8;

/**
 * The distinct frequency sets of a segment, numbered from 0. A frequency set is the fields of a posting, with
 * the term frequency in each field. To look up a set, start with {@link EMPTY_FREQUENCY_SET} and call
 * {@link extend} for each field, in ascending order. Every call numbers and stores the set so far, if the
 * set is new. The lookup of an existing set allocates no memory.
 */
export class FrequencySets {
  /** For each set, the set without its last field; -1 for {@link EMPTY_FREQUENCY_SET}. */
  private readonly parents: number[] = [-1];
  /** For each set, its last field. The entry of {@link EMPTY_FREQUENCY_SET} is not used. */
  private readonly entries: FieldFrequency[] = [{ field: 0, frequency: 0 }];
  private readonly numbers = new Map<number, number>();

  /** The number of frequency sets, including {@link EMPTY_FREQUENCY_SET}. */
  get size(): number {
    return this.entries.length;
  }

  /**
   * Returns the frequency set that has the fields of `frequencySet`, then `field`. Adds the set if the set
   * is new.
   *
   * @param occurrences the term frequency in `field`
   */
  extend(frequencySet: number, field: number, occurrences: number): number {
    const frequency = Math.min(occurrences, MAX_FREQUENCY);
    const key = (frequencySet * FIELD_RANGE + field) * (MAX_FREQUENCY + 1) + frequency;
    const existing = this.numbers.get(key);
    if (existing !== undefined) return existing;
    const number = this.entries.length;
    this.numbers.set(key, number);
    this.parents.push(frequencySet);
    this.entries.push({ field, frequency });
    return number;
  }

  /** Returns the fields and term frequencies of a set, in the order of the calls of {@link extend}. */
  entriesOf(frequencySet: number): FieldFrequency[] {
    const entries: FieldFrequency[] = [];
    for (let at = frequencySet; at !== EMPTY_FREQUENCY_SET; at = this.parents[at]) {
      entries.push(this.entries[at]);
    }
    return entries.reverse();
  }
}

/** The frequency set without fields. */
export const EMPTY_FREQUENCY_SET = 0;
