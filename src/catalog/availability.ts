import type { Title } from './title.js';

/**
 * The statuses that a copy can have, the best for a reader first: a title's availability is the
 * first of them that any of its copies has.
 */
export const HOLDING_STATUSES = [
  'AVAILABLE',
  'LIBRARY_USE_ONLY',
  'UNAVAILABLE',
  'ON_ORDER',
] as const;

/** The status of a title over all its copies: its own, else the best of its holdings. */
export function availabilityOf(title: Title): { id: string; name?: string } | undefined {
  if (title.availability) return title.availability;
  const held = new Set(title.holdings?.map((holding) => holding.status));
  const best = HOLDING_STATUSES.find((status) => held.has(status));
  return best === undefined ? undefined : { id: best };
}
