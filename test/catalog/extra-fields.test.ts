import { describe, expect, it } from 'vitest';
import { extraFieldProblems, extraProblems } from '../../src/catalog/extra-field-problems.js';
import { extraValues } from '../../src/catalog/extra-fields.js';
import type { ExtraField } from '../../src/catalog/records/library.js';
import { SEARCH_PARAMETERS, YEAR_FIELDS } from '../../src/kiosk/search-state.js';
import { encodeCatalog } from '../../src/snapshot/encoding/catalog-encoder.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { memorySource } from '../../src/snapshot/source/source.js';
import { BUILT_IN_FIELDS } from '../../src/v1/query-language/fields.js';
import {
  FACET_VALUES_PARAMETERS,
  PARAMETERS,
  SEARCH_PARAMETERS as SORT_ORDERS,
} from '../../src/v1/schema/parameters.js';
import { book, recordsOf } from './catalog-of.js';

function field(name: string, from = 'extra.a'): ExtraField {
  return { name, from, narrowing: true, names: { en: name } };
}

describe('extraValues', () => {
  it.each([
    ['A 1', ['A 1']],
    [
      ['A 1', 2, true, null],
      ['A 1', '2', 'true'],
    ],
    [0, ['0']],
    [false, ['false']],
    [null, []],
    [undefined, []],
  ])('returns the values of %j as strings', (value, expected) => {
    const title = { extra: { place: { room: value } } };
    expect(extraValues(title, field('room', 'extra.place.room'))).toEqual(expected);
  });

  it('returns no values if an object on the path is missing or inherited', () => {
    for (const extra of [{}, { place: 'A' }, { place: [{ room: 'A' }] }]) {
      expect(extraValues({ extra }, field('room', 'extra.place.room'))).toEqual([]);
    }
    expect(extraValues({}, field('shelf'))).toEqual([]);
    expect(extraValues({ extra: {} }, field('room', 'extra.constructor.name'))).toEqual([]);
  });
});

describe('extraFieldProblems', () => {
  it('refuses every name of a parameter, a narrowing, or a field of the query language', () => {
    const reserved = [
      ...Object.keys(PARAMETERS.searchTitles),
      ...Object.keys(FACET_VALUES_PARAMETERS),
      'exclude_shelf',
      ...BUILT_IN_FIELDS.byName.keys(),
      ...SEARCH_PARAMETERS,
      ...Object.values(YEAR_FIELDS),
      ...SORT_ORDERS.sort.values,
      'constructor',
    ];
    for (const name of reserved) {
      expect(extraFieldProblems({ extra_fields: [field(name)] })).toEqual([
        `extra_fields[0].name: expected a name that Carrel does not use itself, found '${name}'`,
      ]);
    }
  });

  it('refuses a repeated name, and more than 16 fields', () => {
    expect(extraFieldProblems({ extra_fields: [field('shelf'), field('shelf')] })).toEqual([
      "extra_fields[1].name: expected a unique name, found 'shelf' again",
    ]);
    const many = Array.from({ length: 17 }, (_, i) => field(`shelf_${i}`));
    expect(extraFieldProblems({ extra_fields: many })).toEqual([
      'extra_fields: expected at most 16 fields, found 17',
    ]);
    expect(extraFieldProblems({ extra_fields: many.slice(1) })).toEqual([]);
  });
});

describe('extraProblems', () => {
  const problemsOf = (a: unknown) =>
    extraProblems({ extra: { a } }, { extra_fields: [field('shelf')] });
  const VALUES = 'expected a string, a number, true, false or an array of these';

  it.each([
    [{ b: 1 }, `extra.a: ${VALUES}, found an object`],
    [['x', { b: 1 }], `extra.a: ${VALUES}, found an array with an object`],
    [[['x']], `extra.a: ${VALUES}, found an array with an array`],
    [Number.NaN, 'extra.a: expected a JSON value, found the number NaN'],
    [new Date(0), 'extra.a: expected a JSON value, found a Date'],
    [[undefined], 'extra.a[0]: expected a JSON value, found nothing'],
  ])('refuses %o', (value, problem) => {
    expect(problemsOf(value)).toEqual([problem]);
  });

  it('refuses values with more than 32 levels', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 32; level++) value = [value];
    expect(problemsOf(value)[0]).toMatch(/\]: expected at most 32 levels, found more$/);
  });

  it('accepts an undefined field', () => {
    expect(problemsOf(undefined)).toEqual([]);
  });
});

it('createCatalog reports the problems of extra fields and of the extra of titles', () => {
  const titles = [book('1', 'Emma', { extra: { a: {} } })];
  const library = { extra_fields: [field('shelf'), field('genre')] };
  expect(() => createCatalog(recordsOf({ library, titles }))).toThrow(
    "library: extra_fields[1].name: expected a name that Carrel does not use itself, found 'genre'",
  );
  expect(() =>
    createCatalog(recordsOf({ library: { extra_fields: [field('shelf')] }, titles })),
  ).toThrow(
    'titles[0]: extra.a: expected a string, a number, true, false or an array of these, found an object',
  );
  const bad = [{ ...field('shelf', 'shelf'), names: {} }] as unknown as ExtraField[];
  expect(() => createCatalog(recordsOf({ library: { extra_fields: bad } }))).toThrow(
    'library: extra_fields[0].from: expected the path of a field of extra, such as extra.shelf, found the string "shelf"\nlibrary: extra_fields[0].names.en: expected a non-empty string, found nothing',
  );
});

it.each(['Emma', 'Emma\ud800'])(
  'createCatalog refuses a title that contains itself: %j',
  (name) => {
    const extra: Record<string, unknown> = {};
    extra.self = extra;
    for (const more of [{}, { unknown: 1 }]) {
      const titles = [{ ...book('1', name, { extra }), ...more }];
      expect(() => createCatalog(recordsOf({ titles }))).toThrow(
        'titles[0]: expected at most 500 levels of nested values, found more',
      );
    }
  },
);

it('A field that is neither searched nor a narrowing is reported in a warning', () => {
  const library = { extra_fields: [{ ...field('shelf'), narrowing: false }] };
  const { warnings } = encodeCatalog(memorySource(recordsOf({ library })));
  expect(warnings).toEqual([
    "library: extra field 'shelf' ignored; expected narrowing or searched to be true (1 time)",
  ]);
});

it('A field without a value in any title is reported in a warning', () => {
  const library = {
    extra_fields: [field('shelf', 'extra.shelf'), field('room', 'extra.place.room')],
  };
  const titles = [
    book('1', 'Emma', { extra: { shelf: 'A', place: 'B' } }),
    book('2', 'Persuasion'),
  ];
  expect(encodeCatalog(memorySource(recordsOf({ library, titles }))).warnings).toEqual([
    "library: extra field 'room': expected a title with a value at extra.place.room, found none (1 time)",
  ]);
  expect(encodeCatalog(memorySource(recordsOf({ library }))).warnings).toEqual([]);
});
