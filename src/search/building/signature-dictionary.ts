/** One field of a signature, and how often the term stands in it. */
export interface SignatureEntry {
  readonly field: number;
  readonly frequency: number;
}

/** A term that stands more often than this in one field counts as often: its score is no other. */
const MOST_FREQUENT = 2 ** 20 - 1;
const FIELD_BOUND = 2 ** 8;

/**
 * Numbers the different combinations of fields and term frequencies as they are met. A combination
 * is reached from {@link NO_SIGNATURE} one field after the other, which takes no allocation when it
 * is known; those passed on the way get numbers too.
 */
export class SignatureDictionary {
  private readonly parents: number[] = [-1];
  private readonly entries: SignatureEntry[] = [{ field: 0, frequency: 0 }];
  private readonly numbers = new Map<number, number>();

  /** How many numbers are given, {@link NO_SIGNATURE} included. */
  get size(): number {
    return this.entries.length;
  }

  /** The signature that has the fields of `signature`, and `field` after them. */
  extend(signature: number, field: number, occurrences: number): number {
    const frequency = Math.min(occurrences, MOST_FREQUENT);
    const key = (signature * FIELD_BOUND + field) * (MOST_FREQUENT + 1) + frequency;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.entries.length;
    this.numbers.set(key, number);
    this.parents.push(signature);
    this.entries.push({ field, frequency });
    return number;
  }

  /** The fields of a signature, in the order they were added. */
  entriesOf(signature: number): SignatureEntry[] {
    const entries: SignatureEntry[] = [];
    for (let at = signature; at !== NO_SIGNATURE; at = this.parents[at]) {
      entries.push(this.entries[at]);
    }
    return entries.reverse();
  }
}

/** The signature of a term that stands nowhere. */
export const NO_SIGNATURE = 0;
