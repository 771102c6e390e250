import { type Html, html, NOTHING } from './html.js';
import { type Language, phrase } from './language.js';

/** How many pages beside the current one have a link of their own. */
const BESIDE = 2;

/**
 * Links to the pages of something long.
 *
 * @param hrefOf the address of a page, from 1
 */
export function paging(
  { page, pages }: { readonly page: number; readonly pages: number },
  hrefOf: (page: number) => string,
  language: Language,
): Html {
  const { results } = language.texts;
  if (pages === 1) return NOTHING;
  const near = Array.from({ length: 2 * BESIDE + 1 }, (_, i) => page - BESIDE + i);
  const shown = [...new Set([1, ...near, pages])].filter((n) => n >= 1 && n <= pages);
  const name = (n: number) =>
    phrase(results.page, { page: language.number(n), pages: language.number(pages) });
  return html`<nav class="paging" aria-label="${results.pages}"><ul>
${page > 1 && html`<li><a href="${hrefOf(page - 1)}" rel="prev">${results.previous}</a></li>`}
${shown.map(
  (n, i) =>
    html`${i > 0 && n > shown[i - 1] + 1 && html`<li aria-hidden="true">…</li>`}<li><a href="${hrefOf(n)}" aria-label="${name(n)}"${n === page && html` aria-current="page"`}>${language.number(n)}</a></li>`,
)}
${page < pages && html`<li><a href="${hrefOf(page + 1)}" rel="next">${results.next}</a></li>`}
</ul></nav>`;
}
