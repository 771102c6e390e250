import type { Catalog } from '../../catalog/catalog.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import {
  type Identifier,
  isOnlyOnline,
  isOnShelf,
  type RelatedTitle,
  type Title,
} from '../../catalog/records/title.js';
import { subjectParts } from '../../catalog/search-fields.js';
import { normalizeUnicode } from '../../search/index.js';
import { findTitle } from '../../v1/find-record.js';
import { getTitle } from '../../v1/get-title.js';
import { listUserContent } from '../../v1/list-user-content.js';
import type { TitleDetail, UserContentEntry } from '../../v1/schema/responses.js';
import { aroundTitle } from '../around/around-section.js';
import { relatedTitle } from '../around/related-titles.js';
import { citationSection } from '../citation/citation-section.js';
import { contentItem, stars } from '../components/content-items.js';
import { cover } from '../components/cover.js';
import { holdingsSection } from '../components/holdings-section.js';
import type { Page } from '../components/layout.js';
import { listCards, listNumbersContaining, listSummaries } from '../components/list-cards.js';
import { availabilityBadge, linkLists, linkNote, onlineLink } from '../components/online-links.js';
import { openedSearch, resultNavigation } from '../components/result-navigation.js';
import { searchFormValues } from '../components/search-form.js';
import { takeAlong } from '../components/take-along.js';
import { structuredData } from '../discovery/structured-data.js';
import { type Content, catalogText, type Html, html, NOTHING } from '../html/html.js';
import { formatMessage, formatMessageHtml, languageTag } from '../language.js';
import { collectionHref, contributorHref, facetHref, webLink } from '../links.js';
import type { PageView } from '../page-view.js';
import { localizedName, localizedText, localizedValue } from '../value-names.js';
import { marcRecordLink } from './marc-record.js';

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
 * @throws ApiError 404 if no catalog has the title, 400 if the address of the page contains an invalid search
 */
export function titlePage(view: PageView, id: string): Page {
  const { catalogs, language, context } = view;
  const { locale, texts } = language;
  const { catalog, record } = findTitle(catalogs, id);
  const { title: detail } = getTitle(catalogs, id, { locale }, context);
  const search = openedSearch(view, catalog);
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
    head: structuredData(view, record),
    isListed: true,
    search: search && searchFormValues(search.state),
    main: html`${search && html`<div class="container">${resultNavigation(view, catalog, id, search)}</div>`}<article class="container title">
${heading(data)}
<div class="split">${holdingsSection(view, catalog, record, detail)}${takeAlong(view, catalog, record, detail)}${linkLists(view, record)}<div class="body">
${
  detail.description !== undefined &&
  html`<section class="about"><h2>${texts.title.about}</h2><p dir="auto">${detail.description}</p></section>`
}
${details(data)}
${citationSection(view, catalog.library, record)}${marcRecordLink(view, catalog, id)}</div></div>
${aroundTitle(view, catalog, record)}
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
  const { title: texts, results, layout } = language.texts;
  const library = catalog.library.id;
  const authors = (detail.authors ?? []).map(
    ({ name }, i) =>
      html`${i > 0 && '; '}<a href="${facetHref(view, library, 'author', name)}">${catalogText(name)}</a>`,
  );
  const alternates = (texts: readonly string[] | undefined, heading: string) =>
    texts !== undefined &&
    texts.length > 0 &&
    html`<p class="also-known-as">${heading}${layout.colon}${texts.map((text, i) => html`${i > 0 && '; '}${catalogText(text)}`)}</p>`;
  const online = record.links?.find(({ kind }) => kind === 'resource');
  const isMainLink = online === undefined && isOnlyOnline(record);
  const series = (detail.series ?? []).map(
    ({ name, number }, i) =>
      html`${i > 0 && '; '}<a href="${facetHref(view, library, 'series', name)}">${catalogText(
        number === undefined ? name : formatMessage(results.volume, { series: name, number }),
      )}</a>`,
  );
  const { primary_language } = detail;
  const facts = [
    detail.format.name,
    detail.publication_date,
    primary_language && localizedValue('language', primary_language.name, language),
  ];
  return html`<header class="title-header">${cover(view, detail, record.jacket_cover?.url)}
<div class="body"><h1 class="${detail.title.length > MAX_HEADING_CHARS && 'long'}">${catalogText(detail.title, tag)}</h1>
${detail.sub_title !== undefined && html`<p class="subtitle">${catalogText(detail.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${formatMessageHtml(texts.by, { authors: html`${authors}` })}</p>`}
${alternates(record.alternate_authors, texts.also_written)}
${alternates(record.alternate_titles, texts.also_called)}
${series.length > 0 && html`<p class="series">${texts.series}${layout.colon}${series}</p>`}
<p class="facts">${facts.map((fact) => fact && html`<span>${catalogText(fact)}</span>`)}</p>
${record.rating !== undefined && html`<div class="average"><span class="visually-hidden">${language.texts.content.average}${language.texts.layout.colon}</span>${stars(record.rating, language)}</div>`}
<p class="where">${detail.availability !== null && availabilityBadge(record, detail.availability, language)}</p>
${online !== undefined && html`<p class="online">${onlineLink(view, record)}${linkNote([online.part, online.note])}</p>`}
${record.details_url !== undefined && html`<p${isMainLink && html` class="online"`}>${webLink(view, record.details_url, texts.online)}</p>`}
</div></header>`;
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
      (name) =>
        html`<a href="${contributorHref(view, library, name)}">${catalogText(localizedName(name, language))}</a>`,
    );
  const asFacetLinks = (narrowing: Narrowing, values: readonly string[] | undefined) =>
    (values ?? [])
      .filter((value) => value !== '')
      .map(
        (value) =>
          html`<a href="${facetHref(view, library, narrowing, normalizeUnicode(value, 'NFC'))}">${catalogText(localizedValue(narrowing, value, language))}</a>`,
      );
  const asRelatedWorks = (isSelected: (related: RelatedTitle) => boolean) =>
    (record.related ?? [])
      .filter(isSelected)
      .map((work) => relatedTitle(view, catalog.titles, work));
  const asIdentifiers = (ofType: Identifier['type']) =>
    asTexts(record.identifiers?.filter(({ type }) => type === ofType).map(({ value }) => value));
  const rows: readonly (readonly [string, readonly Content[]])[] = [
    [t.contributors, asContributorLinks(detail.additional_contributors)],
    [t.performers, asContributorLinks(detail.performers)],
    [t.responsibility, asTexts([detail.statement_of_responsibility])],
    [t.publication_places, asTexts(record.publication_places)],
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
    [t.contains, asRelatedWorks(({ relation }) => relation === 'contains')],
    [t.related, asRelatedWorks(({ relation }) => relation !== 'contains')],
    [t.audience, asFacetLinks('audience', namesOf(detail.suitabilities))],
    [
      t.subjects,
      [
        ...asFacetLinks('subject', record.subjects),
        ...subjectParts(record).flatMap(({ narrowing, value }) => asFacetLinks(narrowing, [value])),
      ],
    ],
    [t.genres, asFacetLinks('genre', record.genres)],
    [t.tags, asFacetLinks('tag', record.tags)],
    [t.call_number, asTexts(isOnShelf(record) ? [] : [detail.call_number])],
    [t.isbns, asTexts(detail.isbns)],
    [t.upcs, asTexts(detail.upcs)],
    [t.issns, asIdentifiers('issn')],
    [t.lccns, asIdentifiers('lccn')],
    [t.oclc_numbers, asIdentifiers('oclc')],
    [t.other_numbers, asIdentifiers('other')],
    [t.notes, asTexts(detail.notes?.map((note) => localizedText(note, language)))],
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
