import { ApiError, invalidValue } from './api-error.js';
import type { Parameter, ParameterValues, TextParameter } from './schema/parameters.js';

/**
 * The query parameters of a request, known and unknown. The links in the metadata of a response contain
 * the parameters in the same order, without `page` and with `api_key` last. A parameter with the value
 * undefined counts as absent.
 *
 * @example new URLSearchParams('q=moby+dick&library=alderwick')
 * @example { q: 'moby dick', library: 'alderwick', limit: 20 }
 */
export type RequestParameters =
  | URLSearchParams
  | Readonly<Record<string, string | number | undefined>>;

/**
 * Reads and checks the parameters of a request. Unknown parameters are ignored.
 *
 * @param known the parameters of the operation, by name
 * @throws ApiError 400 if a known parameter is repeated, missing or invalid. The error reports a repeated
 *   parameter, or else the first missing or invalid parameter in the order of `known`
 */
export function readParameters<P extends Readonly<Record<string, Parameter>>>(
  parameters: RequestParameters,
  known: P,
): ParameterValues<P> {
  const received = new Map<string, string>();
  for (const [name, value] of entriesOf(parameters)) {
    if (value === undefined || !Object.hasOwn(known, name)) continue;
    if (received.has(name)) {
      throw new ApiError(400, `parameter '${name}': expected one value, found more than one`);
    }
    received.set(name, String(value));
  }
  const values = Object.entries(known).map(([name, parameter]) => [
    name,
    readValue(name, parameter, received.get(name)),
  ]);
  return Object.fromEntries(values);
}

function readValue(
  name: string,
  parameter: Parameter,
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
  { expectedIfMissing }: TextParameter,
  value: string | undefined,
): string | undefined {
  if (expectedIfMissing !== undefined && !value?.trim()) {
    const found = value === undefined ? 'nothing' : 'an empty value';
    throw new ApiError(400, `parameter '${name}': expected ${expectedIfMissing}, found ${found}`);
  }
  return value;
}

/** Returns the names and values of the parameters, in the order received. */
export function entriesOf(
  parameters: RequestParameters,
): Iterable<[string, string | number | undefined]> {
  return parameters instanceof URLSearchParams ? parameters : Object.entries(parameters);
}
