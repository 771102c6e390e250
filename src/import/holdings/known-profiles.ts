/* Defines the holdings profiles of common library systems, and chooses the profile that fits the records. */

import type { MarcRecord } from '../marc/marc-record.js';
import type { HoldingsProfile } from './holdings-profile.js';

/** A built-in holdings profile. */
interface KnownProfile {
  readonly name: string;
  /** The library systems that use the profile. */
  readonly systems: string;
  /** The codes of the subfields that {@link detectProfile} requires to recognize a field as a holding. */
  readonly requiredCodes: string;
  /** The codes of the subfields that a holding of this profile never has. Default: none. */
  readonly absentCodes?: string;
  readonly profile: HoldingsProfile;
}

const SYMPHONY_IN_USE = [
  'CHECKEDOUT',
  'HOLDS',
  'INTRANSIT',
  'INPROCESS',
  'IN-PROCESS',
  'CATALOGING',
  'BINDERY',
  'REPAIR',
  'UNAVAILABLE',
];
const SYMPHONY_LOST = ['LOST*', 'MISSING*'];
const SYMPHONY_WITHDRAWN = ['WITHDRAWN', 'DISCARD*', 'REMOVED', 'ORD-CANCLD', 'CANCELLED'];
const SYMPHONY_ON_ORDER = ['ON-ORDER', 'ONORDER', 'ON_ORDER'];
const SYMPHONY_USE_ONLY = ['REFERENCE', 'READYREF', 'REF-*', 'NONCIRC*', 'RARE*', 'ARCHIVES'];

const SIERRA_STATUSES: HoldingsProfile['statuses'] = {
  withdrawn: { s: ['w'], o: ['n'] },
  lost: { s: ['$', 'm', 'n', 'z'] },
  in_use: { h: ['*'], s: ['!', 'p', 'r', 't'] },
  library_use_only: { s: ['o'] },
};

/**
 * The profiles that `carrel build --holdings` accepts by name, with the default codes of each library
 * system. A library with other codes needs a custom profile.
 */
export const KNOWN_PROFILES: readonly KnownProfile[] = [
  {
    name: 'symphony',
    systems: 'SirsiDynix Symphony and Unicorn',
    requiredCodes: 'lm',
    profile: {
      field: '999',
      branch: 'm',
      collection: 'l',
      call_number: 'a',
      barcode: 'i',
      acquired: 'u',
      statuses: {
        withdrawn: { k: SYMPHONY_WITHDRAWN, l: SYMPHONY_WITHDRAWN },
        lost: { k: SYMPHONY_LOST, l: SYMPHONY_LOST },
        in_use: { k: SYMPHONY_IN_USE, l: SYMPHONY_IN_USE },
        // Call numbers of orders contain a word such as `Order`: `QP33 .Z45 Order 001`.
        on_order: {
          k: SYMPHONY_ON_ORDER,
          l: SYMPHONY_ON_ORDER,
          a: ['* order', '* order 0*', '* order-0*'],
        },
        library_use_only: { k: SYMPHONY_USE_ONLY, l: SYMPHONY_USE_ONLY, t: SYMPHONY_USE_ONLY },
      },
    },
  },
  {
    name: 'folio',
    systems: 'FOLIO, effective locations in 952',
    requiredCodes: 'abcd',
    absentCodes: 'oy0178',
    profile: {
      field: '952',
      branch: 'cba',
      collection: 'ds',
      call_number: 'feg',
      volume: 'jkl',
      barcode: 'm',
      statuses: { withdrawn: { t: ['1'] } },
      suppressed: { field: '999', subfield: 't', values: ['1'] },
    },
  },
  {
    name: 'koha',
    systems: 'Koha',
    requiredCodes: 'ab',
    profile: {
      field: '952',
      branch: 'ab',
      collection: 'c8',
      call_number: 'o',
      volume: 'h',
      barcode: 'p',
      acquired: 'd',
      statuses: {
        withdrawn: { 0: ['*'] },
        lost: { 1: ['*'] },
        in_use: { q: ['*'] },
        on_order: { 7: ['-*'] },
        library_use_only: { 7: ['*'], 5: ['*'] },
      },
      suppressed: { field: '942', subfield: 'n', values: ['*'] },
    },
  },
  {
    name: 'sierra',
    systems: 'Innovative Sierra and Millennium, items in 945',
    requiredCodes: 'ls',
    profile: {
      field: '945',
      branch: 'l',
      call_number: 'fabk',
      volume: 'c',
      barcode: 'i',
      acquired: 'z',
      statuses: SIERRA_STATUSES,
    },
  },
  {
    name: 'sierra-949',
    systems: 'Innovative Sierra and Millennium, items in 949',
    requiredCodes: 'il',
    profile: {
      field: '949',
      branch: 'l',
      call_number: 'ab',
      volume: 'c',
      barcode: 'i',
      statuses: SIERRA_STATUSES,
    },
  },
  {
    name: 'alma',
    systems: 'Ex Libris Alma, items in ITM',
    requiredCodes: 'f',
    profile: {
      field: 'ITM',
      branch: 'fd',
      collection: 'ge',
      call_number: 'i',
      volume: 'c',
      barcode: '9',
      acquired: 'q',
      // The values of the process type of an item.
      statuses: {
        lost: { u: ['LOST*', 'MISSING', 'CLAIM_RETURNED*'] },
        in_use: {
          u: ['LOAN', 'TRANSIT*', 'HOLDSHELF', 'REQUESTED', 'ILL', 'WORK_ORDER*', 'TECHNICAL'],
        },
        on_order: { u: ['ACQ'] },
      },
    },
  },
  {
    name: 'alma-holdings',
    systems: 'Ex Libris Alma, holdings in HLD',
    requiredCodes: 'b',
    profile: {
      field: 'HLD',
      branch: 'b',
      collection: 'c',
      call_number: 'khijm',
      barcode: 'p',
    },
  },
  {
    name: 'evergreen',
    systems: 'Evergreen',
    requiredCodes: 'bcjp',
    profile: {
      field: '852',
      branch: 'b',
      collection: 'c',
      call_number: 'kjm',
      barcode: 'p',
      statuses: {
        withdrawn: { s: ['Discard*', 'Withdrawn', 'Deleted'], x: ['hidden'] },
        lost: { s: ['Lost*', 'Missing', 'Long Overdue', 'Claims*'] },
        in_use: {
          s: [
            'Checked out',
            'On holds shelf',
            'In transit',
            'In process',
            'Cataloging',
            'Bindery',
            'Damaged',
            'ILL',
            'Canceled Transit',
          ],
        },
        on_order: { s: ['On order'] },
        library_use_only: { x: ['reference', 'noncirculating'] },
      },
    },
  },
  {
    name: '995',
    systems: 'Koha and other systems with UNIMARC, items of the recommendation 995',
    requiredCodes: 'bf',
    profile: {
      field: '995',
      branch: 'bca',
      collection: 'eh8',
      call_number: 'k',
      volume: 'lv',
      barcode: 'f',
      acquired: '5',
      // The codes of Koha. 995 $n is the date on which a loan ends.
      statuses: {
        withdrawn: { 0: ['*'] },
        lost: { 2: ['*'] },
        in_use: { n: ['*'] },
        on_order: { o: ['-*'] },
        library_use_only: { o: [...'123456789', 'exclu*', 'consult*'], 3: ['*'] },
      },
    },
  },
  {
    name: '930',
    systems: 'SUDOC (ABES), holdings in 930',
    requiredCodes: 'bj',
    profile: { field: '930', branch: 'b', collection: 'c', call_number: 'a' },
  },
  {
    name: '852',
    systems: 'any system that writes MARC 21 holdings',
    requiredCodes: 'b',
    profile: {
      field: '852',
      branch: 'ba',
      collection: 'c',
      call_number: 'khijm',
      barcode: 'p',
    },
  },
];

/** Returns the built-in profile with a name; undefined for an unknown name. */
export function knownProfile(name: string): KnownProfile | undefined {
  return KNOWN_PROFILES.find((known) => known.name === name);
}

/** The maximum number of records that are examined to detect the profile. */
export const SAMPLE_RECORDS = 1000;

/** The number of recognized holdings that are enough to detect a profile. */
const ENOUGH_HOLDINGS = 500;

/** Detects the profile of records that are added one by one. */
export class ProfileDetector {
  readonly #counts = new Map(KNOWN_PROFILES.map((known) => [known, 0]));
  #total = 0;

  /** Counts the holdings of a record. A field counts only for the first profile that recognizes the field. */
  add({ fields }: MarcRecord): void {
    for (const field of fields) {
      if ('value' in field) continue;
      const hasSubfield = (required: string) =>
        field.subfields.some(({ code }) => code === required);
      const known = KNOWN_PROFILES.find(
        ({ profile, requiredCodes, absentCodes = '' }) =>
          profile.field === field.tag &&
          [...requiredCodes].every(hasSubfield) &&
          ![...absentCodes].some(hasSubfield),
      );
      if (known === undefined) continue;
      this.#counts.set(known, (this.#counts.get(known) ?? 0) + 1);
      this.#total++;
    }
  }

  /** Whether the records have enough holdings to detect their profile. */
  get hasEnough(): boolean {
    return this.#total >= ENOUGH_HOLDINGS;
  }

  /**
   * Returns the profile that recognizes the most holdings in the records; undefined if no profile
   * recognizes a holding. On a tie, returns the first of the tied profiles in {@link KNOWN_PROFILES}.
   */
  best(): KnownProfile | undefined {
    const [best] = [...this.#counts].sort(([, a], [, b]) => b - a);
    return best[1] > 0 ? best[0] : undefined;
  }
}

export function detectProfile(records: Iterable<MarcRecord>): KnownProfile | undefined {
  const detector = new ProfileDetector();
  for (const record of records) detector.add(record);
  return detector.best();
}
