/**
 * The error for an invalid request (400) or an unknown id (404). Over HTTP, `message` is
 * `error.message` of the response body (section 7 of the specification).
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
   * @param message what was expected and what was found, such as
   *   `parameter 'limit': expected a positive whole number, found '-1'`
   */
  constructor(
    readonly status: 400 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** Creates the 404 error for an id that no open catalog has. */
export function notFound(
  kind: 'title' | 'list' | 'user' | 'session' | 'library',
  id: string,
): ApiError {
  return new ApiError(404, `No ${kind} '${id}' found.`);
}

/** Creates the 400 error for an invalid value of a parameter. */
export function invalidValue(name: string, value: string, expected: string): ApiError {
  return new ApiError(400, `parameter '${name}': expected ${expected}, found '${value}'`);
}
