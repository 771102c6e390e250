import type { Catalog } from '../../catalog/catalog.js';
import { nameOfId, translatedName } from '../../catalog/names/known-names.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import type { Title } from '../../catalog/records/title.js';
import { normalizeUnicode } from '../../search/index.js';
import { findTitle } from '../../v1/find-record.js';
import { getTitle } from '../../v1/get-title.js';
import { listUserContent } from '../../v1/list-user-content.js';
import type { TitleDetail } from '../../v1/schema/title.js';
import type { UserContentEntry } from '../../v1/schema/user-content.js';
import { contentItem, stars } from '../components/content-items.js';
import { cover } from '../components/cover.js';
import { groupHoldings, statusBadge } from '../components/holdings.js';
import type { Page } from '../components/layout.js';
import { listCards, listNumbersContaining, listSummaries } from '../components/list-cards.js';
import { type Content, catalogText, type Html, html, NOTHING } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessage, formatMessageHtml, languageTag } from '../language.js';
import { collectionHref, contributorHref, facetHref, webLink } from '../links.js';
import type { PageView } from '../page-view.js';

/** A title with more characters than this has a heading in a smaller font. */
const MAX_HEADING_CHARS = 100;

/** The maximum number of entries of user content that the page shows. */
const MAX_ENTRIES = 20;

/** The data that the parts of the page are rendered from. */
interface PageData {
  readonly view: PageView;
  readonly catalog: Catalog;
  readonly record: Title;
  readonly detail: TitleDetail;
  /** The value of the `lang` attribute of the title and sub-title; undefined: no attribute. */
  readonly tag: string | undefined;
}

/**
 * Renders the page of a title, with its holdings, details, user content and lists.
 *
 * @throws ApiError 404 if no catalog has the title
 */
export function titlePage(view: PageView, id: string): Page {
  const { catalogs, language, context } = view;
  const { locale, texts } = language;
  const { catalog, record } = findTitle(catalogs, id);
  const { title: detail } = getTitle(catalogs, id, context, { locale });
  const data = { view, catalog, record, detail, tag: languageTag(record) };
  const { user_content: entries } = listUserContent(
    catalogs,
    { title: id, limit: MAX_ENTRIES, locale },
    context,
  );
  const lists = listSummaries(view, catalog, listNumbersContaining(catalog, id));
  return {
    title: detail.title,
    catalog,
    main: html`<article class="container title">
${heading(data)}
<div class="split">${holdings(data)}<div class="body">
${
  detail.description !== undefined &&
  html`<section class="about"><h2>${texts.title.about}</h2><p dir="auto">${detail.description}</p></section>`
}
${details(data)}</div></div>
${userContent(data, entries)}
${
  lists.length > 0 &&
  html`<section class="on-lists"><h2>${texts.content.lists}</h2>${listCards(view, lists, 3)}</section>`
}
</article>`,
  };
}

function heading({ view, catalog, record, detail, tag }: PageData): Html {
  const { language } = view;
  const { title: texts, results } = language.texts;
  const library = catalog.library.id;
  const authors = (detail.authors ?? []).map(
    ({ name }, i) =>
      html`${i > 0 && '; '}<a href="${facetHref(view, library, 'author', name)}">${catalogText(name)}</a>`,
  );
  const others = [...(record.alternate_titles ?? []), ...(record.alternate_authors ?? [])];
  const series = (detail.series ?? []).map(
    ({ name, number }, i) =>
      html`${i > 0 && '; '}<a href="${facetHref(view, library, 'series', name)}">${catalogText(
        number === undefined ? name : formatMessage(results.volume, { series: name, number }),
      )}</a>`,
  );
  const facts = [detail.format.name, detail.publication_date, detail.primary_language?.name];
  return html`<header class="title-header">${cover(view, detail, record.jacket_cover?.url)}
<div class="body"><h1 class="${detail.title.length > MAX_HEADING_CHARS && 'long'}">${catalogText(detail.title, tag)}</h1>
${detail.sub_title !== undefined && html`<p class="subtitle">${catalogText(detail.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${formatMessageHtml(texts.by, { authors: html`${authors}` })}</p>`}
${others.length > 0 && html`<p class="also-known-as">${texts.also_called}: ${others.map((other, i) => html`${i > 0 && '; '}${catalogText(other)}`)}</p>`}
${series.length > 0 && html`<p class="series">${texts.series}: ${series}</p>`}
<p class="facts">${facts.map((fact) => fact && html`<span>${catalogText(fact)}</span>`)}</p>
${record.rating !== undefined && html`<div class="average"><span class="visually-hidden">${language.texts.content.average}: </span>${stars(record.rating, language)}</div>`}
<p class="where">${detail.availability !== null && statusBadge(detail.availability)}</p>
${record.details_url !== undefined && html`<p>${webLink(view, record.details_url, texts.online)}</p>`}
</div></header>`;
}

function holdings({ view, catalog, record, detail }: PageData): Html {
  const { language, options } = view;
  const { title: texts, names } = language.texts;
  const groups = groupHoldings(record.holdings, catalog.library, options.branch);
  if (groups.length === 0) {
    if (detail.call_number === undefined) {
      const isAvailable = detail.availability?.id === 'AVAILABLE';
      return isAvailable ? NOTHING : html`<p class="no-copies">${texts.no_copies}</p>`;
    }
    return html`<section class="holdings"><h2>${texts.where}</h2><p>${texts.call_number}: <span class="callnumber">${catalogText(detail.call_number)}</span></p></section>`;
  }
  return html`<section class="holdings" id="where"><h2>${texts.where}</h2>
<table><thead><tr><th scope="col">${texts.branch}</th><th scope="col">${texts.call_number}</th><th scope="col">${texts.status}</th></tr></thead>
<tbody>${groups.map(({ branch, callNumber, collection, status, count }, i) => {
    const isHere = branch.id === options.branch;
    const isRepeated = i > 0 && groups[i - 1].branch.id === branch.id;
    const name = translatedName(
      'availability',
      status,
      nameOfId('availability', status, catalog.library),
      names,
    );
    return html`<tr class="${isHere ? 'here' : ''}${isRepeated ? ' repeated' : ''}"><th scope="row">${isHere && ICONS.here}<span class="${isRepeated ? 'visually-hidden' : 'branch'}">${catalogText(branch.name)}</span>${isHere && !isRepeated && html` <span class="note">${texts.here}</span>`}</th>
<td><span class="callnumber">${callNumber !== undefined && catalogText(callNumber)}</span>${collection !== undefined && html` <span class="note"><span class="visually-hidden">${texts.collection}: </span>${catalogText(collection)}</span>`}</td>
<td>${statusBadge({ id: status, name })}${count > 1 && html` <span class="note">${language.formatCount(texts.copies, count)}</span>`}</td></tr>`;
  })}</tbody></table>
${catalog.changed !== undefined && html`<p class="note">${formatMessage(texts.as_of, { time: language.formatDateTime(catalog.changed) })}</p>`}</section>`;
}

function details({ view, catalog, record, detail }: PageData): Html {
  const { language } = view;
  const { texts } = language;
  const t = texts.title;
  const library = catalog.library.id;
  const namesOf = (entries: readonly { readonly name: string }[] | undefined) =>
    (entries ?? []).map(({ name }) => name);
  const asTexts = (values: readonly (string | undefined)[] | undefined) =>
    (values ?? []).flatMap((value) => (value ? [catalogText(value)] : []));
  const asContributorLinks = (entries: readonly { readonly name: string }[] | undefined) =>
    namesOf(entries).map(
      (name) => html`<a href="${contributorHref(view, library, name)}">${catalogText(name)}</a>`,
    );
  const asFacetLinks = (narrowing: Narrowing, values: readonly string[] | undefined) =>
    (values ?? [])
      .filter((value) => value !== '')
      .map(
        (value) =>
          html`<a href="${facetHref(view, library, narrowing, normalizeUnicode(value, 'NFC'))}">${catalogText(value)}</a>`,
      );
  const rows: readonly (readonly [string, readonly Content[]])[] = [
    [t.contributors, asContributorLinks(detail.additional_contributors)],
    [t.performers, asContributorLinks(detail.performers)],
    [t.responsibility, asTexts([detail.statement_of_responsibility])],
    [t.publishers, asTexts(namesOf(detail.publishers))],
    [t.published, asTexts([detail.publication_date])],
    [t.edition, asTexts([detail.edition])],
    [
      t.languages,
      asFacetLinks('language', namesOf(detail.languages ?? [detail.primary_language ?? []].flat())),
    ],
    [
      t.extent,
      detail.physical_description === undefined && detail.pages !== undefined
        ? [language.formatCount(texts.counts.pages, detail.pages)]
        : asTexts(detail.physical_description),
    ],
    [t.audience, asFacetLinks('audience', namesOf(detail.suitabilities))],
    [t.subjects, asFacetLinks('subject', record.subjects)],
    [t.genres, asFacetLinks('genre', record.genres)],
    [t.tags, asFacetLinks('tag', record.tags)],
    [t.isbns, asTexts(detail.isbns)],
    [t.upcs, asTexts(detail.upcs)],
    [t.notes, asTexts(detail.notes)],
  ];
  const filled = rows.filter(([, values]) => values.length > 0);
  return html`<section class="details"><h2>${t.details}</h2><dl>${filled.map(
    ([name, values]) =>
      html`<div><dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>`,
  )}</dl>
${
  detail.contents !== undefined &&
  html`<details class="contents"><summary>${t.contents}</summary><ul>${detail.contents.map((line) => html`<li dir="auto">${line}</li>`)}</ul></details>`
}</section>`;
}

function userContent({ view, catalog }: PageData, entries: readonly UserContentEntry[]): Html {
  const { language } = view;
  if (entries.length === 0) return NOTHING;
  return html`<section class="readers"><h2>${language.texts.content.heading}</h2><ul class="entries">${entries.map(
    ({ user, content }) =>
      html`<li class="entry"><h3><a href="${collectionHref(view, user)}">${catalogText(user.name)}</a></h3><p class="date">${language.formatDate(content[0].updated)}</p>
${content.map((item) => contentItem(view, item, catalog.library.id))}</li>`,
  )}</ul></section>`;
}
