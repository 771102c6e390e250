/** Values by their numbers. */
export interface NumberedValues<T> {
  /** The number of values that {@link copy} copies. */
  readonly size: number;
  get(number: number): T;
  set(number: number, value: T): void;
  copy(): this;
}

/** The values that a new version has replaced, in the order in which they were replaced. */
interface Replaced<T> {
  readonly numbers: number[];
  readonly values: T[];
}

/**
 * Values that do not change, and of which new versions are created without a copy of the values: a persistent array of
 * functional programming. The newest version has the values. An earlier version has the values that the next version
 * replaced, and copies the values of the newest version when it is read (Henry Baker, "Shallow Binding Makes Functional
 * Arrays Fast", 1991).
 */
export class PersistentValues<T, V extends NumberedValues<T>> {
  /** Undefined: see {@link next}. */
  private values: V | undefined;
  /** The version that was created from this version and has its values, and the values that it replaced. */
  private next:
    | { readonly version: PersistentValues<T, V>; readonly replaced: Replaced<T> }
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
    const replaced: Replaced<T>[] = [];
    let version: PersistentValues<T, V> = this;
    while (version.next !== undefined) {
      replaced.push(version.next.replaced);
      version = version.next.version;
    }
    const values = version.values!.copy();
    for (const { numbers, values: before } of replaced.reverse()) {
      for (let i = numbers.length - 1; i >= 0; i--) values.set(numbers[i], before[i]);
    }
    return values;
  }

  /**
   * Returns the values that were replaced since an earlier version, by their numbers. A value can equal the value in this
   * version.
   *
   * @returns undefined if this version was not created from the other version, or if one of the versions between has
   *   copied its values
   */
  replacedSince(earlier: PersistentValues<T, V>): Map<number, T> | undefined {
    const all = new Map<number, T>();
    let version = earlier;
    while (version !== this) {
      if (version.next === undefined) return undefined;
      const { numbers, values } = version.next.replaced;
      for (let i = 0; i < numbers.length; i++) {
        if (!all.has(numbers[i])) all.set(numbers[i], values[i]);
      }
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
    const replaced: Replaced<T> = { numbers: [], values: [] };
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
        replaced.numbers.push(number);
        replaced.values.push(before);
        values.set(number, value);
      },
      finish: () => {
        if (version === undefined) return this;
        version.replacedCount += replaced.numbers.length;
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
