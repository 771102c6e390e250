/** The pages of a long list: which items a page has, and links to the other pages. */

import { readParameters } from '../../v1/read-parameters.js';
import { pageOffset, paginate } from '../../v1/response-parts.js';
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
  return html`<nav class="pagination" aria-label="${results.pages}"><ul>
${page > 1 && html`<li><a href="${hrefOf(page - 1)}" rel="prev">${results.previous}</a></li>`}
${shown.map(
  (n, i) =>
    html`${i > 0 && n > shown[i - 1] + 1 && html`<li aria-hidden="true">…</li>`}<li><a href="${hrefOf(n)}" aria-label="${pageName(n, pages, language)}"${n === page && html` aria-current="page"`}>${language.formatNumber(n)}</a></li>`,
)}
${page < pages && html`<li><a href="${hrefOf(page + 1)}" rel="next">${results.next}</a></li>`}
</ul></nav>`;
}

/** Returns a text such as `Page 2 of 14`. */
export function pageName(page: number, pages: number, { texts, formatNumber }: Language): string {
  return formatMessage(texts.results.page, {
    page: formatNumber(page),
    pages: formatNumber(pages),
  });
}

/**
 * Returns the page of some items that the parameter `page` selects: the positions of its items, from `start` up to but not
 * including `end`, and links to the other pages.
 *
 * @throws ApiError 400 for an invalid `page`
 */
export function pageOfItems(view: PageView, limit: number, count: number) {
  const { path, params, href, language } = view;
  const request = { page: params.get('page') || undefined };
  const { page } = readParameters(request, { page: PARAMETERS.listListsOfUser.page });
  const shown = paginate({ page, limit }, count);
  const start = pageOffset(shown);
  const hrefOf = (n: number) =>
    href(path, { ...repeatedParameters(params), page: n > 1 ? n : undefined });
  return { start, end: start + limit, links: pagination(shown, hrefOf, language) };
}
