/*
 * Chooses the holdings profile that fits the records. The form of the values in all fields decides, so that the order of
 * the records has no effect. `known-profiles.ts` defines the forms.
 */

import { firstText, type MarcDataField, type MarcRecord } from '../marc/marc-record.js';
import { KNOWN_PROFILES, type KnownProfile } from './known-profiles.js';

/** How many fields of the records fit a built-in profile. */
export interface ProfileFit {
  /** The name of the profile. */
  readonly profile: string;
  /** The tag of its fields. */
  readonly field: string;
  /** The number of fields with the tag. */
  readonly fields: number;
  /** The number of these fields that have the subfields of the profile, with values in the right form. */
  readonly fitting: number;
}

/** Thrown if the fields of several holdings profiles fit the records. */
export class AmbiguousHoldingsError extends Error {
  override name = 'AmbiguousHoldingsError';

  /** @param fits the profiles that fit; at least two */
  constructor(fits: readonly ProfileFit[]) {
    const found = fits.map(
      ({ profile, field, fitting }) => `${profile} (field ${field}, ${fitting} times)`,
    );
    super(
      `holdings: expected the copies of one profile, found those of ${found.join(' and ')}; choose one with --holdings NAME (in a program, holdings)`,
    );
  }
}

/** The share of the fields with a tag that fit a profile, if the profile is used for the tag. */
const MIN_FITTING = 0.95;

/** A profile is ignored if it fits fields in fewer records than this share of the records of another profile. */
const MIN_RECORDS = 0.1;

interface Fit {
  readonly known: KnownProfile;
  /** The number of records with a field that fits the profile. */
  records: number;
  fitting: number;
}

/** Collects the fields of records that show which holdings profile the records follow. */
export class HoldingsEvidence {
  readonly #fits: readonly Fit[] = KNOWN_PROFILES.map((known) => ({
    known,
    records: 0,
    fitting: 0,
  }));
  /** The number of fields by tag. */
  readonly #fields = new Map(this.#fits.map(({ known }) => [known.profile.field, 0]));

  /** Adds a record. A field counts only for the first profile that it fits. */
  add({ fields }: MarcRecord): void {
    const fitting = new Set<Fit>();
    for (const field of fields) {
      const count = this.#fields.get(field.tag);
      if (count === undefined || 'value' in field) continue;
      this.#fields.set(field.tag, count + 1);
      const fit = this.#fits.find(({ known }) => isFitting(field, known));
      if (fit === undefined) continue;
      fit.fitting++;
      fitting.add(fit);
    }
    for (const fit of fitting) fit.records++;
  }

  /** The built-in profiles whose fields occur in the records. */
  get fits(): ProfileFit[] {
    return this.#fits.map((fit) => this.#profileFit(fit)).filter(({ fields }) => fields > 0);
  }

  /**
   * Returns the profile that nearly all fields with its tag fit; undefined if there is none. If a profile of field 852,
   * which MARC 21 defines, and other profiles fit about as many records each, returns the profile of field 852.
   *
   * @throws AmbiguousHoldingsError if several profiles fit
   */
  choose(): KnownProfile | undefined {
    const all = this.#fits.filter((fit) => this.#isUsed(fit));
    const covered = new Set(all.flatMap(({ known }) => known.covers ?? []));
    const others = all.filter(({ known }) => !covered.has(known.name));
    const most = Math.max(...others.map(({ records }) => records));
    const used = others.filter(({ records }) => records >= most * MIN_RECORDS);
    const standard = used.find(({ known }) => known.profile.field === '852');
    const isTie = used.every(({ records }) => records >= most * MIN_FITTING);
    if (standard !== undefined && isTie) return standard.known;
    if (used.length > 1) throw new AmbiguousHoldingsError(used.map((fit) => this.#profileFit(fit)));
    return used[0]?.known;
  }

  #isUsed({ known, fitting }: Fit): boolean {
    return fitting > 0 && fitting >= this.#fields.get(known.profile.field)! * MIN_FITTING;
  }

  #profileFit({ known, fitting }: Fit): ProfileFit {
    const { field } = known.profile;
    return { profile: known.name, field, fields: this.#fields.get(field)!, fitting };
  }
}

/** Whether a field has the subfields of a profile, with values in the right form. */
function isFitting(
  field: MarcDataField,
  { profile, required, someOf, absent = '', indicators }: KnownProfile,
): boolean {
  if (field.tag !== profile.field) return false;
  const { indicator1, indicator2, subfields } = field;
  if (indicators !== undefined && (indicator1 !== indicators || indicator2 !== indicators)) {
    return false;
  }
  if (subfields.some(({ code }) => absent.includes(code))) return false;
  for (const [code, form] of Object.entries(required)) {
    if (!form.test(firstText(field, code) ?? '')) return false;
  }
  if (someOf === undefined) return true;
  const found = Object.entries(someOf).flatMap(([code, form]) => {
    const text = firstText(field, code);
    return text === undefined ? [] : [form.test(text)];
  });
  return found.length > 0 && !found.includes(false);
}
