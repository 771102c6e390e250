import type { Records } from '../../catalog/catalog.js';

/**
 * The position of a change among all changes that are applied together, from 1. A record of the catalog that no change
 * replaced has the position 0.
 */
export type Position = number;

/** A record with its key and the position of the change that added or replaced it. */
export interface PositionedRecord<T> {
  readonly key: string;
  readonly record: T;
  readonly position: Position;
}

/** The records of one kind in a catalog, with the changes of these records. */
export class ChangedKind<T> {
  readonly #base: Records<T>;
  readonly #isDeletedLater: ((record: T, position: Position) => boolean) | undefined;
  /** The changed records by key. A deleted record is undefined. */
  readonly #changed = new Map<
    string,
    { readonly record: T | undefined; readonly position: Position }
  >();

  /**
   * @param base the records of the catalog; the ids are the keys
   * @param isDeletedLater Whether a record was deleted together with its user or title after a position. Default:
   *   never.
   */
  constructor(base: Records<T>, isDeletedLater?: (record: T, position: Position) => boolean) {
    this.#base = base;
    this.#isDeletedLater = isDeletedLater;
  }

  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  has(key: string): boolean {
    const changed = this.#changed.get(key);
    // A record of the catalog is decoded only if it can have been deleted with its user or title.
    if (changed === undefined && this.#isDeletedLater === undefined) {
      return this.#base.numberOf(key) >= 0;
    }
    const { record, position } = changed ?? { record: this.#baseRecord(key), position: 0 };
    return record !== undefined && !this.#isDeletedLater?.(record, position);
  }

  /** Adds or replaces a record, or deletes the record if `record` is undefined. */
  set(key: string, record: T | undefined, position: Position): void {
    this.#changed.set(key, { record, position });
  }

  /** Yields all records, in any order. */
  *all(): Generator<PositionedRecord<T>> {
    for (let number = 0; number < this.#base.size; number++) {
      const key = this.#base.id(number);
      if (this.#changed.has(key)) continue;
      const record = this.#base.get(number);
      if (!this.#isDeletedLater?.(record, 0)) yield { key, record, position: 0 };
    }
    for (const [key, { record, position }] of this.#changed) {
      if (record === undefined || this.#isDeletedLater?.(record, position)) continue;
      yield { key, record, position };
    }
  }

  #baseRecord(key: string): T | undefined {
    const number = this.#base.numberOf(key);
    return number < 0 ? undefined : this.#base.get(number);
  }
}
