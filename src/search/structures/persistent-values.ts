/** Values by their numbers. */
export interface NumberedValues<T> {
  /** The number of values that {@link copy} copies. */
  readonly size: number;
  get(number: number): T;
  set(number: number, value: T): void;
  copy(): this;
}

/** The number of values in a block of {@link ReplacedValues}. Growing a much larger array would be a long pause. */
const BLOCK_SIZE = 4096;

/** {@link PersistentValues.replacedSince} lists up to this number of replaced values, or up to this part of all values. */
const MAX_LISTED = { number: 4096, part: 1 / 16 };

/** The values that a new version has replaced, in the order in which they were replaced. */
class ReplacedValues<T> {
  private readonly blocks: { readonly numbers: number[]; readonly values: T[] }[] = [];
  /** The number of values. */
  length = 0;

  add(number: number, value: T): void {
    if (this.length++ % BLOCK_SIZE === 0) this.blocks.push({ numbers: [], values: [] });
    const { numbers, values } = this.blocks[this.blocks.length - 1];
    numbers.push(number);
    values.push(value);
  }

  /** Adds each value to `all` by its number, unless a value with this number was added before. */
  addFirstTo(all: Map<number, T>): void {
    for (const { numbers, values } of this.blocks) {
      for (let i = 0; i < numbers.length; i++) {
        if (!all.has(numbers[i])) all.set(numbers[i], values[i]);
      }
    }
  }

  /** Sets the values that were replaced, the last value first. */
  restore(replacing: NumberedValues<T>): void {
    for (let block = this.blocks.length - 1; block >= 0; block--) {
      const { numbers, values } = this.blocks[block];
      for (let i = numbers.length - 1; i >= 0; i--) replacing.set(numbers[i], values[i]);
    }
  }
}

/**
 * Values that do not change, and of which new versions are created without a copy of the values: a persistent array of
 * functional programming. The newest version has the values. An earlier version has the values that the next version
 * replaced, and copies the values of the newest version when it is read (Henry Baker, "Shallow Binding Makes Functional
 * Arrays Fast", 1991).
 */
export class PersistentValues<T, V extends NumberedValues<T>> {
  /** Undefined if a later version has the values: see {@link next}. */
  private values: V | undefined;
  /** The version that was created from this version and took over its values, and the values that it replaced. */
  private next:
    | { readonly version: PersistentValues<T, V>; readonly replaced: ReplacedValues<T> }
    | undefined;
  /** The number of values that were replaced since the last copy. */
  private replacedCount = 0;

  /** @param values the values, which only this object may change from now on */
  constructor(values: V) {
    this.values = values;
  }

  /** Returns the values. The caller must not change them, and not read them after another version is created. */
  read(): V {
    this.values ??= this.copyValues();
    this.next = undefined;
    return this.values;
  }

  private copyValues(): V {
    const replaced: ReplacedValues<T>[] = [];
    let version: PersistentValues<T, V> = this;
    while (version.next !== undefined) {
      replaced.push(version.next.replaced);
      version = version.next.version;
    }
    const values = version.values!.copy();
    for (const ofVersion of replaced.reverse()) ofVersion.restore(values);
    return values;
  }

  /**
   * Returns the values that were replaced since an earlier version, by their numbers. A value can equal the value in this
   * version.
   *
   * @returns undefined if this version was not created from the other version, if one of the versions between has copied
   *   its values, or if more than 4,096 values and 1/16 of all values were replaced: reading all values then takes less time
   */
  replacedSince(earlier: PersistentValues<T, V>): Map<number, T> | undefined {
    const maxListed = Math.max(MAX_LISTED.number, this.read().size * MAX_LISTED.part);
    if (this.replacedCount - earlier.replacedCount > maxListed) return undefined;
    const all = new Map<number, T>();
    let version = earlier;
    while (version !== this) {
      if (version.next === undefined) return undefined;
      version.next.replaced.addFirstTo(all);
      version = version.next.version;
    }
    return all;
  }

  /**
   * Creates an editor of a new version. This version remains valid, also while the editor is used.
   *
   * @remarks O(1) per value, on average. So that an earlier version refers to a limited number of replaced values, the
   *   values are copied when more values were replaced than exist.
   */
  edit(): ValuesEditor<T, V> {
    let version: PersistentValues<T, V> | undefined;
    let values: V | undefined;
    const replaced = new ReplacedValues<T>();
    const begin = (): V => {
      const own = this.read();
      const isCopied = this.replacedCount > own.size;
      version = new PersistentValues(isCopied ? own.copy() : own);
      if (!isCopied) {
        version.replacedCount = this.replacedCount;
        this.values = undefined;
        this.next = { version, replaced };
      }
      return version.read();
    };
    return {
      get: (number) => (values ?? this.read()).get(number),
      set(number, value) {
        const before = this.get(number);
        if (before === value) return;
        values ??= begin();
        replaced.add(number, before);
        values.set(number, value);
      },
      finish: () => {
        if (version === undefined) return this;
        version.replacedCount += replaced.length;
        return version;
      },
    };
  }
}

/** Replaces values in a new version. */
export interface ValuesEditor<T, V extends NumberedValues<T>> {
  get(number: number): T;
  set(number: number, value: T): void;
  /** Returns the new version, or the same version without a change. The editor must not be used any more. */
  finish(): PersistentValues<T, V>;
}
