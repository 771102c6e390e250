/*
 * The types of extra fields: how a value in a record becomes a number, the id of the value as a facet and a parameter, and
 * the ranges that a parameter can have. Numbers, days since 1970, and 0 and 1 for false and true are compared and sorted.
 * `extra-columns.ts` finds the values of a range in a column. A field of text is not in this file.
 */

import { DAY_MS, dayOf, formatInstant } from '../base/instant.js';
import { en } from '../texts/names/en.js';
import type { KnownNames } from '../texts/texts.js';

/** The types of extra fields. */
export const FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const;

/** The type of an extra field. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** A range of numbers, of days since 1970, or of 0 and 1. Both limits are included. Infinite limits mean no limit. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** The values of a field that is not of text. */
export interface TypedValues {
  /** The values that a record may have, for messages. */
  readonly expected: string;
  /** The values of a parameter, for messages. */
  readonly expectedRange: string;
  /** Returns the number of a value in a record, or undefined if the value has another type. */
  numberOf(value: unknown): number | undefined;
  /** Returns the text of a number: `12.5`, `2024-05-31` or `true`. */
  textOf(number: number): string;
  /** Returns the range of a parameter, or undefined if the text is not a range. A single value is a range of this value. */
  rangeOf(text: string): ValueRange | undefined;
  /** Returns the key of a number, whose code unit order is the order of the numbers. */
  orderKey(number: number): string;
  /** Returns the English name of a number as a facet. Default: its text. */
  nameOf?(number: number): string;
}

/** A number without a sign, as a pattern. JavaScript writes very large and very small numbers with an exponent. */
const UNSIGNED = '\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?';
/** Matches a number in a text, such as a cell of a spreadsheet. */
const NUMBER_TEXT = new RegExp(`^[-+]?${UNSIGNED}$`, 'i');
/** Matches `12.5`, `5-9`, `5-` and `-9`. */
const NUMBER_RANGE = new RegExp(`^(?:(${UNSIGNED})|(${UNSIGNED})?-(${UNSIGNED})?)$`);
/** Matches a limit of a range with two dots, such as `-5..9`. */
const SIGNED_NUMBER = new RegExp(`^-?${UNSIGNED}$`);
/** Matches a year, a month or a day. */
const PERIOD = /^\d{4}(-\d\d)?(-\d\d)?$/;

/** The numbers of the values of a field of the type boolean, and of their texts. */
const BOOLEANS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [false, 0],
  [true, 1],
  ['false', 0],
  ['true', 1],
]);

const TYPES: Readonly<Record<Exclude<FieldType, 'text'>, TypedValues>> = {
  number: {
    expected: 'a number or an array of numbers',
    expectedRange: 'a number such as 12.5, or a range such as 5-9, 5-, -9 or -5..-1',
    numberOf(value) {
      const isText = typeof value === 'string' && NUMBER_TEXT.test(value);
      const number = typeof value === 'number' || isText ? Number(value) : Number.NaN;
      // -0 is 0.
      return Number.isFinite(number) ? number + 0 : undefined;
    },
    textOf: String,
    rangeOf(text) {
      const [, one, first, last] = NUMBER_RANGE.exec(text) ?? [];
      if (one !== undefined) return rangeBetween(Number(one), Number(one));
      if (first !== undefined || last !== undefined) {
        return rangeBetween(numberIn(first), numberIn(last));
      }
      return rangeWithDots(text, (limit) => {
        if (!SIGNED_NUMBER.test(limit)) return undefined;
        return { from: Number(limit), to: Number(limit) };
      });
    },
    orderKey: orderedBits,
  },
  date: {
    expected: 'a date such as 2024-05-31, a date and time with a time zone, or an array of these',
    expectedRange:
      'a date such as 2024-05-31, 2024-05 or 2024, or a range such as 2024-01..2024-06, 2024.. or ..2024-06-30',
    numberOf(value) {
      const day = typeof value === 'string' ? dayOf(value) : Number.NaN;
      return Number.isNaN(day) ? undefined : day;
    },
    textOf: (day) => formatInstant(day * DAY_MS).slice(0, 10),
    rangeOf: (text) => periodOf(text) ?? rangeWithDots(text, periodOf),
    orderKey: (day) => formatInstant(day * DAY_MS),
  },
  boolean: {
    expected: 'true, false or an array of these',
    expectedRange: 'true or false',
    numberOf: (value) =>
      typeof value === 'string' ? BOOLEANS.get(value.toLowerCase()) : BOOLEANS.get(value),
    textOf: (number) => String(number === 1),
    rangeOf(text) {
      const number = BOOLEANS.get(text);
      return number === undefined ? undefined : { from: number, to: number };
    },
    orderKey: String,
    nameOf: (number) => (number === 1 ? en.yes : en.no),
  },
};

/** Returns the values of a type, or undefined for text. */
export function typedValuesOf(type: FieldType = 'text'): TypedValues | undefined {
  return type === 'text' ? undefined : TYPES[type];
}

/**
 * Returns the id of a number as a facet and a parameter: its text. A negative number is written as a range, because `-9` is
 * the range up to 9.
 *
 * @example idOfNumber(typedValuesOf('number'), -9) // '-9..-9'
 */
export function idOfNumber({ textOf }: TypedValues, number: number): string {
  const text = textOf(number);
  return text.startsWith('-') ? `${text}..${text}` : text;
}

/** Returns the id of a text that `extraValues` returned. */
export function idOfText(text: string, type: FieldType | undefined): string {
  const typed = typedValuesOf(type);
  const number = typed?.numberOf(text);
  return typed === undefined || number === undefined ? text : idOfNumber(typed, number);
}

/**
 * Returns the number of a text that stands for one value, or undefined for a range of several values and any other text.
 *
 * @example numberOfId(typedValuesOf('number'), '12.50') // 12.5
 */
export function numberOfId({ rangeOf }: TypedValues, text: string): number | undefined {
  const range = rangeOf(text);
  return range !== undefined && range.from === range.to ? range.from : undefined;
}

/** Returns the English name of a value as a facet. A range is its own name. */
export function nameOfTypedValue(typed: TypedValues, id: string): string {
  const number = numberOfId(typed, id);
  return number === undefined ? id : (typed.nameOf ?? typed.textOf)(number);
}

/** Translates the English name of a value. Only the names of true and false are not the same in all languages. */
export function translatedTypedValue(id: string, name: string, names: KnownNames): string {
  if (id === 'true' && name === en.yes) return names.yes;
  return id === 'false' && name === en.no ? names.no : name;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Returns a range. Undefined if the first limit is above the last, or a limit is not a number that can be stored. */
function rangeBetween(
  from: number = Number.NEGATIVE_INFINITY,
  to: number = Number.POSITIVE_INFINITY,
): ValueRange | undefined {
  const isReached = from !== Number.POSITIVE_INFINITY && to !== Number.NEGATIVE_INFINITY;
  return from <= to && isReached ? { from, to } : undefined;
}

/** Returns the range of a text such as `1..5`, `1..` or `..5`, or undefined for another text. */
function rangeWithDots(
  text: string,
  limitOf: (text: string) => ValueRange | undefined,
): ValueRange | undefined {
  const [first, last, ...others] = text.split('..');
  if (last === undefined || others.length > 0 || first + last === '') return undefined;
  const [from, to] = [limitOf(first), limitOf(last)];
  if ((first !== '' && from === undefined) || (last !== '' && to === undefined)) return undefined;
  return rangeBetween(from?.from, to?.to);
}

/** Returns the days of a year, a month or a day, or undefined for another text. A date and time is a day in UTC. */
function periodOf(text: string): ValueRange | undefined {
  const [isPeriod, month, day] = PERIOD.exec(text) ?? [];
  const rest =
    isPeriod === undefined || day !== undefined
      ? ['']
      : month === undefined
        ? ['-01-01', '-12-31']
        : LAST_DAYS;
  const days = rest.map((end) => dayOf(text + end)).filter((number) => !Number.isNaN(number));
  return days.length === 0 ? undefined : { from: Math.min(...days), to: Math.max(...days) };
}

/** The first day of a month, and the days that can be its last. */
const LAST_DAYS = ['-01', '-28', '-29', '-30', '-31'];

const bits = new DataView(new ArrayBuffer(8));

/** Returns a text whose code unit order is the order of the numbers: the bits of the number, inverted for a negative number. */
function orderedBits(number: number): string {
  bits.setFloat64(0, number);
  const raw = bits.getBigUint64(0);
  const ordered = number < 0 ? ~raw : raw | (1n << 63n);
  return BigInt.asUintN(64, ordered).toString(16).padStart(16, '0');
}
