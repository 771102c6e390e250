/**
 * Renders the actions for a title or a list: open online, request, save, share, cite, print and copy.
 * `assets/actions.js` makes the buttons work, and the style sheet hides them without JavaScript. The saved titles are in
 * the browser. A shared screen has no buttons to save, share or copy.
 */

import type { Catalog } from '../../catalog/catalog.js';
import { isOnlyOnline, isOnShelf } from '../../catalog/records/title.js';
import { type Html, html, ICONS, NOTHING } from '../html.js';
import { titlePath, webLink } from '../links.js';
import { canPrint, type PageView, type TitleView } from '../page-view.js';
import { isWithoutCopies, linkNote, onlineLink } from './holdings.js';

/** The maximum number of titles that a reader can save, and of ids in the address of a shared list. */
export const MAX_SAVED_TITLES = 200;

/** Renders the actions for a title. */
export function titleActions({ view, catalog, record, detail }: TitleView): Html {
  const { actions: texts, title } = view.language.texts;
  const { request_url } = catalog.library;
  const online = record.links?.find(({ kind }) => kind === 'resource');
  const isMainLink = online === undefined && isOnlyOnline(record);
  const canRequest = isOnShelf(record) && !isWithoutCopies(record, detail.availability?.id);
  const requestUrl = canRequest
    ? request_url?.replaceAll('{id}', encodeURIComponent(record.id))
    : undefined;
  return html`${online !== undefined && html`<p class="online">${onlineLink(view, record)}${linkNote([online.part, online.note])}</p>`}
${record.details_url !== undefined && html`<p${isMainLink && html` class="online"`}>${webLink(view, record.details_url, title.online)}</p>`}
${requestUrl !== undefined && html`<p class="request">${webLink(view, requestUrl, texts.request)}</p>`}
<ul class="actions">${[
    saveButton(view, record.id),
    shareButton(view, titlePath(record.id)),
    html`<a class="button plain" href="#cite">${ICONS.cite}${texts.cite}</a>`,
    printButton(view),
  ].map((action) => action !== NOTHING && html`<li>${action}</li>`)}</ul>`;
}

/** Renders the button that saves or removes a title. `title` is its name for screen readers, in a list of titles. */
export function saveButton({ isKiosk, language }: PageView, id: string, title?: string): Html {
  const { save, saved } = language.texts.actions;
  if (isKiosk) return NOTHING;
  return html`<button class="button plain save" type="button" aria-pressed="false" data-save="${id}">${ICONS.save}<span class="text"><span class="unsaved">${save}</span><span class="saved">${saved}</span></span>${title !== undefined && html`<span class="visually-hidden">: ${title}</span>`}</button>`;
}

/** Renders the button that shares the address of a page: with the device, or else it copies the address. */
export function shareButton(view: PageView, path: string): Html {
  const { share, link_copied } = view.language.texts.actions;
  if (view.isKiosk) return NOTHING;
  return html`<button class="button plain" type="button" data-share="${view.hrefWithoutLocale(path)}" data-done="${link_copied}">${ICONS.share}<span>${share}</span></button>`;
}

/** Renders the button that copies the text of the element before it. */
export function copyButton({ isKiosk, language }: PageView): Html {
  const { copy, copied } = language.texts.actions;
  if (isKiosk) return NOTHING;
  return html`<button class="button plain copy-button" type="button" data-copy data-done="${copied}"><span>${copy}</span></button>`;
}

/** Renders the button that prints the page. */
export function printButton(view: PageView): Html {
  if (!canPrint(view)) return NOTHING;
  return html`<button class="button plain" type="button" data-print>${ICONS.print}${view.language.texts.take_along.print}</button>`;
}

/** Renders the link to the saved titles. The script appends their number, and their ids to the address. */
export function myListLink(view: PageView, catalog: Catalog | undefined): Html {
  const { saved, actions } = view.language.texts;
  if (view.isKiosk) return NOTHING;
  const library = view.catalogs.length > 1 ? catalog?.library.id : undefined;
  return html`<a id="my-list" href="${view.href('/saved', { library })}" data-full="${actions.full}">${ICONS.save}<span>${saved.my_list}</span></a>`;
}
