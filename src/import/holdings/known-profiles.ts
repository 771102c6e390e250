/*
 * Defines the holdings profiles of common library systems, and the form of the values in their fields.
 * `holdings-evidence.ts` chooses the profile that fits the records.
 */

import type { HoldingsProfile, NamedProfile } from './holdings-profile.js';

/** The form of the first value of a subfield, by subfield code. */
type Forms = Readonly<Record<string, RegExp>>;

/** A built-in holdings profile. */
export interface KnownProfile extends NamedProfile {
  /** The library systems that use the profile. */
  readonly systems: string;
  /** The forms of the subfields that every field of the profile has. */
  readonly required: Forms;
  /** The forms of further subfields, of which every field has at least one. Default: no further subfields. */
  readonly someOf?: Forms;
  /** The codes of the subfields that a field of this profile never has. Default: none. */
  readonly absent?: string;
  /** Both indicators of every field. Default: any. */
  readonly indicators?: string;
  /** The names of the profiles whose fields repeat holdings of this profile, or are read by its fallback. */
  readonly covers?: readonly string[];
}

/** The name or the code of a place. A date, or a number of more than three digits, is no place. */
const NAME = /^(?:\d{1,3}|.*\p{L}.*)$/u;
/** The code of a place, such as `CPL`. */
const CODE = /^(?:\d{1,3}|(?=.*\p{L})[\p{L}\p{M}\d][^\s,;:()]{0,29})$/u;
/** A policy of Symphony, such as `ON-ORDER` or `3EAST`. Some exports have small letters. */
const POLICY = /^(?=.*[A-Z])[A-Z\d][A-Z\d_&+./-]*$|^(?=.*[a-z])[a-z\d][a-z\d_&+./-]+$/;
/** The code of a branch of Koha, which has at most 10 characters. */
const KOHA_BRANCH = /^(?:\d{1,3}|(?=.*\p{L})[\p{L}\d_.-]{1,10})$/u;
/** The code of a location of Sierra, which has at most 5 characters. It can contain spaces, as in `m st`. */
const SIERRA_LOCATION = /^[\p{L}\d_+-][\p{L}\d_+ -]{0,4}$/u;
/** A due date of Sierra, such as `12-01-26` or `  -  -  `. */
const DUE_DATE = /^[\d :/.-]+$/;
const CHARACTER = /^.$/u;
const NUMBER = /^-?\d{1,3}$/;
const ANY = /./;
const BARCODE = /^(?=.*\d)[\p{L}\d .+$/:_*-]{1,40}$/u;
const DATE = /^(?:\d{4}-?\d\d-?\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})/;

const SYMPHONY_FORMS: Pick<KnownProfile, 'required' | 'someOf'> = {
  required: { l: POLICY, m: POLICY },
  someOf: { a: ANY, i: BARCODE, t: POLICY, w: POLICY },
};

const SYMPHONY_IN_USE =
  'CHECKED*OUT *HOLD *HOLDS *IN*TRANSIT IN*PROCESS* AVAIL*SOON CATALOGING BINDERY REPAIR MENDING DAMAGED ILL UNAVAILABLE'.split(
    ' ',
  );
const SYMPHONY_LOST = ['LOST*', 'MISSING*', 'STOLEN', 'CLAIM*', 'LONGOVRDUE'];
const SYMPHONY_WITHDRAWN = ['WITHDRAWN', 'DISCARD*', 'REMOVED', 'ORD-CANCLD', 'CANCELLED'];
const SYMPHONY_ON_ORDER = ['ON*ORDER*', 'ORDERED'];
const SYMPHONY_USE_ONLY = ['REFERENCE', 'READYREF', 'REF-*', 'NONCIRC*', 'RARE*', 'ARCHIVES'];

const SYMPHONY: Omit<HoldingsProfile, 'field'> = {
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
  nonpublic: 'o',
};

const SIERRA_STATUSES: HoldingsProfile['statuses'] = {
  withdrawn: { s: ['w'], o: ['n'] },
  lost: { s: ['$', 'm', 'n', 'z'] },
  in_use: { h: ['*'], s: ['!', 'p', 'r', 't'] },
  library_use_only: { s: ['o'] },
};

const ALMA_HOLDINGS: HoldingsProfile = {
  field: 'HLD',
  branch: 'b',
  collection: 'c',
  call_number: 'khijm',
  barcode: 'p',
};

const EVERGREEN_STATUSES: HoldingsProfile['statuses'] = {
  withdrawn: { s: ['Discard*', 'Withdrawn', 'Deleted'], x: ['hidden'] },
  lost: { s: ['Lost*', 'Missing', 'Long Overdue', 'Claims*'] },
  in_use: {
    s: 'Checked out, On holds shelf, In transit, In process, Cataloging, Bindery, Damaged, ILL, Canceled Transit'.split(
      ', ',
    ),
  },
  on_order: { s: ['On order'] },
  library_use_only: { x: ['reference', 'noncirculating'] },
};

/**
 * The profiles that `carrel build --holdings` accepts by name, with the default codes of each library
 * system. A library with other codes needs a custom profile.
 */
export const KNOWN_PROFILES: readonly KnownProfile[] = [
  {
    name: 'symphony',
    systems: 'SirsiDynix Symphony and Unicorn, items in 999',
    ...SYMPHONY_FORMS,
    profile: { field: '999', ...SYMPHONY },
  },
  {
    name: 'symphony-949',
    systems: 'SirsiDynix Symphony, items in 949',
    ...SYMPHONY_FORMS,
    profile: { field: '949', ...SYMPHONY },
  },
  {
    name: 'folio',
    systems: 'FOLIO, effective locations in 952',
    required: { a: NAME, b: NAME, c: NAME, d: NAME },
    absent: 'oy0178',
    indicators: 'ff',
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
    required: { a: KOHA_BRANCH, b: KOHA_BRANCH },
    someOf: {
      ...{ 0: NUMBER, 1: NUMBER, 4: NUMBER, 7: NUMBER },
      ...{ d: DATE, o: ANY, p: BARCODE, q: DATE, y: CODE },
    },
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
        // Koha defines -1 in $7 as ordered. Libraries define other negative numbers, such as -2 for in process.
        in_use: { q: ['*'], 4: ['*'], 7: [...'23456789'].map((digit) => `-${digit}`) },
        on_order: { 7: ['-*'] },
        library_use_only: { 7: ['*'], 5: ['*'] },
      },
      suppressed: { field: '942', subfield: 'n', values: ['*'] },
    },
  },
  {
    name: 'sierra',
    systems: 'Innovative Sierra and Millennium, items in 945',
    required: { l: SIERRA_LOCATION },
    // In some libraries, a blank is the status of available copies.
    someOf: { h: DUE_DATE, i: BARCODE, s: CHARACTER, t: NUMBER, y: /^\.?i\d/ },
    profile: {
      field: '945',
      branch: 'l',
      call_number: 'fabk',
      volume: 'c',
      barcode: 'i',
      acquired: 'z',
      statuses: SIERRA_STATUSES,
      nonpublic: 'nx',
    },
  },
  {
    name: 'sierra-949',
    systems: 'Innovative Sierra and Millennium, items in 949',
    required: { l: SIERRA_LOCATION },
    someOf: { h: DUE_DATE, i: BARCODE, y: /^\.?i\d/ },
    absent: 'm',
    profile: {
      field: '949',
      branch: 'l',
      call_number: 'ab',
      volume: 'c',
      barcode: 'i',
      statuses: SIERRA_STATUSES,
      nonpublic: 'ox',
    },
  },
  {
    name: 'alma',
    systems: 'Ex Libris Alma, items in ITM',
    required: {},
    someOf: { d: NAME, f: NAME },
    covers: ['alma-availability', 'alma-holdings'],
    profile: {
      field: 'ITM',
      branch: 'fd',
      collection: 'ge',
      call_number: 'i',
      volume: 'c',
      barcode: '9',
      acquired: 'q',
      // The process type of an item: its code or its name, such as WORK_ORDER_DEPARTMENT or Work Order Department.
      statuses: {
        lost: { u: ['LOST*', 'MISSING*', 'CLAIM*'] },
        in_use: {
          u: 'LOAN*, TRANSIT*, IN*TRANSIT, IN*PROCESS*, HOLD*SHELF*, REQUESTED, ILL, WORK*ORDER*, TECHNICAL*, *RESOURCE SHARING*'.split(
            ', ',
          ),
        },
        on_order: { u: ['ACQ*', 'ON*ORDER'] },
      },
      fallback: ALMA_HOLDINGS,
    },
  },
  {
    name: 'alma-availability',
    systems: 'Ex Libris Alma and Aleph, availability in AVA',
    required: { b: NAME, e: /^(?:(?:un)?available|check[_ ]holdings)$/i },
    covers: ['alma-holdings'],
    profile: {
      field: 'AVA',
      branch: 'b',
      collection: 'cj',
      call_number: 'd',
      statuses: { in_use: { e: ['unavailable'] } },
      fallback: ALMA_HOLDINGS,
    },
  },
  {
    name: 'alma-holdings',
    systems: 'Ex Libris Alma, holdings in HLD',
    required: { b: NAME },
    profile: ALMA_HOLDINGS,
  },
  {
    name: 'evergreen',
    systems: 'Evergreen',
    required: { b: CODE, c: NAME, j: ANY, p: BARCODE },
    profile: {
      field: '852',
      branch: 'b',
      collection: 'c',
      call_number: 'kjm',
      barcode: 'p',
      statuses: EVERGREEN_STATUSES,
    },
  },
  {
    name: '995',
    systems: 'Koha and other systems with UNIMARC, items of the recommendation 995',
    required: { b: NAME, f: BARCODE },
    covers: ['930'],
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
    systems: 'SUDOC (ABES) and BnF, holdings in 930',
    // The number of the library, the code for loans between libraries, and the library with the number of the copy.
    required: { b: /^\d{8}[\dX]$/ },
    someOf: { j: CHARACTER, 5: /^[\w-]+:./ },
    profile: { field: '930', branch: 'b', collection: 'c', call_number: 'a' },
  },
  {
    name: '852',
    systems: 'any system that writes MARC 21 holdings',
    required: { b: NAME },
    profile: {
      field: '852',
      branch: 'ba',
      collection: 'c',
      call_number: 'khijm',
      barcode: 'p',
      // Some copies of Evergreen have no barcode, and fit this profile. Other systems do not write these words.
      statuses: EVERGREEN_STATUSES,
    },
  },
];

/** Returns the built-in profile with a name; undefined for an unknown name. */
export function knownProfile(name: string): KnownProfile | undefined {
  return KNOWN_PROFILES.find((known) => known.name === name);
}
