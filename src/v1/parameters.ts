import { ApiError, badValue } from './api-error.js';

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

/** The known parameters of one request, each given at most once. */
export interface Parameters {
  /** The value of a known parameter. */
  get(name: string): string | undefined;
}

/** Known to every operation. */
const COMMON = ['api_key', 'locale'];

const LOCALES = ['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'];

/**
 * Reads the parameters of a request; those that are neither known to every operation nor named
 * here are left alone.
 *
 * @throws ApiError 400 when a known parameter is given twice, or `locale` is none of those known
 */
export function readParameters(
  parameters: RequestParameters,
  known: readonly string[],
): Parameters {
  const names = new Set([...COMMON, ...known]);
  const values = new Map<string, string>();
  for (const [name, value] of entriesOf(parameters)) {
    if (value === undefined || !names.has(name)) continue;
    if (values.has(name)) {
      throw new ApiError(400, `Parameter '${name}' is given twice; wanted it once.`);
    }
    values.set(name, String(value));
  }
  const locale = values.get('locale');
  if (locale !== undefined && !LOCALES.includes(locale)) {
    throw badValue('locale', locale, `one of ${LOCALES.join(', ')}`);
  }
  return values;
}

/** The value of a parameter, which must be one of those allowed. */
export function oneOf<T extends string>(
  parameters: Parameters,
  name: string,
  allowed: readonly T[],
  byDefault: T,
): T {
  const value = parameters.get(name);
  if (value === undefined) return byDefault;
  if (!(allowed as readonly string[]).includes(value)) {
    throw badValue(name, value, `one of ${allowed.join(', ')}`);
  }
  return value as T;
}

/** The value of a parameter that must be there and say something. */
export function required(parameters: Parameters, name: string, wanted: string): string {
  const value = parameters.get(name);
  if (value === undefined) {
    throw new ApiError(400, `Parameter '${name}' is missing; wanted ${wanted}.`);
  }
  if (value.trim() === '')
    throw new ApiError(400, `Parameter '${name}' is empty; wanted ${wanted}.`);
  return value;
}

/** The value of a parameter that must be a positive whole number. */
export function positiveWholeNumber(
  parameters: Parameters,
  name: string,
  byDefault: number,
): number {
  const value = parameters.get(name);
  if (value === undefined) return byDefault;
  if (!/^[0-9]+$/.test(value) || Number(value) === 0) {
    throw badValue(name, value, 'a positive whole number');
  }
  return Number(value);
}

/** The parameters by name and value, in the order received. */
export function entriesOf(
  parameters: RequestParameters,
): Iterable<[string, string | number | undefined]> {
  return parameters instanceof URLSearchParams ? parameters : Object.entries(parameters);
}
