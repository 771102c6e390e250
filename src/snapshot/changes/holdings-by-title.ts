import { CHUNK_SIZE, ChunkedArray } from '../../base/chunked-array.js';
import { memoizePerText } from '../../base/lazy.js';
import type { EncodedHoldings } from './encoded-holdings.js';

/** By title: its changed holdings, or undefined if its holdings have not changed. */
type Holdings = ChunkedArray<EncodedHoldings | undefined>;

/** A chunk of titles whose holdings have not changed. */
const UNCHANGED_CHUNK = new Array<EncodedHoldings | undefined>(CHUNK_SIZE).fill(undefined);

/** Returns the same text, of which many titles can share the memory. */
const shareText = memoizePerText(4096, 16, (text) => text);

/** The changed holdings of titles, by the number of a title. A value is immutable. */
export class HoldingsByTitle {
  private constructor(
    private readonly holdings: Holdings,
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
    return new HoldingsByTitle(ChunkedArray.of(size, UNCHANGED_CHUNK), 0);
  }

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    return this.holdings.get(title);
  }

  /** Yields the number and the changed holdings of each title with changed holdings, ascending. */
  *entries(): Generator<[number, EncodedHoldings], undefined, void> {
    const { holdings } = HoldingsByTitle.none(this.holdings.length);
    for (const title of this.holdings.differencesFrom(holdings)) yield [title, this.get(title)!];
  }

  /**
   * Returns the holdings that differ from the holdings of another value for the same titles, by the number of the title.
   *
   * @returns undefined if a title of the other value has no changed holdings in this value
   * @remarks O(changes) if one of the values was created from the other, otherwise O(titles)
   */
  changedSince(before: HoldingsByTitle): Map<number, EncodedHoldings> | undefined {
    const changed = new Map<number, EncodedHoldings>();
    for (const title of this.holdings.differencesFrom(before.holdings)) {
      const now = this.get(title);
      if (now === undefined) return undefined;
      changed.set(title, now);
    }
    return changed;
  }

  /** Creates an editor of a new value. */
  edit(): HoldingsByTitleEditor {
    const edited = this.holdings.edit();
    let { hash } = this;
    return {
      set(title, id, holdings) {
        hash = (hash - hashOf(id, edited.get(title)) + hashOf(id, holdings)) >>> 0;
        edited.set(title, shareText(holdings));
      },
      finish: () => new HoldingsByTitle(edited.finish(), hash),
    };
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
