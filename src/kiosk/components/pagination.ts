import { readParameters } from '../../v1/parameters.js';
import { type Page, paginate } from '../../v1/response/envelope.js';
import { PARAMETERS } from '../../v1/schema/parameters.js';
import { type Html, html, NOTHING } from '../html.js';
import { formatMessage, type Language } from '../language.js';
import { repeatedParameters } from '../links.js';
import type { PageView } from '../page-view.js';

/**
 * The maximum number of linked pages on each side of the current page. The first and last page are
 * linked in addition.
 */
const NEIGHBORS = 2;

/**
 * Renders links to the first and last page, the pages near the current page, and the previous and next
 * page. Renders nothing if there is only one page.
 *
 * @param hrefOf returns the URL of a page; the first page is 1
 */
export function pagination(
  { page, pages }: { readonly page: number; readonly pages: number },
  hrefOf: (page: number) => string,
  language: Language,
): Html {
  const { results } = language.texts;
  if (pages === 1) return NOTHING;
  const near = Array.from({ length: 2 * NEIGHBORS + 1 }, (_, i) => page - NEIGHBORS + i);
  const shown = [...new Set([1, ...near, pages])].filter((n) => n >= 1 && n <= pages);
  const name = (n: number) =>
    formatMessage(results.page, {
      page: language.formatNumber(n),
      pages: language.formatNumber(pages),
    });
  return html`<nav class="pagination" aria-label="${results.pages}"><ul>
${page > 1 && html`<li><a href="${hrefOf(page - 1)}" rel="prev">${results.previous}</a></li>`}
${shown.map(
  (n, i) =>
    html`${i > 0 && n > shown[i - 1] + 1 && html`<li aria-hidden="true">…</li>`}<li><a href="${hrefOf(n)}" aria-label="${name(n)}"${n === page && html` aria-current="page"`}>${language.formatNumber(n)}</a></li>`,
)}
${page < pages && html`<li><a href="${hrefOf(page + 1)}" rel="next">${results.next}</a></li>`}
</ul></nav>`;
}

/**
 * Returns which page of some items the parameter `page` selects.
 *
 * @param limit the maximum number of items on a page
 * @param count the number of all items
 * @throws ApiError 400 for an invalid `page`
 */
export function requestedPage({ params }: PageView, limit: number, count: number): Page {
  const request = { page: params.get('page') || undefined };
  const { page } = readParameters(request, { page: PARAMETERS.listListsOfUser.page });
  return paginate({ page, limit }, count);
}

/** Returns the URL of the same page with another number of the page. */
export function hrefOfPage({ path, params, href }: PageView, page: number): string {
  return href(path, { ...repeatedParameters(params), page: page > 1 ? page : undefined });
}
