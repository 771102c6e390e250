/*
 * Reads and checks the parameters of a request by the tables in `schema/parameters.ts`. The operations in this folder,
 * `search` and `suggest` call it. `web/answer.ts` parses the query string.
 */

import { didYouMean } from '../base/edit-distance.js';
import { memoizePerObject } from '../base/lazy.js';
import { describe, typeError } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { extraNarrowings } from '../catalog/extra-fields.js';
import { type FieldType, idOfText, typedValuesOf } from '../catalog/field-types.js';
import { narrowingsOf } from '../catalog/narrowings.js';
import { YEARS } from '../catalog/publication-year.js';
import type { Library } from '../catalog/records/library.js';
import { invalidValue, parameterError } from './api-error.js';
import { countCharacters } from './query-language/syntax-error.js';
import {
  type ExclusionOf,
  exclusionOf,
  exclusionParameter,
  type NarrowingParameter,
  PARAMETERS,
  type Parameter,
  type ParameterValues,
  type SearchParameters,
  type TextParameter,
} from './schema/parameters.js';

/**
 * The parameters of a request as pairs of a name and a value, such as `URLSearchParams`. A pair may be repeated.
 */
export type ParameterPairs = Iterable<readonly [string, string]>;

/**
 * The parameters of a request, known and unknown. The links in the metadata of a response contain the parameters in
 * the same order, without `page` and with `api_key` last. In an object, a parameter that is undefined or null counts
 * as absent, and an array is a repeated parameter.
 *
 * @example new URLSearchParams('q=moby+dick&library=alderwick')
 * @example { q: 'moby dick', library: 'alderwick', limit: 20, title_format: ['BK', 'DVD'] }
 */
export type RequestParameters = ParameterPairs | object;

/**
 * The parameters of a search that the extra fields of a library add, by their names. `createApi<'shelf'>` accepts `shelf`;
 * `createApi` without names accepts only the built-in parameters.
 *
 * A field of the type `number` also takes ranges: `5-9`, `5-` or `-9`, and `-5..-1` with negative numbers. A field of
 * the type `date` takes `2024-05-31`, `2024-05`, `2024`, `2024-01..2024-06`, `2024..` or `..2024`. Both limits of a range
 * are included. Another text throws ApiError.
 *
 * @example
 * const params: SearchTitlesParameters & ExtraNarrowings<'shelf' | 'price'> = {
 *   q: '*', library: 'branch', shelf: 'Window', price: '5-9',
 * };
 */
export type ExtraNarrowings<Name extends string> = {
  readonly [Parameter in Name]?: ExtraValue | readonly ExtraValue[] | null | undefined;
};

/** A value of an extra field, or a range such as `5-9`. */
type ExtraValue = string | number | boolean;

/**
 * The parameters of `search` for a library with extra fields: `SearchParameters`, the fields as narrowings, and the orders by
 * a field, `price` and `price:desc`. In both orders, titles without a value of the field come last.
 *
 * @example
 * const params: SearchParametersWith<'price'> = { q: '*', library: 'branch', price: '5-9', sort: 'price' };
 */
export type SearchParametersWith<Extra extends string> = Omit<SearchParameters, 'sort'> &
  ExtraFilters<Extra> & {
    /** The order of the results, also by an extra field: ascending with its name, descending with `:desc` after it. */
    readonly sort?: SearchParameters['sort'] | Extra | `${Extra}:desc`;
  };

/** The parameters of `search`, `facetValues` and `suggest` that the extra fields of a library add. */
export type ExtraFilters<Name extends string> = ExtraNarrowings<Name> & ExtraExclusions<Name>;

/**
 * The parameters of `search`, `facetValues` and `suggest` that exclude values of the extra fields of a library.
 *
 * @example
 * const params: SearchParameters & ExtraExclusions<'shelf'> = {
 *   q: '*', library: 'branch', exclude_shelf: 'Window',
 * };
 */
export type ExtraExclusions<Name extends string> = {
  readonly [Field in Name as ExclusionOf<Field>]?:
    | ExtraValue
    | readonly ExtraValue[]
    | null
    | undefined;
};

/** Returns the parameters of a search that the extra fields of a library add. */
export function extraParametersOf(library: Library): Readonly<Record<string, NarrowingParameter>> {
  return Object.fromEntries(
    extraNarrowings(library).map(({ name, names, type }) => {
      const typed = typedValuesOf(type);
      const description = typed === undefined ? names.en : `${names.en}: ${typed.expectedRange}`;
      return [name, { type: 'narrowing', description, fieldType: type }];
    }),
  );
}

/** Returns the parameters of an operation, including the parameters that extra fields of the catalogs add. */
export function parametersOf(
  operation: keyof typeof PARAMETERS,
  catalogs: readonly Catalog[],
): Readonly<Record<string, Parameter>> {
  return operation === 'searchTitles' ? searchParametersOf(catalogs) : PARAMETERS[operation];
}

const searchParametersOf = memoizePerObject(
  (catalogs: readonly Catalog[]): Readonly<Record<string, Parameter>> =>
    Object.assign(
      {},
      PARAMETERS.searchTitles,
      ...catalogs.map(({ library }) => extraParametersOf(library)),
    ),
);

/**
 * Returns the parameters of a function for programs, including the parameters that extra fields of the catalogs add.
 *
 * @param table the built-in parameters
 */
export function strictParametersOf(
  table: Readonly<Record<string, Parameter>>,
  catalogs: readonly Catalog[],
): Readonly<Record<string, Parameter>> {
  return Object.assign({}, table, ...catalogs.map(({ library }) => extraFiltersOf(library)));
}

/** Returns the parameters that narrow to values of the extra fields of a library, or exclude values. */
const extraFiltersOf = memoizePerObject(
  (library: Library): Readonly<Record<string, NarrowingParameter>> => {
    const extra = extraParametersOf(library);
    const exclusions = Object.entries(extra).map(([name, { fieldType }]) => [
      exclusionOf(name),
      { ...exclusionParameter(name), fieldType },
    ]);
    return { ...extra, ...Object.fromEntries(exclusions) };
  },
);

/** Values of each narrowing of a library, by its name. */
export type ValuesOfNarrowings = Readonly<Record<string, readonly string[]>>;

/** The values of each narrowing of a library that a request chooses, and the values that it excludes. */
export interface ReadNarrowings {
  readonly chosen: ValuesOfNarrowings;
  readonly excluded: ValuesOfNarrowings;
}

/**
 * Reads the values of each narrowing of a library. An operation of the API excludes no values.
 *
 * @param values the values of the built-in parameters
 * @throws ApiError 400 for a value of another type than that of an extra field
 */
export function readNarrowings(
  parameters: RequestParameters,
  values: object,
  library: Library,
): ReadNarrowings {
  const extra = 'relax' in values ? extraFiltersOf(library) : extraParametersOf(library);
  const given: ValuesOfNarrowings = { ...values, ...readParameters(parameters, extra) };
  const valuesOf = (parameterOf: (narrowing: string) => string) =>
    Object.fromEntries(narrowingsOf(library).map((name) => [name, given[parameterOf(name)] ?? []]));
  return { chosen: valuesOf(String), excluded: valuesOf(exclusionOf) };
}

/**
 * Reads and checks the parameters of a request. Unknown parameters are ignored.
 *
 * @throws ApiError 400 if a known parameter other than a narrowing has several values or an array, or a parameter is
 *   missing or invalid. The error reports a parameter with several values, or else the first missing or invalid
 *   parameter in the order of `known`
 * @throws TypeError if `parameters` is neither an object nor pairs
 */
export function readParameters<P extends Readonly<Record<string, Parameter>>>(
  parameters: RequestParameters,
  known: P,
): ParameterValues<P> {
  if (typeof parameters !== 'object' || parameters === null) {
    throw typeError('parameters', 'an object, or pairs such as URLSearchParams', parameters);
  }
  if (!isPairs(parameters)) checkTypes(parameters, known);
  const received = new Map<string, string[]>();
  for (const [name, value] of entriesOf(parameters, known)) {
    if (!Object.hasOwn(known, name)) continue;
    if (typeof value !== 'string') {
      throw parameterError('invalid_parameter', name, 'a text', describe(value));
    }
    const values = received.get(name);
    if (values === undefined) received.set(name, [value]);
    else if (known[name].type === 'narrowing') values.push(value);
    else throw parameterError('repeated_parameter', name, 'one value', 'more than one');
  }
  const values = Object.entries(known).map(([name, parameter]) => {
    const values = received.get(name) ?? [];
    return [
      name,
      parameter.type === 'narrowing'
        ? narrowingValues(name, parameter.fieldType, values)
        : readValue(name, parameter, values[0]),
    ];
  });
  return Object.fromEntries(values);
}

/**
 * Returns the values of a narrowing, each once, without empty values.
 *
 * @throws ApiError 400 for a value of another type than that of the extra field
 */
function narrowingValues(
  name: string,
  type: FieldType | undefined,
  values: readonly string[],
): readonly string[] {
  const typed = typedValuesOf(type);
  const given = [...new Set(values)].filter((value) => value !== '');
  for (const value of given) {
    if (typed !== undefined && typed.rangeOf(value) === undefined) {
      throw invalidValue(name, value, typed.expectedRange);
    }
  }
  return given;
}

/** Throws an ApiError if a known parameter is an array where one value is expected, or an object or a function. */
function checkTypes(parameters: object, known: Readonly<Record<string, Parameter>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (!Object.hasOwn(known, name)) continue;
    const isArray = Array.isArray(value);
    const isNarrowing = known[name].type === 'narrowing';
    if (isArray && !isNarrowing) {
      throw parameterError('repeated_parameter', name, 'one value', 'an array');
    }
    const values: readonly unknown[] = isArray ? value : [value];
    const wrong = values.find((one) => !isScalar(one ?? ''));
    if (wrong !== undefined) {
      const expected = isNarrowing ? 'a text, a number, true or false' : 'a text or a number';
      throw parameterError('invalid_parameter', name, expected, describe(wrong));
    }
  }
}

/**
 * Checks the parameters of a function for programs. Unlike an operation of the API, such a function refuses a parameter
 * that it does not have, a `limit` above the maximum, and a text in place of a range of years.
 *
 * @throws ApiError 400 for the first such parameter
 */
export function checkStrictly(
  parameters: RequestParameters,
  known: Readonly<Record<string, Parameter>>,
  maxLimit: number,
): void {
  if (typeof parameters !== 'object' || parameters === null) return;
  for (const [name, value] of entriesOf(parameters, known)) {
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known);
      const listed = names.filter((one) => !names.some((other) => one === exclusionOf(other)));
      const more = listed.length < names.length ? ', or exclude_ and the name of a narrowing' : '';
      const expected = `one of ${listed.join(', ')}${more}`;
      const found = `an unknown parameter${didYouMean(name, names)}`;
      throw parameterError('unknown_parameter', name, expected, found);
    }
    const isOfYears = name === 'publication_date' || name === exclusionOf('publication_date');
    if (isOfYears && value !== '' && YEARS.rangeOf(value) === undefined) {
      throw invalidValue(name, value, YEARS.expectedRange);
    }
    if (name === 'limit' && /^[0-9]+$/.test(value) && Number(value) > maxLimit) {
      throw invalidValue(name, value, `a whole number from 1 to ${maxLimit}`);
    }
  }
}

function readValue(
  name: string,
  parameter: Exclude<Parameter, NarrowingParameter>,
  value: string | undefined,
): string | number | undefined {
  switch (parameter.type) {
    case 'text':
      return readText(name, parameter, value);
    case 'choice':
      if (value === undefined) return parameter.defaultValue;
      if (parameter.values.includes(value)) return value;
      throw parameterError(
        'invalid_parameter',
        name,
        `one of ${parameter.values.join(', ')}`,
        parameter.describeUnknown?.(value) ?? `'${value}'`,
      );
    case 'number':
      if (value === undefined) return parameter.defaultValue;
      if (/^[0-9]+$/.test(value) && Number(value) > 0) return Number(value);
      throw invalidValue(name, value, 'a positive whole number');
  }
}

function readText(
  name: string,
  { expectedIfMissing, mayBeBlank, maxChars = Number.POSITIVE_INFINITY }: TextParameter,
  value: string | undefined,
): string | undefined {
  const isMissing = mayBeBlank ? value === undefined : !value?.trim();
  if (expectedIfMissing !== undefined && isMissing) {
    const found = value === undefined ? 'nothing' : 'an empty value';
    throw parameterError('missing_parameter', name, expectedIfMissing, found);
  }
  const length = value === undefined ? 0 : countCharacters(value);
  if (length > maxChars) {
    throw parameterError(
      name === 'q' ? 'query_too_long' : 'invalid_parameter',
      name,
      `at most ${maxChars} characters`,
      String(length),
    );
  }
  return value;
}

/** The pairs of an iterator, such as `URLSearchParams.entries()`, which can be read only once. */
const pairsOfIterator = memoizePerObject((iterator: ParameterPairs) => [...iterator]);

/**
 * Yields the names and values of the parameters, in the order received. Skips values that are not text, numbers, true or
 * false. A negative number of an extra field of numbers is a range, because the text `-9` is the range up to 9.
 *
 * @param known the parameters, which include the extra fields. Default: no field is of numbers.
 */
export function* entriesOf(
  parameters: RequestParameters,
  known: Readonly<Record<string, Parameter>> = {},
): Iterable<readonly [string, string]> {
  if (isPairs(parameters)) {
    yield* 'next' in parameters ? pairsOfIterator(parameters) : parameters;
    return;
  }
  for (const [name, value] of Object.entries(parameters)) {
    const { fieldType } = (Object.hasOwn(known, name) ? known[name] : {}) as NarrowingParameter;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isScalar(one)) continue;
      const text = String(one);
      const isNumber = fieldType === 'number' && typeof one === 'number';
      yield [name, isNumber ? idOfText(text, fieldType) : text];
    }
  }
}

function isPairs(parameters: RequestParameters): parameters is ParameterPairs {
  return Symbol.iterator in parameters;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
