/** The number of a set that stands for the values before all changes. */
export const UNCHANGED = 0;

/**
 * Numbers distinct values and distinct sets of values. Numbers are only added, so columns can share the value sets and
 * stay valid when another column adds a set.
 */
export class ValueSets {
  /** The values, by stored ordinal. */
  readonly values: string[];
  /** By number of the set: the stored ordinals of its values, ascending. The set {@link UNCHANGED} is empty. */
  readonly ordinals: (readonly number[])[] = [[]];
  readonly #ordOf: Map<string, number>;
  /** The numbers of the sets, by their stored ordinals in any order, with commas between them. */
  readonly #numberOf = new Map<string, number>();

  /** @param values the first values */
  constructor(values: readonly string[]) {
    this.values = [...values];
    this.#ordOf = new Map(values.map((value, ord) => [value, ord]));
  }

  /**
   * Returns the number of the set of these values. Never returns {@link UNCHANGED}.
   *
   * @param values the values in any order; a repeated value counts once
   */
  numberOf(values: readonly string[]): number {
    const ordinals = values.map((value) => this.#ordinalOf(value));
    const key = ordinals.join();
    const known = this.#numberOf.get(key);
    if (known !== undefined) return known;
    const sorted = [...new Set(ordinals)].sort((a, b) => a - b);
    const sortedKey = sorted.join();
    const number = this.#numberOf.get(sortedKey) ?? this.ordinals.push(sorted) - 1;
    this.#numberOf.set(sortedKey, number);
    this.#numberOf.set(key, number);
    return number;
  }

  #ordinalOf(value: string): number {
    let ord = this.#ordOf.get(value);
    if (ord === undefined) {
      ord = this.values.push(value) - 1;
      this.#ordOf.set(value, ord);
    }
    return ord;
  }
}
