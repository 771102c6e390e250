import { notFound } from '../../v1/api-error.js';
import { find } from '../../v1/find.js';
import { getList } from '../../v1/list.js';
import { type Html, html, NOTHING } from '../html.js';
import { markedPhrase } from '../language.js';
import type { Page } from '../layout.js';
import { collectionPage, webLink } from '../links.js';
import { titleRow } from '../title-row.js';
import type { Visit } from '../visit.js';
import { webAddress } from '../web-address.js';
import { recorded } from '../written-in.js';

/**
 * A list with everything on it.
 *
 * @throws ApiError 404 when the user has no list of this id
 */
export function listPage(visit: Visit, user: string, id: string): Page {
  const { catalogs, language, context, options } = visit;
  const { list: texts, counts } = language.texts;
  const { catalog } = find(catalogs, 'list', id, ({ lists }) => lists);
  const { list } = getList(catalogs, id, context, { locale: language.locale });
  if (String(list.user.id) !== user) throw notFound('list', id);
  const by = markedPhrase(texts.by, {
    user: html`<a href="${collectionPage(visit, list.user)}">${recorded(list.user.name)}</a>`,
  });
  const said = (annotation: string | undefined): Html =>
    annotation === undefined ? NOTHING : html`<p class="annotation" dir="auto">${annotation}</p>`;
  const image = options.remoteCovers ? webAddress(list.list_cover) : undefined;
  return {
    title: list.name,
    catalog,
    main: html`<article class="band listpage"><header>
${image !== undefined && html`<img class="listcover" src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer">`}
<p class="type">${list.list_type !== undefined && html`<span>${recorded(list.list_type.name)}</span>`}${list.staff_list && html`<span class="staff">${texts.staff}</span>`}</p>
<h1>${recorded(list.name)}</h1>
<p class="facts"><span>${by}</span><span>${language.count(counts.items, list.item_count)}</span><span>${markedPhrase(texts.updated, { date: language.date(list.updated) })}</span></p></header>
${
  list.anchor_bib !== undefined &&
  html`<section class="anchor"><h2>${texts.liked}</h2><ul class="rows">${titleRow(visit, catalog, list.anchor_bib, 3)}</ul></section>`
}
${
  list.list_items.length === 0
    ? html`<p class="nothing">${texts.empty}</p>`
    : html`<ol class="rows">${list.list_items.map(({ title, url, annotation }) => {
        if (title !== undefined) return titleRow(visit, catalog, title, 2, said(annotation));
        return html`<li class="row website"><div class="said"><h2>${webLink(visit, url?.url, recorded(url?.title ?? ''))}</h2><p class="facts"><span>${texts.website}</span></p>${said(annotation)}</div></li>`;
      })}</ol>`
}
</article>`,
  };
}
