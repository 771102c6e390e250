/*
 * Chooses the holdings profile that fits the records, and counts what it found for the report of a build. The form of the
 * values in all fields decides, so that the order of the records has no effect. `known-profiles.ts` defines the forms.
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
import { firstText, isDeleted, type MarcDataField, type MarcRecord } from '../marc/marc-record.js';
import { KNOWN_PROFILES, type KnownProfile } from './known-profiles.js';
import { hasCommands } from './read-holdings.js';

/** The share of the fields with a tag that fit a profile, if the profile is used for the tag. */
const MIN_FITTING = 0.95;

/** A profile is ignored if it fits fields in fewer records than this share of the records of another profile. */
const MIN_RECORDS = 0.1;

/** The tags of the fields of all built-in profiles. */
export const HOLDINGS_TAGS: ReadonlySet<string> = new Set(
  KNOWN_PROFILES.map(({ profile }) => profile.field),
);

/** Collects the fields of records that show which holdings profile the records follow. */
export class HoldingsEvidence {
  /** The number of fields that fit each profile, and of the records with these fields. */
  readonly #fits = KNOWN_PROFILES.map((known) => ({ known, records: 0, fitting: 0 }));
  /** The number of fields with the tag of each profile. */
  readonly #fields = new Map([...HOLDINGS_TAGS].map((tag) => [tag, 0]));

  /** Adds a record that is not deleted. A field counts for each profile that it fits. */
  add(record: MarcRecord): void {
    if (isDeleted(record)) return;
    const found = new Set<{ records: number }>();
    for (const field of record.fields) {
      const count = this.#fields.get(field.tag);
      if (count === undefined || 'value' in field) continue;
      if (hasCommands(field)) continue;
      this.#fields.set(field.tag, count + 1);
      for (const fit of this.#fits) {
        if (!isFitting(field, fit.known)) continue;
        fit.fitting++;
        found.add(fit);
      }
    }
    for (const fit of found) fit.records++;
  }

  /** How many fields fit each profile whose field occurs, such as `3 of 120 fields 952 fit koha`. */
  get fits(): string[] {
    return this.#fits.flatMap(({ known: { name, profile }, fitting }) => {
      const fields = this.#fields.get(profile.field)!;
      return fields === 0 ? [] : [`${fitting} of ${fields} fields ${profile.field} fit ${name}`];
    });
  }

  /**
   * Returns the profile that nearly all fields with its tag fit; undefined if there is none. If several profiles have
   * the same tag, the first of them is the most specific, and is returned. If a profile of field 852, which MARC 21
   * defines, and other profiles fit about as many records each, returns the profile of field 852.
   *
   * @throws Error if several profiles fit
   */
  choose(): KnownProfile | undefined {
    const fits = this.#fits.filter(
      ({ known: { profile }, fitting }) =>
        fitting > 0 && fitting >= this.#fields.get(profile.field)! * MIN_FITTING,
    );
    const firstOf = (tag: string) => fits.find(({ known }) => known.profile.field === tag);
    const all = fits.filter((fit) => firstOf(fit.known.profile.field) === fit);
    const covered = new Set(all.flatMap(({ known }) => known.covers ?? []));
    const others = all.filter(({ known }) => !covered.has(known.name));
    const most = Math.max(...others.map(({ records }) => records));
    const used = others.filter(({ records }) => records >= most * MIN_RECORDS);
    const isTie = used.every(({ records }) => records >= most * MIN_FITTING);
    const standard = used.find(({ known }) => known.profile.field === '852');
    const chosen = (isTie && standard) || used[0];
    if (used.length < 2 || chosen === standard) return chosen?.known;
    const found = used.map(
      ({ known: { name, profile }, fitting }) => `${name} (${fitting} in field ${profile.field})`,
    );
    throw new Error(
      `holdings: expected copies of one profile, found copies of ${found.join(' and ')}; choose one with --holdings NAME (in a program, holdings)`,
    );
  }
}

/** Whether a field has the subfields of a profile, with values in the right form. */
function isFitting(
  field: MarcDataField,
  { profile, required, someOf, absent = '', indicators }: KnownProfile,
): boolean {
  const { tag, indicator1, indicator2, subfields } = field;
  if (tag !== profile.field || subfields.some(({ code }) => absent.includes(code))) return false;
  if (indicators !== undefined && indicators !== indicator1 + indicator2) return false;
  const isRight = ([code, form]: [string, RegExp]) => form.test(firstText(field, code) ?? '');
  if (!Object.entries(required).every(isRight)) return false;
  if (someOf === undefined) return true;
  const found = Object.entries(someOf).filter(([code]) => firstText(field, code) !== undefined);
  return found.length > 0 && found.every(isRight);
}

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
  /** The first further holdings: first holdings of a branch, and all other holdings. */
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
