/*
 * Reads the copies of a record from the fields that a holdings profile names. `holdings-evidence.ts` chooses the profile,
 * and `holdings-statements.ts` reads what a library has of a serial.
 */

import { parseDateOrInstant } from '../../base/instant.js';
import type { Holding } from '../../catalog/records/title.js';
import { isCallNumber } from '../mapping/numbers.js';
import {
  firstText,
  type MarcDataField,
  type MarcRecord,
  subfieldTexts,
} from '../marc/marc-record.js';
import { HOLDING_STATUSES, type HoldingStatus, type HoldingsProfile } from './holdings-profile.js';

/**
 * Creates a function that returns whether a record is hidden from readers. Without `suppressed` in the
 * profile, no record is hidden.
 */
export function suppressionReader(
  profile: HoldingsProfile | undefined,
): (record: MarcRecord) => boolean {
  const suppressed = profile?.suppressed;
  if (suppressed === undefined) return () => false;
  const { field: tag, subfield: code, values } = suppressed;
  const conditions = values.map((value) => ({ code, matches: valuePattern(value) }));
  return ({ fields }) =>
    fields.some(
      (field) =>
        field.tag === tag && !('value' in field) && conditions.some((it) => isMet(it, field)),
    );
}

export interface RecordHoldings {
  /** The holdings that have a branch and are not withdrawn, without duplicates. */
  readonly holdings: readonly Holding[];
  /** The earliest date of acquisition of `holdings`, in ISO 8601; undefined if there is no valid date. */
  readonly acquired: string | undefined;
  /** The number of all holdings, including duplicates, withdrawn holdings and holdings without a branch. */
  readonly count: number;
  /** The number of holdings omitted because they are withdrawn. */
  readonly withdrawn: number;
  /** The number of holdings omitted because they name no branch. */
  readonly withoutBranch: number;
}

const STATUS_IDS: Readonly<Record<Exclude<HoldingStatus, 'withdrawn'>, string>> = {
  available: 'AVAILABLE',
  lost: 'LOST',
  in_use: 'UNAVAILABLE',
  library_use_only: 'LIBRARY_USE_ONLY',
  on_order: 'ON_ORDER',
};

/** Creates a function that reads the holdings of a record according to a profile and its fallback. */
export function holdingsReader(profile: HoldingsProfile): (record: MarcRecord) => RecordHoldings {
  const conditions = conditionsOf(profile);
  const readFallback = profile.fallback && holdingsReader(profile.fallback);
  return (record) => {
    const holdings = new Map<string, Holding>();
    let acquired: string | undefined;
    let count = 0;
    let withdrawn = 0;
    let withoutBranch = 0;
    for (const field of record.fields) {
      if (field.tag !== profile.field || 'value' in field || hasCommands(field)) continue;
      count++;
      const met = conditions.filter((condition) => isMet(condition, field));
      const status = met[0]?.status ?? profile.otherwise ?? 'available';
      const branch = firstText(field, profile.branch);
      if (status === 'withdrawn') withdrawn++;
      else if (branch === undefined) withoutBranch++;
      else {
        const holding = {
          branch,
          status: STATUS_IDS[status],
          ...describedCopy(field, profile, collectionOf(field, profile, met)),
        };
        holdings.set(JSON.stringify(holding), holding);
        const date = acquiredDate(firstText(field, profile.acquired) ?? '');
        if (date !== undefined && (acquired === undefined || date < acquired)) acquired = date;
      }
    }
    if (count === 0 && readFallback !== undefined) return readFallback(record);
    return { holdings: [...holdings.values()], acquired, count, withdrawn, withoutBranch };
  };
}

/** Whether a field has commands for the loader of Sierra in place of a copy, such as `949 $a*recs=b;ov=.b1234567;`. */
export function hasCommands(field: MarcDataField): boolean {
  return field.tag === '949' && firstText(field, 'a')?.startsWith('*') === true;
}

function describedCopy(
  field: MarcDataField,
  { call_number, volume: volumeCodes, barcode: barcodeCodes }: HoldingsProfile,
  collection: string | undefined,
): Omit<Holding, 'branch' | 'status'> {
  const callNumber = allTexts(field, call_number);
  const volume = allTexts(field, volumeCodes);
  const barcode = firstText(field, barcodeCodes);
  return {
    ...(isCallNumber(callNumber) && { call_number: callNumber }),
    ...(collection !== undefined && { collection }),
    ...(volume !== '' && { volume }),
    ...(barcode !== undefined && { barcode }),
  };
}

/**
 * Returns the collection of a copy. Some systems write a status in place of the collection, such as `ON-ORDER`. A value
 * that means a status in {@link AWAY} is no collection.
 */
function collectionOf(
  field: MarcDataField,
  { collection = '' }: HoldingsProfile,
  met: readonly Condition[],
): string | undefined {
  const isStatus = (code: string) =>
    met.some((condition) => condition.code === code && AWAY.includes(condition.status));
  return firstText(field, [...collection].filter((code) => !isStatus(code)).join(''));
}

/** The statuses of copies that are not on their shelf. */
const AWAY: readonly HoldingStatus[] = ['withdrawn', 'lost', 'in_use', 'on_order'];

/** Returns all subfield texts in the order of `codes`, joined by spaces. */
function allTexts(field: MarcDataField, codes = ''): string {
  return [...codes].flatMap((code) => subfieldTexts(field, code)).join(' ');
}

/** Matches a value that has a letter or a digit other than 0, such as a date. */
const LETTER_OR_NONZERO_DIGIT = /[1-9\p{L}]/u;

/** Compiles a pattern of a {@link HoldingsProfile} into a function that returns whether a value matches. */
export function valuePattern(pattern: string): (value: string) => boolean {
  if (pattern === '*') return (value) => LETTER_OR_NONZERO_DIGIT.test(value);
  if (!pattern.includes('*')) {
    const expected = pattern.toLowerCase();
    return (value) => value.toLowerCase() === expected;
  }
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (value) => expression.test(value);
}

interface Condition {
  readonly status: HoldingStatus;
  readonly code: string;
  readonly matches: (value: string) => boolean;
}

function conditionsOf({ statuses = {} }: HoldingsProfile): Condition[] {
  return HOLDING_STATUSES.flatMap((status) =>
    Object.entries(statuses[status] ?? {}).flatMap(([code, values]) =>
      values.map((value): Condition => ({ status, code, matches: valuePattern(value) })),
    ),
  );
}

function isMet(
  { code, matches }: Omit<Condition, 'status'>,
  { subfields }: MarcDataField,
): boolean {
  return subfields.some((subfield) => subfield.code === code && matches(subfield.value.trim()));
}

const YEAR_FIRST = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)/;
const MONTH_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?!\d)/;

/**
 * Parses a date of acquisition: `2004-12-03` or `20041203`; with the month first, `12/3/2004` or
 * `12-03-04`; with the day first, `3.12.2004`. Two-digit years are from 1970 to 2069. Text after the
 * date, such as a time, is ignored.
 *
 * @returns the date in ISO 8601; undefined if the text does not begin with a valid date
 */
export function acquiredDate(text: string): string | undefined {
  const [, year, month, day] =
    YEAR_FIRST.exec(text) ??
    reordered(MONTH_FIRST.exec(text), 3, 1, 2) ??
    reordered(DAY_FIRST.exec(text), 3, 2, 1) ??
    [];
  if (year === undefined) return undefined;
  const date = [fourDigits(year), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return Number.isNaN(parseDateOrInstant(date)) ? undefined : date;
}

function reordered(match: RegExpExecArray | null, ...order: number[]): string[] | undefined {
  return match === null ? undefined : ['', ...order.map((group) => match[group])];
}

function fourDigits(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 70 ? '20' : '19'}${year}`;
}
