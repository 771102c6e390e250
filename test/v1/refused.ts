import { ApiError } from '../../src/v1/api-error.js';

/** The status and message of the ApiError that a request is refused with. */
export function refused(ask: () => unknown): { status: number; message: string } {
  let answer: unknown;
  try {
    answer = ask();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error(`Answered instead of refused: ${JSON.stringify(answer)}`);
}
