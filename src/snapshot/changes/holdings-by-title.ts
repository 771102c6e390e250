import { HOLDING_STATUSES } from '../../catalog/records/title.js';
import { type NumberedValues, PersistentValues, SmallestArray } from '../../search/index.js';
import { type EncodedHoldings, isOfSameCopies } from './encoded-holdings.js';

/** The new number of a title whose changed holdings are left out: see {@link HoldingsByTitle.renumbered}. */
export const LEFT_OUT = 0xffffffff;

/** The number of titles that one step of {@link HoldingsByTitle.renumbered} visits. */
const TITLES_PER_STEP = 1024;

/** Stands for the holdings of a title that have not changed. */
const UNCHANGED = 0;
/** Stands for changed holdings that are a text. Holdings as a number begin with the digit 1, so none has this number. */
const TEXT = 2;

const STATUS_COUNT = HOLDING_STATUSES.length;
/** The maximum number of statuses for which a number below 2^32 is enough. */
const MAX_STATUSES = Math.floor(31 / Math.log2(STATUS_COUNT));

/**
 * The changed holdings of titles, by the number of a title. A value is immutable.
 */
export class HoldingsByTitle {
  private constructor(
    /**
     * By title: {@link UNCHANGED}, {@link TEXT}, or the number whose digits, in the base {@link STATUS_COUNT}, are a 1 and
     * then the status of each holding.
     */
    private readonly numbers: PersistentValues<number, SmallestArray>,
    /** The holdings of titles with the number {@link TEXT}. */
    private readonly texts: PersistentValues<EncodedHoldings | undefined, TextsByNumber>,
    /**
     * A hash of all changed holdings: the sum of the hashes of the titles' holdings, modulo 2^32. The hash does not
     * depend on the order of changes or on the numbers of the titles.
     */
    readonly hash: number,
  ) {}

  /**
   * Creates a value without changed holdings.
   *
   * @param size the number of titles
   */
  static none(size: number): HoldingsByTitle {
    return HoldingsByTitle.of(new SmallestArray(new Uint8Array(size)), new TextsByNumber(), 0);
  }

  private static of(numbers: SmallestArray, texts: TextsByNumber, hash: number): HoldingsByTitle {
    return new HoldingsByTitle(
      new PersistentValues<number, SmallestArray>(numbers),
      new PersistentValues<EncodedHoldings | undefined, TextsByNumber>(texts),
      hash,
    );
  }

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    return holdingsOf(this.numbers.read().get(title), () => this.texts.read().get(title));
  }

  /** Yields the number and the changed holdings of each title with changed holdings. */
  *entries(): Generator<[number, EncodedHoldings]> {
    const { size } = this.numbers.read();
    for (let title = 0; title < size; title++) {
      const holdings = this.get(title);
      if (holdings !== undefined) yield [title, holdings];
    }
  }

  /**
   * Returns the holdings that differ from the holdings of an earlier value, by the number of the title.
   *
   * @returns undefined if a title of the earlier value has no changed holdings
   * @remarks O(changes) if this value was created from the earlier value by a small number of changes, otherwise O(titles)
   */
  changedSince(before: HoldingsByTitle): Map<number, EncodedHoldings> | undefined {
    const changed = new Map<number, EncodedHoldings>();
    for (const [title, then] of this.replacedSince(before) ?? this.differentFrom(before)) {
      const now = this.get(title);
      if (now === then) continue;
      if (now === undefined) return undefined;
      changed.set(title, now);
    }
    return changed;
  }

  /**
   * Returns the titles whose holdings were replaced since an earlier value, with their earlier holdings. Returns undefined
   * if the titles are not known: see `PersistentValues.replacedSince`.
   */
  private replacedSince(
    before: HoldingsByTitle,
  ): Iterable<[number, EncodedHoldings | undefined]> | undefined {
    const numbers = this.numbers.replacedSince(before.numbers);
    const texts = this.texts.replacedSince(before.texts);
    if (numbers === undefined || texts === undefined) return undefined;
    const titles = [...new Set([...numbers.keys(), ...texts.keys()])];
    return titles.map((title) => {
      const number = numbers.get(title) ?? this.numbers.read().get(title);
      const textOf = () => (texts.has(title) ? texts.get(title) : this.texts.read().get(title));
      return [title, holdingsOf(number, textOf)];
    });
  }

  /** Yields the titles whose holdings can differ from those in another value, with their holdings in the other value. */
  private *differentFrom(other: HoldingsByTitle): Generator<[number, EncodedHoldings | undefined]> {
    const [{ array: numbers }, { array: others }] = [this.numbers.read(), other.numbers.read()];
    for (let title = 0; title < numbers.length; title++) {
      if (numbers[title] !== others[title] || numbers[title] === TEXT) {
        yield [title, other.get(title)];
      }
    }
  }

  /** Creates an editor of a new value. */
  edit(): HoldingsByTitleEditor {
    const numbers = this.numbers.edit();
    const texts = this.texts.edit();
    let { hash } = this;
    return {
      set(title, id, holdings) {
        const before = holdingsOf(numbers.get(title), () => texts.get(title));
        if (before === holdings) return;
        const isNumber = isOfSameCopies(holdings) && holdings.length <= MAX_STATUSES;
        numbers.set(title, isNumber ? Number.parseInt(`1${holdings}`, STATUS_COUNT) : TEXT);
        texts.set(title, isNumber ? undefined : holdings);
        hash = (hash - hashOf(id, before) + hashOf(id, holdings)) >>> 0;
      },
      finish: () => new HoldingsByTitle(numbers.finish(), texts.finish(), hash),
    };
  }

  /**
   * Returns the same holdings for titles that have other numbers, in steps.
   *
   * @param newNumbers by number of a title: its new number, or {@link LEFT_OUT}
   * @param size the number of titles after the change of numbers
   * @param idOf returns the id of a title by its number before
   * @param onMoved called with the number before and the new number of each title with holdings in the result
   */
  *renumbered(
    newNumbers: Uint32Array,
    size: number,
    idOf: (title: number) => string,
    onMoved: (from: number, to: number) => void = () => {},
  ): Generator<undefined, HoldingsByTitle, void> {
    const before = this.numbers.read();
    const numbers = before.zeros(size);
    const texts = new TextsByNumber();
    let { hash } = this;
    for (let from = 0; from < newNumbers.length; from++) {
      if (from % TITLES_PER_STEP === 0) yield;
      const number = before.get(from);
      if (number === UNCHANGED) continue;
      const to = newNumbers[from];
      if (to === LEFT_OUT) {
        hash = (hash - hashOf(idOf(from), this.get(from))) >>> 0;
      } else {
        numbers.set(to, number);
        texts.set(to, this.texts.read().get(from));
        onMoved(from, to);
      }
    }
    return HoldingsByTitle.of(numbers, texts, hash);
  }
}

/** Adds changed holdings. */
export interface HoldingsByTitleEditor {
  /**
   * Sets the changed holdings of a title.
   *
   * @param title the number of the title
   */
  set(title: number, id: string, holdings: EncodedHoldings): void;
  /** Returns the new value. The editor must not be used any more. */
  finish(): HoldingsByTitle;
}

/** Holdings as texts, by the number of a title. Undefined for a title without a text. */
class TextsByNumber implements NumberedValues<EncodedHoldings | undefined> {
  constructor(private readonly texts = new Map<number, EncodedHoldings>()) {}

  get size(): number {
    return this.texts.size;
  }

  get(number: number): EncodedHoldings | undefined {
    return this.texts.get(number);
  }

  set(number: number, text: EncodedHoldings | undefined): void {
    if (text === undefined) this.texts.delete(number);
    else this.texts.set(number, text);
  }

  copy(): this {
    return new TextsByNumber(new Map(this.texts)) as this;
  }
}

/** Returns holdings by their number. */
function holdingsOf(
  number: number,
  textOf: () => EncodedHoldings | undefined,
): EncodedHoldings | undefined {
  if (number === UNCHANGED) return undefined;
  return number === TEXT ? textOf() : number.toString(STATUS_COUNT).slice(1);
}

/** Returns a hash below 2^32 (FNV-1a) of the id and the changed holdings of a title, or 0 for unchanged holdings. */
function hashOf(id: string, holdings: EncodedHoldings | undefined): number {
  return holdings === undefined ? 0 : addToHash(addToHash(0x811c9dc5, id), holdings) >>> 0;
}

function addToHash(hash: number, text: string): number {
  let next = Math.imul(hash ^ text.length, 0x01000193);
  for (let i = 0; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193);
  return next;
}
