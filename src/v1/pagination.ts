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
 * The page asked for, of `count` results, with 100 of them at most; past the last page, the last.
 * Nothing has one page.
 */
export function pageOf(request: PageRequest, count: number): Page {
  const limit = Math.min(request.limit, HIGHEST_LIMIT);
  const { page } = request;
  const pages = Math.max(1, Math.ceil(count / limit));
  return { count, limit, pages, page: Math.min(page, pages) };
}

/** How many results stand before a page. */
export function offsetOf({ limit, page }: Page): number {
  return (page - 1) * limit;
}
