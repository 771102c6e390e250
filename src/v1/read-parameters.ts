/*
 * Reads and checks the parameters of a request by the tables in `schema/parameters.ts`. The operations in this folder,
 * `search` and `suggest` call it. `web/answer.ts` parses the query string.
 */

import { memoizePerObject } from '../base/lazy.js';
import { describe, typeError } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { extraNarrowings } from '../catalog/extra-fields.js';
import { typedValuesOf } from '../catalog/field-types.js';
import { narrowingsOf } from '../catalog/narrowings.js';
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
 * The parameters of a request as pairs of a name and a value, such as `URLSearchParams`. A pair may be repeated, and
 * unknown names are ignored.
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
 * The parameters of `search` for a library with extra fields: those of `SearchParameters`, the fields as narrowings, and the
 * orders by a field, `price` and `price:desc`. Titles without a value of the field come last in both.
 *
 * @example
 * const params: SearchParametersWith<'price'> = { q: '*', library: 'branch', price: '5-9', sort: 'price' };
 */
export type SearchParametersWith<Extra extends string> = Omit<SearchParameters, 'sort'> &
  ExtraNarrowings<Extra> &
  ExtraExclusions<Extra> & {
    /** The order of the results, also by an extra field: ascending with its name, descending with `:desc` after it. */
    readonly sort?: SearchParameters['sort'] | Extra | `${Extra}:desc`;
  };

/**
 * The parameters of `search`, `facetValues` and `suggest` that exclude values of the extra fields of a library.
 *
 * @example const params: SearchParameters & ExtraExclusions<'shelf'> = { q: '*', library: 'branch', exclude_shelf: 'Window' };
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
      return [name, { type: 'narrowing', description, isOfNumbers: type === 'number' }];
    }),
  );
}

/** Returns the parameters of an operation, including those that the extra fields of any of the catalogs add. */
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
 * Returns the parameters of a function for programs, including those that the extra fields of any of the catalogs add.
 *
 * @param table the built-in parameters
 */
export function strictParametersOf(
  table: Readonly<Record<string, Parameter>>,
  catalogs: readonly Catalog[],
): Readonly<Record<string, Parameter>> {
  return { ...table, ...extraParametersOfAll(catalogs) };
}

const extraParametersOfAll = memoizePerObject(
  (catalogs: readonly Catalog[]): Readonly<Record<string, Parameter>> =>
    Object.assign(
      {},
      ...catalogs.flatMap(({ library }) => [extraParametersOf(library), exclusionsOf(library)]),
    ),
);

/** Returns the parameters that exclude values of the narrowings of a library. */
const exclusionsOf = memoizePerObject(
  (library: Library): Readonly<Record<string, NarrowingParameter>> => {
    const extra = extraParametersOf(library);
    return Object.fromEntries(
      narrowingsOf(library).map((name) => [
        exclusionOf(name),
        { ...exclusionParameter(name), isOfNumbers: extra[name]?.isOfNumbers ?? false },
      ]),
    );
  },
);

/** Values of each narrowing of a library, by its name. */
export type ValuesOfNarrowings = Readonly<Record<string, readonly string[]>>;

/** Returns the values of each narrowing of a library that a request chooses. */
export function readChosen(
  parameters: RequestParameters,
  values: object,
  library: Library,
): ValuesOfNarrowings {
  const given = { ...values, ...readParameters(parameters, extraParametersOf(library)) };
  return Object.fromEntries(
    narrowingsOf(library).map((name) => [name, (given as ValuesOfNarrowings)[name]]),
  );
}

/** Reads the values of each narrowing of a library that a request excludes. */
export function readExclusions(
  parameters: RequestParameters,
  library: Library,
): ValuesOfNarrowings {
  const values = readParameters(parameters, exclusionsOf(library));
  return Object.fromEntries(narrowingsOf(library).map((name) => [name, values[exclusionOf(name)]]));
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
  for (const [name, value] of entriesOf(parameters)) {
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
        ? [...new Set(values)].filter((value) => value !== '')
        : readValue(name, parameter, values[0]),
    ];
  });
  return Object.fromEntries(values);
}

/** Throws an ApiError if a known parameter is an array where one value is expected, or an object or a function. */
function checkTypes(parameters: object, known: Readonly<Record<string, Parameter>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (!Object.hasOwn(known, name)) continue;
    const isArray = Array.isArray(value);
    if (isArray && known[name].type !== 'narrowing') {
      throw parameterError('repeated_parameter', name, 'one value', 'an array');
    }
    const values: readonly unknown[] = isArray ? value : [value];
    const wrong = values.find((one) => !isAbsent(one) && !isScalar(one));
    if (wrong !== undefined) {
      throw parameterError('invalid_parameter', name, 'a text or a number', describe(wrong));
    }
    const negative = values.find((one) => typeof one === 'number' && one < 0);
    if (negative === undefined || !isOfNumbers(known[name])) continue;
    const expected = `'${negative}..${negative}' for a negative number, because '${negative}' is the range up to ${-Number(negative)}`;
    throw parameterError('invalid_parameter', name, expected, describe(negative));
  }
}

/**
 * Checks the parameters of a function for programs. Unlike an operation of the API, such a function refuses a parameter
 * that it does not have, and a `limit` above the maximum.
 *
 * @throws ApiError 400 for the first such parameter
 */
export function checkStrictly(
  parameters: RequestParameters,
  known: Readonly<Record<string, Parameter>>,
  maxLimit = Number.POSITIVE_INFINITY,
): void {
  if (typeof parameters !== 'object' || parameters === null) return;
  for (const [name, value] of entriesOf(parameters)) {
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known);
      const listed = names.filter((one) => !names.some((other) => one === exclusionOf(other)));
      const more = listed.length < names.length ? ', or exclude_ and the name of a narrowing' : '';
      const expected = `one of ${listed.join(', ')}${more}`;
      throw parameterError('unknown_parameter', name, expected, 'an unknown parameter');
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
 * false.
 */
export function* entriesOf(parameters: RequestParameters): Iterable<readonly [string, string]> {
  if (isPairs(parameters)) {
    yield* 'next' in parameters ? pairsOfIterator(parameters) : parameters;
    return;
  }
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isScalar(one)) yield [name, String(one)];
    }
  }
}

function isPairs(parameters: RequestParameters): parameters is ParameterPairs {
  return Symbol.iterator in parameters;
}

function isOfNumbers(parameter: Parameter): boolean {
  return parameter.type === 'narrowing' && parameter.isOfNumbers === true;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
