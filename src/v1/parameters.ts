import { ApiError, invalidValue } from './api-error.js';
import { countCharacters } from './query-language/syntax-error.js';
import type {
  NarrowingParameter,
  Parameter,
  ParameterValues,
  TextParameter,
} from './schema/parameters.js';

/**
 * The query parameters of a request, known and unknown. The links in the metadata of a response contain
 * the parameters in the same order, without `page` and with `api_key` last. A parameter with the value
 * undefined counts as absent. An array is a repeated parameter.
 *
 * @example new URLSearchParams('q=moby+dick&library=alderwick')
 * @example { q: 'moby dick', library: 'alderwick', limit: 20 }
 */
export type RequestParameters =
  | URLSearchParams
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Reads and checks the parameters of a request. Unknown parameters are ignored.
 *
 * @param known the parameters of the operation, by name
 * @throws ApiError 400 if a known parameter other than a narrowing is repeated, or a parameter is missing or invalid. The error reports a repeated
 *   parameter, or else the first missing or invalid parameter in the order of `known`
 */
export function readParameters<P extends Readonly<Record<string, Parameter>>>(
  parameters: RequestParameters,
  known: P,
): ParameterValues<P> {
  const received = new Map<string, string[]>();
  for (const [name, value] of entriesOf(parameters)) {
    if (!Object.hasOwn(known, name)) continue;
    const values = received.get(name);
    if (values === undefined) received.set(name, [value]);
    else if (known[name].type === 'narrowing') values.push(value);
    else throw new ApiError(400, `parameter '${name}': expected one value, found more than one`);
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
      throw invalidValue(name, value, `one of ${parameter.values.join(', ')}`);
    case 'number':
      if (value === undefined) return parameter.defaultValue;
      if (/^[0-9]+$/.test(value) && Number(value) > 0) return Number(value);
      throw invalidValue(name, value, 'a positive whole number');
  }
}

function readText(
  name: string,
  { expectedIfMissing, maxChars = Number.POSITIVE_INFINITY }: TextParameter,
  value: string | undefined,
): string | undefined {
  if (expectedIfMissing !== undefined && !value?.trim()) {
    const found = value === undefined ? 'nothing' : 'an empty value';
    throw new ApiError(400, `parameter '${name}': expected ${expectedIfMissing}, found ${found}`);
  }
  const length = value === undefined ? 0 : countCharacters(value);
  if (length > maxChars) {
    throw new ApiError(
      400,
      `parameter '${name}': expected at most ${maxChars} characters, found ${length}`,
    );
  }
  return value;
}

/** Yields the names and values of the parameters, in the order received. */
export function* entriesOf(parameters: RequestParameters): Iterable<[string, string]> {
  if (parameters instanceof URLSearchParams) {
    yield* parameters;
    return;
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) yield [name, String(one)];
  }
}
