/*
 * Counts the holdings of imported titles, and keeps three of them as readers see them, so that a librarian recognizes a
 * wrong holdings profile. `read-holdings.ts` reads the holdings.
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

/** The names of a library that readers see in holdings. */
export type LibraryNames = Pick<Library, 'branches' | 'collections' | 'statuses'>;

const SAMPLES = 3;

/** The maximum number of branches that are counted. No library has more. */
const MAX_BRANCHES = 10_000;

/** From this number of holdings on, a different branch for 9 of 10 holdings is unusual. */
const MIN_COPIES = 3;

/** Matches a number, and a date such as `2007-03-14`, `14.3.2007` or `20070314`. */
const DATE_OR_NUMBER = /^\d+(?:[-/. ]\d+)*$/;

export class HoldingsCounter {
  readonly #library: Library;
  readonly #statuses = new Map<string, number>();
  readonly #branches = new Set<string>();
  /** The first holding of each status. */
  readonly #byStatus = new Map<string, HoldingSample>();
  /** The first further holdings: those of a branch that has none yet, and all others. */
  readonly #others: readonly [HoldingSample[], HoldingSample[]] = [[], []];
  #copies = 0;

  constructor(library: LibraryNames) {
    this.#library = { id: '', name: '', snapshot_date: '', ...library };
  }

  add(title: Title): void {
    for (const holding of title.holdings ?? []) {
      const { status, branch } = holding;
      const count = this.#statuses.get(status) ?? 0;
      const others = this.#others[this.#branches.has(branch) ? 1 : 0];
      if (count === 0) this.#byStatus.set(status, this.#sample(title, holding));
      else if (others.length < SAMPLES) others.push(this.#sample(title, holding));
      this.#statuses.set(status, count + 1);
      if (this.#branches.size < MAX_BRANCHES) this.#branches.add(branch);
      this.#copies++;
    }
  }

  counts(): Pick<HoldingsCounts, 'statuses' | 'samples' | 'warnings'> {
    const byCount = [...this.#statuses].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return {
      statuses: Object.fromEntries(byCount.map(([id, count]) => [id, count / this.#copies])),
      samples: [
        ...byCount.map(([status]) => this.#byStatus.get(status)!),
        ...this.#others.flat(),
      ].slice(0, SAMPLES),
      warnings: this.#warnings(),
    };
  }

  #sample({ id, title }: Title, { barcode: _, ...holding }: Holding): HoldingSample {
    const { branch, status, collection } = holding;
    return {
      id,
      title,
      ...holding,
      branch: branchName(branch, this.#library),
      status: holdingStatusName(status, this.#library, en),
      ...(collection !== undefined && { collection: collectionName(collection, this.#library) }),
    };
  }

  #warnings(): string[] {
    const copies = this.#copies;
    const { size } = this.#branches;
    const named = new Set(this.#library.branches?.map(({ id }) => id));
    const odd = [...this.#branches].find((id) => DATE_OR_NUMBER.test(id) && !named.has(id));
    const problems: string[] = [];
    if (copies > 0 && this.#statuses.get('AVAILABLE') === copies) {
      problems.push(`copies of several statuses, found ${copies}, all available`);
    }
    if (size === MAX_BRANCHES || (copies >= MIN_COPIES && size >= copies * 0.9)) {
      problems.push(`branches with many copies each, found ${size} branches of ${copies} copies`);
    }
    if (odd !== undefined) {
      problems.push(
        `branches, found a date or number such as '${odd}', which library.json does not name`,
      );
    }
    return problems.map(
      (problem) =>
        `holdings: expected ${problem}; check the samples, and for MARC records the profile (--holdings)`,
    );
  }
}
