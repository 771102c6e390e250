import type { MarcRecord } from '../marc/marc-record.js';
import type { HoldingsProfile } from './holdings-profile.js';

/** A built-in holdings profile. */
export interface KnownProfile {
  readonly name: string;
  /** The library systems that use the profile. */
  readonly systems: string;
  /** The codes of the subfields that {@link detectProfile} requires to recognize a field as a holding. */
  readonly requiredCodes: string;
  readonly profile: HoldingsProfile;
}

const SYMPHONY_IN_USE = [
  'CHECKEDOUT',
  'LOST*',
  'MISSING*',
  'HOLDS',
  'INTRANSIT',
  'INPROCESS',
  'IN-PROCESS',
  'CATALOGING',
  'BINDERY',
  'REPAIR',
  'UNAVAILABLE',
];
const SYMPHONY_WITHDRAWN = ['WITHDRAWN', 'DISCARD*', 'REMOVED', 'ORD-CANCLD', 'CANCELLED'];
const SYMPHONY_ON_ORDER = ['ON-ORDER', 'ONORDER', 'ON_ORDER'];
const SYMPHONY_USE_ONLY = ['REFERENCE', 'READYREF', 'REF-*', 'NONCIRC*', 'RARE*', 'ARCHIVES'];

const SIERRA_STATUSES: HoldingsProfile['statuses'] = {
  withdrawn: { s: ['w'], o: ['n'] },
  in_use: { h: ['*'], s: ['!', '$', 'm', 'n', 'p', 'r', 't', 'z'] },
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
      acquired: 'u',
      statuses: {
        withdrawn: { k: SYMPHONY_WITHDRAWN, l: SYMPHONY_WITHDRAWN },
        in_use: { k: SYMPHONY_IN_USE, l: SYMPHONY_IN_USE },
        on_order: { k: SYMPHONY_ON_ORDER, l: SYMPHONY_ON_ORDER },
        library_use_only: { k: SYMPHONY_USE_ONLY, l: SYMPHONY_USE_ONLY, t: SYMPHONY_USE_ONLY },
      },
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
      acquired: 'd',
      statuses: {
        withdrawn: { 0: ['*'] },
        in_use: { q: ['*'], 1: ['*'] },
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
      statuses: SIERRA_STATUSES,
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
      statuses: {
        withdrawn: { s: ['Discard*', 'Withdrawn', 'Deleted'], x: ['hidden'] },
        in_use: {
          s: [
            'Checked out',
            'On holds shelf',
            'In transit',
            'In process',
            'Cataloging',
            'Bindery',
            'Lost*',
            'Missing',
            'Long Overdue',
            'Claims*',
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
    name: '852',
    systems: 'any system that writes MARC 21 holdings',
    requiredCodes: 'b',
    profile: { field: '852', branch: 'ba', collection: 'c', call_number: 'khijm' },
  },
];

/** Returns the built-in profile with a name; undefined for an unknown name. */
export function knownProfile(name: string): KnownProfile | undefined {
  return KNOWN_PROFILES.find((known) => known.name === name);
}

/**
 * Returns the profile that recognizes the most holdings in the records; undefined if no profile
 * recognizes a holding. A field counts only for the first profile in {@link KNOWN_PROFILES} that
 * recognizes the field. On a tie, returns the first of the tied profiles.
 */
export function detectProfile(records: Iterable<MarcRecord>): KnownProfile | undefined {
  const counts = new Map(KNOWN_PROFILES.map((known) => [known, 0]));
  for (const { fields } of records) {
    for (const field of fields) {
      if ('value' in field) continue;
      const codes = new Set(field.subfields.map(({ code }) => code));
      const known = KNOWN_PROFILES.find(
        ({ profile, requiredCodes }) =>
          profile.field === field.tag && [...requiredCodes].every((code) => codes.has(code)),
      );
      if (known !== undefined) counts.set(known, counts.get(known)! + 1);
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best[1] > 0 ? best[0] : undefined;
}
