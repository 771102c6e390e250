import { ApiError } from '../../src/v1/api-error.js';

/**
 * Returns the status and the message of the ApiError that `request` throws. Throws an error if `request` returns,
 * and rethrows any other error.
 */
export function refused(request: () => unknown): { status: number; message: string } {
  let response: unknown;
  try {
    response = request();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error(`expected an ApiError, found the response ${JSON.stringify(response)}`);
}
