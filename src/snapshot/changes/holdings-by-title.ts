import { HOLDING_STATUSES, type Holding } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';

/** The number of titles in a page is 2 to the power of this number. */
const PAGE_BITS = 8;
const PAGE_MASK = 2 ** PAGE_BITS - 1;

/** Encoded holdings by the number of a title. A title without changed holdings has no element. */
type Page = readonly (EncodedHoldings | undefined)[];

/** The new number of a title whose changed holdings are left out: see {@link HoldingsByTitle.renumbered}. */
export const LEFT_OUT = 0xffffffff;

/** The number of pages that one step renumbers. */
const PAGES_PER_STEP = 4;

const STATUSES: readonly string[] = HOLDING_STATUSES;

const FIELDS = Object.keys(titleSchema.properties.holdings.items.properties) as (keyof Holding)[];

/**
 * Changed holdings of a title as text: one character for the status of each holding if the holdings differ from those
 * in the record only in their statuses, or else a JSON array of arrays with the values of the {@link FIELDS}. A known
 * status is encoded as its number.
 */
export type EncodedHoldings = string;

/**
 * The changed holdings of titles, by the number of a title. A value is immutable.
 */
export class HoldingsByTitle {
  /** The value without changed holdings. */
  static readonly NONE = new HoldingsByTitle([], 0);

  private constructor(
    private readonly pages: readonly (Page | undefined)[],
    /**
     * A hash of all changed holdings: the sum of the hashes of the titles' holdings, modulo 2^32. The hash does not
     * depend on the order of changes or on the numbers of the titles.
     */
    readonly hash: number,
  ) {}

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    return this.pages[title >>> PAGE_BITS]?.[title & PAGE_MASK];
  }

  /** Yields the number and the changed holdings of each title with changed holdings. */
  *entries(): Generator<[number, EncodedHoldings]> {
    for (const [number, page] of this.pages.entries()) {
      for (const [at, holdings] of page?.entries() ?? []) {
        if (holdings !== undefined) yield [(number << PAGE_BITS) + at, holdings];
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
      const [now, then] = [this.pages[number] ?? [], before.pages[number] ?? []];
      if (now === then) continue;
      for (let at = 0; at < Math.max(now.length, then.length); at++) {
        const holdings = now[at];
        if (holdings === then[at]) continue;
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
    const own = new Map<number, (EncodedHoldings | undefined)[]>();
    let { hash } = this;
    return {
      set(title, id, holdings) {
        const number = title >>> PAGE_BITS;
        const at = title & PAGE_MASK;
        const before = pages[number]?.[at];
        if (before === holdings) return;
        let page = own.get(number);
        if (page === undefined) {
          page = [...(pages[number] ?? [])];
          own.set(number, page);
          pages[number] = page;
        }
        page[at] = holdings;
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
    const pages: (EncodedHoldings | undefined)[][] = [];
    let { hash } = this;
    for (const [number, page = []] of this.pages.entries()) {
      if (number % PAGES_PER_STEP === 0) yield;
      for (let at = 0; at < page.length; at++) {
        const holdings = page[at];
        if (holdings === undefined) continue;
        const from = (number << PAGE_BITS) + at;
        const to = newNumbers[from];
        if (to === LEFT_OUT) {
          hash = (hash - hashOf(idOf(from), holdings)) >>> 0;
        } else {
          pages[to >>> PAGE_BITS] ??= [];
          pages[to >>> PAGE_BITS][to & PAGE_MASK] = holdings;
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

/**
 * Encodes holdings. Equal holdings of the same record have the same encoding.
 *
 * @param inRecord the holdings in the record of the title
 */
export function encodeHoldings(
  holdings: readonly Holding[],
  inRecord: readonly Holding[] | undefined,
): EncodedHoldings {
  if (inRecord !== undefined && differOnlyInStatus(holdings, inRecord)) {
    return holdings.map(({ status }) => statusNumber(status)).join('');
  }
  const encodeField = (holding: Holding, field: keyof Holding) =>
    field === 'status' ? statusNumber(holding.status) : holding[field];
  return JSON.stringify(
    holdings.map((holding) => FIELDS.map((field) => encodeField(holding, field))),
  );
}

/** Returns the number of a known status, or an unknown status itself. */
function statusNumber(status: string): number | string {
  const number = STATUSES.indexOf(status);
  return number < 0 ? status : number;
}

function differOnlyInStatus(a: readonly Holding[], b: readonly Holding[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!STATUSES.includes(a[i].status)) return false;
    for (const field of FIELDS) {
      if (field !== 'status' && a[i][field] !== b[i][field]) return false;
    }
  }
  return true;
}

/** Returns whether encoded holdings have the call numbers and barcodes of the holdings in the record. */
export function isOfSameCopies(holdings: EncodedHoldings): boolean {
  return !holdings.startsWith('[');
}

/**
 * Decodes holdings.
 *
 * @param inRecord the holdings in the record of the title
 */
export function decodeHoldings(
  holdings: EncodedHoldings,
  inRecord: readonly Holding[] = [],
): readonly Holding[] {
  if (isOfSameCopies(holdings)) {
    return inRecord.map((holding, i) => ({
      ...holding,
      status: HOLDING_STATUSES[Number(holdings[i])],
    }));
  }
  const decoded: (string | number | null)[][] = JSON.parse(holdings);
  return decoded.map(
    (values) =>
      Object.fromEntries(
        values.flatMap((value, i) =>
          value === null ? [] : [[FIELDS[i], typeof value === 'number' ? STATUSES[value] : value]],
        ),
      ) as unknown as Holding,
  );
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
