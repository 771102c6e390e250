/**
 * The error for an invalid request (400), or for an id that is unknown or has expired (404). Over HTTP,
 * `message` is `error.message` of the response body (section 7 of the API specification).
 *
 * @example
 * try {
 *   return getTitle(catalogs, id, context);
 * } catch (error) {
 *   if (error instanceof ApiError && error.status === 404) return undefined;
 *   throw error;
 * }
 */
export class ApiError extends Error {
  override name = 'ApiError';

  /**
   * @param status the HTTP status, 400 or 404
   * @param message the problem, such as `No title '7' found.` or
   *   `parameter 'limit': expected a positive whole number, found '-1'`
   */
  constructor(
    readonly status: 400 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** The 400 error for a query that costs too much to search. */
export class QueryTooCostlyError extends ApiError {
  /** @param message the problem, and how to make the query cheaper */
  constructor(message: string) {
    super(400, message);
  }
}

/** Creates the 404 error for an id that is unknown or has expired. */
export function notFound(
  kind: 'title' | 'list' | 'user' | 'session' | 'library',
  id: string,
): ApiError {
  return new ApiError(404, `No ${kind} '${id}' found.`);
}

/**
 * Creates the 400 error for an invalid value of a parameter.
 *
 * @param expected a description of the valid values, such as `a positive whole number`
 */
export function invalidValue(name: string, value: string, expected: string): ApiError {
  return new ApiError(400, `parameter '${name}': expected ${expected}, found '${value}'`);
}
