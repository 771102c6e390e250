/** The pages of the lists that readers can browse. `browse-lists.ts` finds the items of the lists. */

import type { Catalog } from '../../catalog/catalog.js';
import { nameByFamily } from '../../catalog/person-name.js';
import type { Title } from '../../catalog/records/title.js';
import { callNumbersOf, normalizeCallNumber } from '../../catalog/search-fields.js';
import { notFound } from '../../v1/api-error.js';
import {
  BROWSE_KINDS,
  type BrowseKind,
  browseName,
  type HeadingKind,
  headingsWithPrefix,
  initialsOf,
  SOUGHT_ID,
  shelfOrder,
} from '../browse-lists.js';
import { pagination } from '../components/pagination.js';
import { catalogText, type Html, html } from '../html.js';
import { formatMessageHtml, languageTag } from '../language.js';
import { facetHref, localeField, titleHref } from '../links.js';
import type { Page, PageView } from '../page-view.js';

const PAGE_SIZE = 50;

/**
 * Renders a page of an alphabetical list: authors, subjects or series with the parameter `prefix`, or titles by call
 * number, from the page with the call number `prefix`. The parameter `page` is the number of the page, from 1. An
 * invalid or too high number is replaced by the nearest page.
 *
 * @throws ApiError 404 for another list
 */
export function browsePage(view: PageView, catalog: Catalog, kind: string): Page {
  const { language, href, params } = view;
  const { browse } = language.texts;
  if (!isBrowseKind(kind)) throw notFound('list', kind);
  const library = catalog.library.id;
  const prefix = params.get('prefix')?.trim() ?? '';
  const hrefOf = (to: BrowseKind, more: Record<string, string | number | undefined> = {}) =>
    href(`/browse/${to}`, { library, ...more });
  const list =
    kind === 'call_number'
      ? shelfList(view, catalog, prefix)
      : headingList(view, catalog, kind, prefix);
  const name = browseName(kind, language);
  const initials = kind === 'call_number' ? [] : initialsOf[kind](catalog.titles);
  return {
    title: name,
    catalog,
    main: html`<article class="container browse"><h1>${name}</h1>
<nav aria-label="${browse.heading}"><ul class="genres">${BROWSE_KINDS.map(
      (other) =>
        html`<li><a class="chip" href="${hrefOf(other)}"${other === kind && html` aria-current="page"`}>${browseName(other, language)}</a></li>`,
    )}</ul></nav>
${prefixForm(view, catalog, kind, prefix)}
${
  initials.length > 0 &&
  html`<nav aria-label="${browse.initials}">${initials.map(
    (ofScript) =>
      html`<ul class="initials">${ofScript.map(
        (initial) =>
          html`<li><a href="${hrefOf(kind, { prefix: initial })}"${initial === prefix.toLowerCase() && html` aria-current="page"`}>${initial.toUpperCase()}</a></li>`,
      )}</ul>`,
  )}</nav>`
}
${
  list.items.length === 0
    ? html`<div class="empty"><p>${formatMessageHtml(browse.none, { prefix: html`<q><bdi>${prefix}</bdi></q>` })}</p></div>`
    : html`<ol class="headings">${list.items}</ol>`
}
${pagination(
  list,
  (page) =>
    hrefOf(kind, {
      prefix: prefix || undefined,
      page: page > 1 || list.isShelf ? page : undefined,
    }),
  language,
)}
</article>`,
  };
}

function isBrowseKind(kind: string): kind is BrowseKind {
  return (BROWSE_KINDS as readonly string[]).includes(kind);
}

function prefixForm(view: PageView, catalog: Catalog, kind: BrowseKind, prefix: string): Html {
  const { language, hrefWithoutLocale } = view;
  const { browse } = language.texts;
  return html`<form class="prefix" action="${hrefWithoutLocale(`/browse/${kind}`)}${kind === 'call_number' && `#${SOUGHT_ID}`}" role="search" aria-label="${browse.begins_with}">
<input type="hidden" name="library" value="${catalog.library.id}">
${localeField(view)}
<label for="prefix">${browse.begins_with}</label>
<input id="prefix" name="prefix" type="search" dir="auto" value="${prefix}" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="button plain">${browse.show}</button>
</form>`;
}

interface BrowseList {
  readonly items: readonly Html[];
  readonly page: number;
  readonly pages: number;
  readonly isShelf: boolean;
}

function headingList(
  view: PageView,
  catalog: Catalog,
  kind: HeadingKind,
  prefix: string,
): BrowseList {
  const { titles, library } = catalog;
  const { size, ordAt } = headingsWithPrefix(titles, kind, prefix);
  const range = pageRange(view, size, 1);
  const items = Array.from({ length: range.size }, (_, i) => {
    const ord = ordAt(range.start + i);
    const { id, name } = titles.value(kind, ord);
    const count = view.language.formatNumber(titles.columns[kind].data.counts[ord]);
    return html`<li><a href="${facetHref(view, library.id, kind, id)}">${catalogText(kind === 'author' ? nameByFamily(name) : name)}</a> <span class="count">${count}</span></li>`;
  });
  return { ...range, items, isShelf: false };
}

function shelfList(view: PageView, catalog: Catalog, callNumber: string): BrowseList {
  const { titles } = catalog;
  const order = shelfOrder(catalog);
  const sought = Math.min(order.positionOf(callNumber), Math.max(0, order.size - 1));
  const range = pageRange(view, order.size, 1 + Math.floor(sought / PAGE_SIZE));
  const items = Array.from({ length: range.size }, (_, i) => {
    const place = order.place(range.start + i);
    const record = titles.get(place.title);
    const author = record.authors?.[0]?.name;
    const isSought = callNumber !== '' && range.start + i === sought;
    return html`<li${isSought && html` class="here" id="${SOUGHT_ID}"`}><span class="callnumber">${catalogText(shownCallNumber(record, place.callNumber))}</span> <span class="work"><a href="${titleHref(view, record.id)}">${catalogText(record.title, languageTag(record))}</a>${author !== undefined && html` <span class="author">${catalogText(author)}</span>`}</span></li>`;
  });
  return { ...range, items, isShelf: true };
}

function shownCallNumber(record: Title, normalized: string): string {
  return callNumbersOf(record).find((it) => normalizeCallNumber(it) === normalized) ?? normalized;
}

/** Returns the positions of the items of the requested page, or of a default page. */
function pageRange({ params }: PageView, size: number, defaultPage: number) {
  const pages = Math.max(1, Math.ceil(size / PAGE_SIZE));
  const requested = Number(params.get('page') || defaultPage);
  const page = Math.min(Math.max(1, Math.trunc(requested) || 1), pages);
  const start = (page - 1) * PAGE_SIZE;
  return { page, pages, start, size: Math.min(PAGE_SIZE, size - start) };
}
