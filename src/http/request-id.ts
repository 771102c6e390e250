import { randomUUID } from 'node:crypto';

/** The id that a request brought in `X-Request-Id`, if it is one that a log can hold, else a new one. */
export function requestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
