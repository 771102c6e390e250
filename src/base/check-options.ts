/*
 * Checks the options of exported functions, for callers in JavaScript, whose types no compiler checks. Parameters of
 * requests and records have schemas instead.
 */

import { didYouMean } from './edit-distance.js';
import { typeError } from './messages.js';

/** The check of an option. */
export interface OptionCheck {
  /** The expected value, for messages. */
  readonly expected: string;
  isValid(value: unknown): boolean;
}

/** The check of an option that is a function. */
export const A_FUNCTION: OptionCheck = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

/** The check of an option that is true or false. */
export const TRUE_OR_FALSE: OptionCheck = {
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
};

/** The check of a signal that stops a task. */
export const AN_ABORT_SIGNAL: OptionCheck = {
  expected: 'an AbortSignal',
  isValid: (value) => value instanceof AbortSignal,
};

/** The check of the address that links begin with. */
export const AN_ADDRESS: OptionCheck = {
  expected: 'an address such as https://api.example.org',
  isValid: (value) =>
    typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
};

/**
 * Checks that the options of a function are an object.
 *
 * @param where the name of the argument, such as `createApi: options`
 * @throws TypeError for any other value, also an array
 */
export function checkIsObject(where: string, options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw typeError(where, 'an object', options);
  }
}

/**
 * Checks the options of a function, so that an invalid option fails at once, and not in a later call or request.
 *
 * @param where the name of the function that received the options
 * @param checks the checks of the options, by name. An option without a check is not checked
 * @param required the options that must be present
 * @throws TypeError if `options` is not an object, or an option is missing or invalid
 */
export function checkOptions<Name extends string>(
  where: string,
  options: { readonly [N in NoInfer<Name>]?: unknown },
  checks: Readonly<Record<Name, OptionCheck>>,
  required: readonly NoInfer<Name>[] = [],
): void {
  checkIsObject(`${where}: options`, options);
  for (const name of Object.keys(checks) as Name[]) {
    const { expected, isValid } = checks[name];
    const value = options[name];
    const isOk = value === undefined ? !required.includes(name) : isValid(value);
    if (!isOk) throw typeError(`${where}: ${name}`, expected, value);
  }
}

/**
 * Checks that the options of a function are an object without unknown names, so that a misspelled option has an effect.
 *
 * @param where the name of the argument, such as `search: options`
 * @throws TypeError for another value, or the first unknown name
 *
 * @example checkNames('search: options', { facet: [] }, ['facets', 'fields']);
 * // search: options: expected the names facets, fields, found 'facet'; did you mean 'facets'?
 */
export function checkNames(where: string, options: unknown, names: readonly string[]): void {
  checkIsObject(where, options);
  const unknown = Object.keys(options as object).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const expected = names.length === 1 ? `the name ${names[0]}` : `the names ${names.join(', ')}`;
  throw new TypeError(
    `${where}: expected ${expected}, found '${unknown}'${didYouMean(unknown, names)}`,
  );
}
