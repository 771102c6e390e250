/*
 * Counts the holdings of imported titles by status and branch, and keeps three of them as readers see them, so that a
 * librarian recognizes a wrong holdings profile. `read-holdings.ts` reads the holdings.
 */

import {
  branchName,
  collectionName,
  holdingStatusName,
} from '../../catalog/names/holding-names.js';
import type { Library } from '../../catalog/records/library.js';
import type { Holding, Title } from '../../catalog/records/title.js';
import { en } from '../../texts/names/en.js';
import type { HoldingSample, HoldingsCounts } from '../import-report.js';

/** The number of holdings that are shown. */
const SAMPLES = 3;

/** The first letters of the keys of samples: status, branch and copy, in order of preference. */
const KINDS = 'sbc';

/** The maximum number of branches that are counted. No library has so many. */
const MAX_BRANCHES = 10_000;

/** The number of holdings from which on a branch for nearly each of them is unusual. */
const MIN_COPIES = 3;

/** The share of the number of holdings that the number of branches does not reach in a library. */
const MAX_BRANCH_SHARE = 0.9;

/** Matches a number, and a date such as `2007-03-14`, `14.3.2007` or `20070314`. */
const DATE_OR_NUMBER = /^\d+(?:[-/. ]\d+)*$/;

/** A holding and its title. */
interface FirstHolding {
  readonly title: Title;
  readonly holding: Holding;
}

/** Counts the holdings of titles. */
export class HoldingsCounter {
  readonly #library: Library;
  readonly #statuses = new Map<string, number>();
  readonly #branches = new Map<string, number>();
  /** The first holding of each status and of the first branches. */
  readonly #firsts = new Map<string, FirstHolding>();
  #copies = 0;

  /** @param library the names of branches, collections and statuses */
  constructor(library: Pick<Library, 'branches' | 'collections' | 'statuses'>) {
    this.#library = { id: '', name: '', snapshot_date: '', ...library };
  }

  add(title: Title): void {
    for (const holding of title.holdings ?? []) {
      const { status, branch } = holding;
      if (this.#copies++ < SAMPLES) this.#firsts.set(`copy ${this.#copies}`, { title, holding });
      const statusCount = this.#statuses.get(status) ?? 0;
      if (statusCount === 0) this.#firsts.set(`status ${status}`, { title, holding });
      this.#statuses.set(status, statusCount + 1);
      const branchCount = this.#branches.get(branch) ?? 0;
      if (branchCount === 0 && this.#branches.size >= MAX_BRANCHES) continue;
      if (branchCount === 0 && this.#branches.size < SAMPLES) {
        this.#firsts.set(`branch ${branch}`, { title, holding });
      }
      this.#branches.set(branch, branchCount + 1);
    }
  }

  /** Returns the counts, the samples and the warnings. */
  counts(): Pick<HoldingsCounts, 'statuses' | 'samples' | 'warnings'> {
    const byCount = [...this.#statuses].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const statuses = byCount.map(([status, copies]) => ({
      status,
      copies,
      share: copies / this.#copies,
    }));
    // The statuses come first, then the branches, then the first holdings.
    const keys = [...this.#firsts.keys()].sort((a, b) => KINDS.indexOf(a[0]) - KINDS.indexOf(b[0]));
    const ordered = new Set([...byCount.map(([status]) => `status ${status}`), ...keys]);
    const firsts = [...ordered].map((key) => this.#firsts.get(key)!);
    const byHolding = new Map(firsts.map((first) => [first.holding, first]));
    return {
      statuses,
      samples: [...byHolding.values()].slice(0, SAMPLES).map((first) => this.#sample(first)),
      warnings: this.#warnings(),
    };
  }

  #sample({ title, holding }: FirstHolding): HoldingSample {
    const { branch, status, collection, call_number, volume } = holding;
    return {
      id: title.id,
      title: title.title,
      branch: branchName(branch, this.#library),
      status: holdingStatusName(status, this.#library, en),
      ...(collection !== undefined && { collection: collectionName(collection, this.#library) }),
      ...(call_number !== undefined && { call_number }),
      ...(volume !== undefined && { volume }),
    };
  }

  #warnings(): string[] {
    const copies = this.#copies;
    const branches = [...this.#branches.keys()];
    const named = new Set(this.#library.branches?.map(({ id }) => id));
    const odd = branches.find((branch) => DATE_OR_NUMBER.test(branch) && !named.has(branch));
    const isEachDifferent =
      branches.length >= MAX_BRANCHES ||
      (copies >= MIN_COPIES && branches.length >= copies * MAX_BRANCH_SHARE);
    const areAllAvailable = copies > 0 && this.#statuses.get('AVAILABLE') === copies;
    const check = 'check the samples, or choose another profile with --holdings';
    return [
      ...(areAllAvailable
        ? [
            `holdings: expected copies of several statuses, found ${copies}, all available; ${check}`,
          ]
        : []),
      ...(isEachDifferent
        ? [
            `holdings: expected branches with many copies each, found ${branches.length} branches of ${copies} copies; ${check}`,
          ]
        : []),
      ...(odd === undefined
        ? []
        : [`holdings: expected branches, found a date or number such as '${odd}'; ${check}`]),
    ];
  }
}
