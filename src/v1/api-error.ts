/**
 * The code of an {@link ApiError}. Codes are stable: a later version may add codes, but does not change these.
 *
 * - `missing_parameter`: a required parameter is absent or blank
 * - `invalid_parameter`: a parameter has a value that is not allowed
 * - `unknown_parameter`: a function for programs, such as `search`, does not have the parameter; operations ignore it
 * - `repeated_parameter`: a parameter that takes one value has several values, or an array
 * - `invalid_query`: `q` is not a query in the query language
 * - `query_too_long`: `q` has too many characters, or more clauses or levels of parentheses than a query may have
 * - `query_too_costly`: the query would take too long
 * - `invalid_path`: the path of a request is not valid percent-encoded UTF-8
 * - `library_not_found`, `title_not_found`, `user_not_found`, `list_not_found`: no open catalog has the id
 * - `session_not_found`: no open catalog has the session, or the session has expired
 */
export type ApiErrorCode =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'invalid_query'
  | 'query_too_long'
  | 'query_too_costly'
  | 'invalid_path'
  | `${FoundKind}_not_found`;

/** A kind of record that a request can name by its id. */
type FoundKind = 'library' | 'title' | 'user' | 'list' | 'session';

/**
 * The error for an invalid request (400), or for an id that is unknown or has expired (404). Over HTTP,
 * `message` is `error.message` of the response body (section 7 of the API specification). The response body contains
 * neither the code nor the parameter.
 *
 * @example
 * try {
 *   return getTitle(catalogs, id, {}, context);
 * } catch (error) {
 *   if (error instanceof ApiError && error.code === 'title_not_found') return undefined;
 *   throw error;
 * }
 */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The HTTP status: 404 for an id that is unknown or has expired, otherwise 400. */
  readonly status: 400 | 404;

  /**
   * @param code the kind of problem
   * @param message the problem, such as `No title '7' found.` or
   *   `parameter 'limit': expected a positive whole number, found '-1'`
   * @param parameter the name of the parameter that is missing or invalid, or that contains the unknown id. Default:
   *   undefined, for a problem with the path or with an id in the path.
   */
  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly parameter?: string,
  ) {
    super(message);
    this.status = code.endsWith('_not_found') ? 404 : 400;
  }
}

/**
 * Creates the 404 error for an id that is unknown or has expired.
 *
 * @param parameter the name of the parameter that contains the id. Default: the id is in the path.
 */
export function notFound(kind: FoundKind, id: string, parameter?: string): ApiError {
  return new ApiError(`${kind}_not_found`, `No ${kind} '${id}' found.`, parameter);
}

/**
 * Creates the 400 error for an invalid value of a parameter.
 *
 * @param expected a description of the valid values, such as `a positive whole number`
 */
export function invalidValue(name: string, value: string, expected: string): ApiError {
  return parameterError('invalid_parameter', name, expected, `'${value}'`);
}

/**
 * Creates the 400 error for a parameter.
 *
 * @param expected a description of the valid values
 * @param found a description of the value, such as `nothing`
 */
export function parameterError(
  code: ApiErrorCode,
  name: string,
  expected: string,
  found: string,
): ApiError {
  return new ApiError(code, `parameter '${name}': expected ${expected}, found ${found}`, name);
}
