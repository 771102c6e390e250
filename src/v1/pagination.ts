import { type Parameters, positiveWholeNumber } from './parameters.js';

/** The parameters that choose a page. */
export const PAGE_PARAMETERS = ['limit', 'page'] as const;

const DEFAULT_LIMIT = 10;
const HIGHEST_LIMIT = 100;

/** What the request asks for, whatever there is. */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** One page of results: the common fields of section 2.1. */
export interface Page {
  readonly count: number;
  readonly limit: number;
  readonly pages: number;
  readonly page: number;
}

/**
 * Reads `limit`, 10 unless given, 100 at most, and `page`, counted from 1.
 *
 * @throws ApiError 400 for one that is not a positive whole number
 */
export function readPage(parameters: Parameters): PageRequest {
  return {
    limit: Math.min(positiveWholeNumber(parameters, 'limit', DEFAULT_LIMIT), HIGHEST_LIMIT),
    page: positiveWholeNumber(parameters, 'page', 1),
  };
}

/** The page asked for, of `count` results; past the last page, the last. Nothing has one page. */
export function pageOf({ limit, page }: PageRequest, count: number): Page {
  const pages = Math.max(1, Math.ceil(count / limit));
  return { count, limit, pages, page: Math.min(page, pages) };
}

/** How many results stand before a page. */
export function offsetOf({ limit, page }: Page): number {
  return (page - 1) * limit;
}
