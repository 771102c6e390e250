import type { HoldingsProfile } from './holdings-profile.js';

/** A profile that has a name, and how its copies are recognized. */
export interface KnownProfile {
  readonly name: string;
  /** Which systems write copies so. */
  readonly systems: string;
  /** The subfields that every copy has. */
  readonly hallmark: string;
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
 * The profiles that `--holdings` knows by name, as their systems come. A library that has given its
 * locations or statuses other meanings writes a profile of its own.
 */
export const KNOWN_PROFILES: readonly KnownProfile[] = [
  {
    name: 'symphony',
    systems: 'SirsiDynix Symphony and Unicorn',
    hallmark: 'lm',
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
    hallmark: 'ab',
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
    hallmark: 'ls',
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
    hallmark: 'il',
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
    hallmark: 'bcjp',
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
    systems: 'any that writes holdings as MARC 21 has them',
    hallmark: 'b',
    profile: { field: '852', branch: 'ba', collection: 'c', call_number: 'khijm' },
  },
];

/** The profile of that name. */
export function knownProfile(name: string): KnownProfile | undefined {
  return KNOWN_PROFILES.find((known) => known.name === name);
}
