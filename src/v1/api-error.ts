/**
 * What is wrong with a request, as the API answers it: every 4xx has the error body of section 7,
 * with this message.
 */
export class ApiError extends Error {
  override name = 'ApiError';

  /**
   * @param status the HTTP status, 400 or 404
   * @param message a sentence for the caller
   */
  constructor(
    readonly status: 400 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** The 404 for an id that nothing open has. */
export function notFound(
  kind: 'title' | 'list' | 'user' | 'session' | 'library',
  id: string,
): ApiError {
  return new ApiError(404, `No ${kind} '${id}' found.`);
}

/** The 400 for a parameter's value. */
export function badValue(name: string, value: string, wanted: string): ApiError {
  return new ApiError(400, `Parameter '${name}' is '${value}'; wanted ${wanted}.`);
}
