import { HOLDING_STATUSES } from '../../catalog/records/title.js';
import { type EncodedHoldings, isOfSameCopies } from './encoded-holdings.js';

/** The number of titles in a page is 2 to the power of this number. */
export const PAGE_BITS = 8;
const PAGE_SIZE = 2 ** PAGE_BITS;
export const PAGE_MASK = PAGE_SIZE - 1;

/** The number of a title without changed holdings. */
const UNCHANGED = 0;
/** The number of a title whose changed holdings are a text. */
const TEXT = 0xffffffff;

const STATUS_COUNT = HOLDING_STATUSES.length;
/** The maximum number of statuses for which a number below {@link TEXT} is enough. */
const MAX_STATUSES = Math.floor(31 / Math.log2(STATUS_COUNT));

/**
 * The changed holdings of up to {@link PAGE_SIZE} titles. Holdings of which only the statuses changed are a number, because
 * V8's garbage collections would copy strings in an array whenever a page is new.
 */
export class HoldingsPage {
  /**
   * By title: {@link UNCHANGED}, {@link TEXT}, or the number whose digits, in the base {@link STATUS_COUNT}, are a 1 and then
   * the status of each holding.
   */
  readonly #numbers: Uint32Array;
  /** The holdings of titles with the number {@link TEXT}. */
  #texts: Map<number, EncodedHoldings> | undefined;

  constructor(numbers = new Uint32Array(PAGE_SIZE), texts?: Map<number, EncodedHoldings>) {
    this.#numbers = numbers;
    this.#texts = texts;
  }

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    const number = this.#numbers[title];
    if (number === UNCHANGED) return undefined;
    return number === TEXT ? this.#texts?.get(title) : number.toString(STATUS_COUNT).slice(1);
  }

  set(title: number, holdings: EncodedHoldings): void {
    const isNumber = isOfSameCopies(holdings) && holdings.length <= MAX_STATUSES;
    this.#numbers[title] = isNumber ? Number.parseInt(`1${holdings}`, STATUS_COUNT) : TEXT;
    if (isNumber) this.#texts?.delete(title);
    else {
      this.#texts ??= new Map();
      this.#texts.set(title, holdings);
    }
  }

  /** Yields each title with changed holdings, and its holdings. */
  *entries(): Generator<[number, EncodedHoldings]> {
    for (let title = 0; title < PAGE_SIZE; title++) {
      const holdings = this.get(title);
      if (holdings !== undefined) yield [title, holdings];
    }
  }

  copy(): HoldingsPage {
    return new HoldingsPage(this.#numbers.slice(), this.#texts && new Map(this.#texts));
  }

  /** Yields the titles whose holdings differ between two pages. */
  static *differences(a = EMPTY, b = EMPTY): Generator<number> {
    for (let title = 0; title < PAGE_SIZE; title++) {
      const number = a.#numbers[title];
      const isSame = number === b.#numbers[title];
      if (!isSame || (number === TEXT && a.get(title) !== b.get(title))) yield title;
    }
  }
}

const EMPTY = new HoldingsPage();
