import { ApiError, badValue } from './api-error.js';
import type { Parameter, ParameterValues, TextParameter } from './schema/parameter.js';

/**
 * The parameters of a request under the API's own names. Their order and unknown names are kept,
 * because the links of a response carry them.
 *
 * @example new URLSearchParams('q=moby+dick&library=alderwick')
 * @example { q: 'moby dick', library: 'alderwick', limit: 20 }
 */
export type RequestParameters =
  | URLSearchParams
  | Readonly<Record<string, string | number | undefined>>;

/**
 * Reads the parameters of a request by the table of its operation; others are left alone.
 *
 * @param known the operation's row of `PARAMETERS`
 * @throws ApiError 400 when a known parameter is given twice, is missing, or has a value that is
 *   not allowed; the first of them in the order of the table
 */
export function readParameters<P extends Readonly<Record<string, Parameter>>>(
  parameters: RequestParameters,
  known: P,
): ParameterValues<P> {
  const given = new Map<string, string>();
  for (const [name, value] of entriesOf(parameters)) {
    if (value === undefined || !Object.hasOwn(known, name)) continue;
    if (given.has(name)) {
      throw new ApiError(400, `Parameter '${name}' is given twice; wanted it once.`);
    }
    given.set(name, String(value));
  }
  const values = Object.entries(known).map(([name, parameter]) => [
    name,
    readValue(name, parameter, given.get(name)),
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
      if (value === undefined) return parameter.byDefault;
      if (parameter.values.includes(value)) return value;
      throw badValue(name, value, `one of ${parameter.values.join(', ')}`);
    case 'number':
      if (value === undefined) return parameter.byDefault;
      if (/^[0-9]+$/.test(value) && Number(value) > 0) return Number(value);
      throw badValue(name, value, 'a positive whole number');
  }
}

function readText(
  name: string,
  { required }: TextParameter,
  value: string | undefined,
): string | undefined {
  if (required !== undefined && !value?.trim()) {
    const problem = value === undefined ? 'missing' : 'empty';
    throw new ApiError(400, `Parameter '${name}' is ${problem}; wanted ${required}.`);
  }
  return value;
}

/** The parameters by name and value, in the order received. */
export function entriesOf(
  parameters: RequestParameters,
): Iterable<[string, string | number | undefined]> {
  return parameters instanceof URLSearchParams ? parameters : Object.entries(parameters);
}
