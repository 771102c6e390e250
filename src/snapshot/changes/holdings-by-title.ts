import { HOLDING_STATUSES, type Holding, titleSchema } from '../../catalog/records/title.js';
import { crc32 } from '../format/container/crc32.js';

/** The number of titles in a page is 2 to the power of this number. */
const PAGE_BITS = 8;
const PAGE_MASK = 2 ** PAGE_BITS - 1;

/** Encoded holdings by the number of a title. A title without changed holdings has no element. */
type Page = readonly (string | undefined)[];

const STATUSES: readonly string[] = HOLDING_STATUSES;

const FIELDS = Object.keys(titleSchema.properties.holdings.items.properties) as (keyof Holding)[];

const encoder = new TextEncoder();

/**
 * The changed holdings of titles, by the number of a title. A value is immutable.
 */
export class HoldingsByTitle {
  /** The value without changed holdings. */
  static readonly NONE = new HoldingsByTitle([], 0);

  private constructor(
    private readonly pages: readonly (Page | undefined)[],
    /**
     * A hash of all changed holdings: the sum of the checksums of the titles' holdings, modulo 2^32. The hash does not
     * depend on the order of changes.
     */
    readonly hash: number,
  ) {}

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): readonly Holding[] | undefined {
    const json = this.pages[title >>> PAGE_BITS]?.[title & PAGE_MASK];
    return json === undefined ? undefined : decodeHoldings(json);
  }

  /** Yields the number and the changed holdings of each title with changed holdings. */
  *entries(): Generator<[number, readonly Holding[]]> {
    for (const [number, page] of this.pages.entries()) {
      for (const [at, json] of page?.entries() ?? []) {
        if (json !== undefined) yield [(number << PAGE_BITS) + at, decodeHoldings(json)];
      }
    }
  }

  /**
   * Returns a value that also contains these holdings, and shares the pages without changes.
   *
   * @param changes the holdings by the number of the title
   */
  with(changes: ReadonlyMap<number, readonly Holding[]>): HoldingsByTitle {
    const pages = [...this.pages];
    const copied = new Map<number, (string | undefined)[]>();
    let { hash } = this;
    for (const [title, holdings] of changes) {
      const number = title >>> PAGE_BITS;
      const page = copied.get(number) ?? [...(pages[number] ?? [])];
      copied.set(number, page);
      const at = title & PAGE_MASK;
      const json = encodeHoldings(holdings);
      hash = (hash - checksumOf(title, page[at]) + checksumOf(title, json)) >>> 0;
      page[at] = json;
      pages[number] = page;
    }
    return new HoldingsByTitle(pages, hash);
  }
}

/**
 * Encodes holdings as a JSON array of arrays with the values of the {@link FIELDS}, which takes less memory than objects.
 * A known status is encoded as its number.
 */
function encodeHoldings(holdings: readonly Holding[]): string {
  const encodeField = (holding: Holding, field: keyof Holding) => {
    const value = holding[field];
    const status = field === 'status' ? STATUSES.indexOf(value ?? '') : -1;
    return status < 0 ? value : status;
  };
  return JSON.stringify(
    holdings.map((holding) => FIELDS.map((field) => encodeField(holding, field))),
  );
}

function decodeHoldings(json: string): Holding[] {
  const decoded: (string | number | null)[][] = JSON.parse(json);
  return decoded.map(
    (values) =>
      Object.fromEntries(
        values.flatMap((value, i) =>
          value === null ? [] : [[FIELDS[i], typeof value === 'number' ? STATUSES[value] : value]],
        ),
      ) as unknown as Holding,
  );
}

function checksumOf(title: number, json: string | undefined): number {
  return json === undefined ? 0 : crc32(encoder.encode(`${title} ${json}`));
}
