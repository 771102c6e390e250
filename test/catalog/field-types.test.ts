import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extraProblems } from '../../src/catalog/extra-field-problems.js';
import { extraValues } from '../../src/catalog/extra-fields.js';
import {
  type FieldType,
  idOfNumber,
  numberOfId,
  type TypedValues,
  typedValuesOf,
} from '../../src/catalog/field-types.js';
import { narrowingValues } from '../../src/catalog/narrowings.js';
import type { ExtraField } from '../../src/catalog/records/library.js';
import { applyChanges } from '../../src/snapshot/changes/apply-changes.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { book, catalogOf, recordsOf } from './catalog-of.js';

function field(type: FieldType): ExtraField {
  return { name: 'field', from: 'extra.a', type, narrowing: true, names: { en: 'Field' } };
}

const typed = (type: FieldType) => typedValuesOf(type) as TypedValues;

describe('The values of a title in a field with a type', () => {
  it.each<[FieldType, unknown, string[], string[]]>([
    ['number', 12.5, ['12.5'], ['12.5']],
    ['number', '12.50', ['12.5'], ['12.5']],
    ['number', ['+07', -0, -9], ['7', '0', '-9'], ['7', '0', '-9..-9']],
    ['number', [1e21, -1e-7], ['1e+21', '-1e-7'], ['1e+21', '-1e-7..-1e-7']],
    ['date', '2024-05-31', ['2024-05-31'], ['2024-05-31']],
    ['date', ['2024-01-01T00:30:00+01:00', null], ['2023-12-31'], ['2023-12-31']],
    ['boolean', [true, 'False', 'TRUE'], ['true', 'false', 'true'], ['true', 'false', 'true']],
    ['text', [12.5, '12.50', true], ['12.5', '12.50', 'true'], ['12.5', '12.50', 'true']],
  ])('have one form: %s %j', (type, value, texts, ids) => {
    const title = book('1', 'Emma', { extra: { a: value } });
    expect(extraProblems(title, { extra_fields: [field(type)] })).toEqual([]);
    expect(extraValues(title, field(type))).toEqual(texts);
    const values: Readonly<Record<string, unknown>> = narrowingValues(title, [], {
      extra_fields: [field(type)],
    });
    expect(values.field).toEqual(ids);
  });

  const NUMBERS = 'expected a number or an array of numbers, found';
  const DATES =
    'expected a date such as 2024-05-31, a date and time with a time zone, or an array of these, found';
  const BOOLEANS = 'expected true, false or an array of these, found';

  it.each<[FieldType, unknown, string]>([
    ['number', 'n/a', `${NUMBERS} the string "n/a"`],
    ['number', '', `${NUMBERS} the string ""`],
    ['number', '1,50', `${NUMBERS} the string "1,50"`],
    ['number', '0x1f', `${NUMBERS} the string "0x1f"`],
    ['number', '9'.repeat(400), `${NUMBERS} the string "${'9'.repeat(60)}..."`],
    ['number', true, `${NUMBERS} true`],
    ['number', [1, 'x'], `${NUMBERS} an array with the string "x"`],
    ['number', {}, `${NUMBERS} an object`],
    ['date', '2023-02-29', `${DATES} the string "2023-02-29"`],
    ['date', '2024-05', `${DATES} the string "2024-05"`],
    ['date', '2024-05-31T10:00:00', `${DATES} the string "2024-05-31T10:00:00"`],
    ['date', 2024, `${DATES} the number 2024`],
    ['boolean', 'yes', `${BOOLEANS} the string "yes"`],
    ['boolean', 1, `${BOOLEANS} the number 1`],
    ['boolean', 'constructor', `${BOOLEANS} the string "constructor"`],
    ['boolean', [[true]], `${BOOLEANS} an array with an array`],
  ])('are refused with another type: %s %j', (type, a, problem) => {
    expect(extraProblems({ extra: { a } }, { extra_fields: [field(type)] })).toEqual([
      `extra.a: ${problem}`,
    ]);
  });
});

it('A value of another type is an error of a build, and its change is skipped alone', () => {
  const library = { extra_fields: [field('number')] };
  const titles = [book('1', 'Emma', { extra: { a: 1 } }), book('2', 'Omoo', { extra: { a: 'x' } })];
  const problem = 'extra.a: expected a number or an array of numbers, found the string "x"';
  expect(() => createCatalog(recordsOf({ library, titles }))).toThrow(`titles[1]: ${problem}`);

  const catalog = catalogOf({ library, titles: titles.slice(0, 1) });
  const skipped: string[] = [];
  const records = [titles[1], book('3', 'Typee', { extra: { a: '2' } })];
  const changed = applyChanges(
    catalog,
    records.map((record) => ({ op: 'put', kind: 'titles', record })),
    { onSkipped: (change) => skipped.push(change.problem) },
  );
  expect(skipped).toEqual([`record.${problem}`]);
  expect(changed.counts.titles).toBe(2);
});

it('An unknown type is an error of the library record', () => {
  const library = { extra_fields: [{ ...field('number'), type: 'float' as 'number' }] };
  expect(() => createCatalog(recordsOf({ library }))).toThrow(
    'library: extra_fields[0].type: expected one of text, number, date, boolean, found the string "float"',
  );
});

const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const days = fc.integer({ min: -719_528, max: 2_932_896 });

describe('A number of a field', () => {
  it.each<[FieldType, fc.Arbitrary<number>]>([
    ['number', doubles],
    ['date', days],
    ['boolean', fc.constantFrom(0, 1)],
  ])(
    'of the type %s has an id that means this number, and a key in the order of the numbers',
    (type, numbers) => {
      const { textOf, numberOf, rangeOf, orderKey } = typed(type);
      fc.assert(
        fc.property(numbers, numbers, (a, b) => {
          expect(rangeOf(idOfNumber(typed(type), a))).toEqual({ from: a, to: a });
          expect(numberOfId(typed(type), idOfNumber(typed(type), a))).toBe(a);
          expect(numberOf(textOf(a))).toBe(a);
          expect(orderKey(a) < orderKey(b)).toBe(a < b);
        }),
      );
    },
  );

  it('has the order of numbers of all sizes and signs', () => {
    const sorted = [-1e300, -10, -9.5, -1e-7, 0, 5e-324, 0.1, 2, 10, 1e21];
    const keys = sorted.map(typed('number').orderKey);
    expect(keys.toSorted()).toEqual(keys);
  });
});
