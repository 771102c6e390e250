import type { EncodedHoldings } from './encoded-holdings.js';
import { HoldingsPage, PAGE_BITS, PAGE_MASK } from './holdings-page.js';

/** The new number of a title whose changed holdings are left out: see {@link HoldingsByTitle.renumbered}. */
export const LEFT_OUT = 0xffffffff;

/** The number of pages that one step renumbers. */
const PAGES_PER_STEP = 4;

/**
 * The changed holdings of titles, by the number of a title. A value is immutable.
 */
export class HoldingsByTitle {
  /** The value without changed holdings. */
  static readonly NONE = new HoldingsByTitle([], 0);

  private constructor(
    private readonly pages: readonly (HoldingsPage | undefined)[],
    /**
     * A hash of all changed holdings: the sum of the hashes of the titles' holdings, modulo 2^32. The hash does not
     * depend on the order of changes or on the numbers of the titles.
     */
    readonly hash: number,
  ) {}

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    return this.pages[title >>> PAGE_BITS]?.get(title & PAGE_MASK);
  }

  /** Yields the number and the changed holdings of each title with changed holdings. */
  *entries(): Generator<[number, EncodedHoldings]> {
    for (const [number, page] of this.pages.entries()) {
      for (const [at, holdings] of page?.entries() ?? []) {
        yield [(number << PAGE_BITS) + at, holdings];
      }
    }
  }

  /**
   * Returns the holdings that differ from the holdings of an earlier value, by the number of the title. Reads only pages
   * that the values do not share.
   *
   * @returns undefined if a title of the earlier value has no changed holdings
   */
  changedSince(before: HoldingsByTitle): Map<number, EncodedHoldings> | undefined {
    const changed = new Map<number, EncodedHoldings>();
    const pageCount = Math.max(this.pages.length, before.pages.length);
    for (let number = 0; number < pageCount; number++) {
      const [now, then] = [this.pages[number], before.pages[number]];
      if (now === then) continue;
      for (const at of HoldingsPage.differences(then, now)) {
        const holdings = now?.get(at);
        if (holdings === undefined) return undefined;
        changed.set((number << PAGE_BITS) + at, holdings);
      }
    }
    return changed;
  }

  /**
   * Creates an editor of a new value, which shares the pages without changes.
   *
   * @remarks O(titles / 256)
   */
  edit(): HoldingsByTitleEditor {
    const pages = [...this.pages];
    /** The pages that only the new value has. */
    const own = new Set<HoldingsPage>();
    let { hash } = this;
    return {
      set(title, id, holdings) {
        const number = title >>> PAGE_BITS;
        const at = title & PAGE_MASK;
        let page = pages[number];
        const before = page?.get(at);
        if (before === holdings) return;
        if (page === undefined || !own.has(page)) {
          page = page?.copy() ?? new HoldingsPage();
          own.add(page);
          pages[number] = page;
        }
        page.set(at, holdings);
        hash = (hash - hashOf(id, before) + hashOf(id, holdings)) >>> 0;
      },
      finish: () => new HoldingsByTitle(pages, hash),
    };
  }

  /**
   * Returns the same holdings for titles that have other numbers, in steps.
   *
   * @param newNumbers by number of a title: its new number, or {@link LEFT_OUT}
   * @param idOf returns the id of a title by its number before
   * @param onMoved called with the number before and the new number of each title with holdings in the result
   */
  *renumbered(
    newNumbers: Uint32Array,
    idOf: (title: number) => string,
    onMoved: (from: number, to: number) => void = () => {},
  ): Generator<undefined, HoldingsByTitle, void> {
    const pages: HoldingsPage[] = [];
    let { hash } = this;
    for (const [number, page] of this.pages.entries()) {
      if (number % PAGES_PER_STEP === 0) yield;
      for (const [at, holdings] of page?.entries() ?? []) {
        const from = (number << PAGE_BITS) + at;
        const to = newNumbers[from];
        if (to === LEFT_OUT) {
          hash = (hash - hashOf(idOf(from), holdings)) >>> 0;
        } else {
          pages[to >>> PAGE_BITS] ??= new HoldingsPage();
          pages[to >>> PAGE_BITS].set(to & PAGE_MASK, holdings);
          onMoved(from, to);
        }
      }
    }
    return new HoldingsByTitle(pages, hash);
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

/** Returns a hash below 2^32 (FNV-1a) of the id and the changed holdings of a title, or 0 for unchanged holdings. */
function hashOf(id: string, holdings: EncodedHoldings | undefined): number {
  return holdings === undefined ? 0 : addToHash(addToHash(0x811c9dc5, id), holdings) >>> 0;
}

function addToHash(hash: number, text: string): number {
  let next = Math.imul(hash ^ text.length, 0x01000193);
  for (let i = 0; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193);
  return next;
}
