/**
 * The page of a title: the way back to the results, heading, details, related works and user content. Components render
 * the holdings, and the titles that are around it.
 */

import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { Catalog, Titles } from '../../catalog/catalog.js';
import { listNumbersContaining } from '../../catalog/list-order.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import { type Identifier, isOnShelf, type RelatedTitle } from '../../catalog/records/title.js';
import { subjectParts } from '../../catalog/search-fields.js';
import { analyzePhrase } from '../../search/index.js';
import { withLocale } from '../../v1/context.js';
import { findTitle } from '../../v1/find-record.js';
import { listSummaries } from '../../v1/get-list.js';
import { getTitle } from '../../v1/get-title.js';
import { listUserContent } from '../../v1/list-user-content.js';
import { pageOffset } from '../../v1/response-parts.js';
import type { UserContentEntry } from '../../v1/schema/responses.js';
import { topByPopularity } from '../../v1/suggest/typed-words.js';
import { citationSection } from '../citations.js';
import { titleActions } from '../components/actions.js';
import { aroundTitle, volumeLinks } from '../components/around-title.js';
import { formatTabs } from '../components/editions.js';
import { availabilityBadge, holdingsAndLinks } from '../components/holdings.js';
import { searchFormValues } from '../components/layout.js';
import { contentItem, listCards, stars } from '../components/lists-and-content.js';
import { cover, rowId } from '../components/title-row.js';
import { editionTitle, titleHead } from '../discovery.js';
import {
  type Content,
  catalogText,
  factSpans,
  type Html,
  html,
  ICONS,
  joined,
  NOTHING,
} from '../html.js';
import {
  formatMessage,
  formatMessageHtml,
  languageTag,
  localizedLabel,
  localizedName,
  localizedText,
  localizedValue,
  nameOfVolume,
} from '../language.js';
import { collectionHref, contributorHref, facetLink, titleHref } from '../links.js';
import type { Page, PageView, TitleView } from '../page-view.js';
import { contextObject } from '../reference-files.js';
import {
  readSearchState,
  type SearchState,
  traceSearch,
  WAY_BACK_FIELDS,
} from '../search-state.js';
import { marcRecordLink } from './marc-record.js';

/** A title with more characters than this has a heading in a smaller font. */
const MAX_HEADING_CHARS = 100;

/** The maximum number of entries of user content that the page shows. */
const MAX_ENTRIES = 20;

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
  const title: TitleView = { view, catalog, record, detail };
  const { user_content: entries } = listUserContent(
    catalogs,
    { title: id, limit: MAX_ENTRIES, locale },
    context,
  );
  const numbers = listNumbersContaining(catalog, id);
  const lists = listSummaries(catalogs, catalog, numbers, withLocale(context, locale));
  return {
    title: editionTitle(title),
    catalog,
    head: titleHead(title, entries),
    isListed: true,
    search: search && searchFormValues(search.state),
    main: html`${search && html`<div class="container">${resultNavigation(view, catalog, id, search)}</div>`}<article class="container title">
<div class="split">${heading(title)}
${formatTabs(view, catalog, id)}
<div class="side">${holdingsAndLinks(title, titleActions(title))}</div><div class="body">
${
  detail.description !== undefined &&
  html`<section class="about"><h2>${texts.title.about}</h2><p dir="auto">${detail.description}</p></section>`
}
${details(title)}
${citationSection(title)}${contextObject(view, record)}${marcRecordLink(view, catalog, id)}</div></div>
${aroundTitle(title)}
${userContent(title, entries)}
${
  lists.length > 0 &&
  html`<section><h2>${texts.content.lists}</h2>${listCards(view, lists)}</section>`
}
</article>`,
  };
}

function heading(title: TitleView): Html {
  const { view, catalog, record, detail } = title;
  const tag = languageTag(record);
  const { language } = view;
  const { title: texts, layout } = language.texts;
  const library = catalog.library.id;
  const authors = (detail.authors ?? []).map(({ name }) =>
    facetLink(view, library, 'author', name),
  );
  const series = [
    ...(detail.series ?? []).map((entry) =>
      facetLink(view, library, 'series', entry.name, nameOfVolume(entry, language)),
    ),
    ...(record.alternate_series ?? []).map((name) => catalogText(name)),
  ];
  const { primary_language } = detail;
  const facts = [
    detail.format.name,
    detail.publication_date,
    primary_language && localizedValue('language', primary_language.name, language),
  ];
  return html`<header class="title-header">${cover(view, detail, record.jacket_cover?.url)}
<div class="body"><h1 class="${detail.title.length > MAX_HEADING_CHARS && 'long'}">${catalogText(detail.title, tag)}</h1>
${detail.sub_title !== undefined && html`<p class="subtitle">${catalogText(detail.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${formatMessageHtml(texts.by, { authors: joined(authors, '; ') })}</p>`}
${series.length > 0 && html`<p class="series">${texts.series}${layout.colon}${joined(series, '; ')}</p>`}
${volumeLinks(title)}
<p class="facts">${factSpans(facts)}</p>
${record.rating !== undefined && html`<div><span class="visually-hidden">${language.texts.content.average}${language.texts.layout.colon}</span>${stars(record.rating, language)}</div>`}
<p class="where">${detail.availability !== null && availabilityBadge(record, detail.availability, language)}</p>
</div></header>`;
}

function details({ view, catalog, record, detail }: TitleView): Html {
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
      .map((value) => {
        const text = localizedValue(narrowing, value, language);
        return facetLink(view, library, narrowing, normalizeUnicode(value, 'NFC'), text);
      });
  const asRelatedWorks = (isSelected: (related: RelatedTitle) => boolean) =>
    (record.related ?? [])
      .filter(isSelected)
      .map((work) => relatedTitle(view, catalog.titles, work));
  const asIdentifiers = (ofType: Identifier['type']) =>
    asTexts(record.identifiers?.filter(({ type }) => type === ofType).map(({ value }) => value));
  const rows: readonly (readonly [string, readonly Content[]])[] = [
    [t.also_written, asTexts(record.alternate_authors)],
    [t.also_called, asTexts(record.alternate_titles)],
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

function userContent({ view, catalog }: TitleView, entries: readonly UserContentEntry[]): Html {
  const { language } = view;
  if (entries.length === 0) return NOTHING;
  return html`<section class="readers"><h2>${language.texts.content.heading}</h2><ul class="entries">${entries.map(
    ({ user, content }) =>
      html`<li class="entry"><h3><a href="${collectionHref(view, user)}">${catalogText(user.name)}</a></h3><p class="date">${language.formatDate(content[0].updated)}</p>
${content.map((item) => contentItem(view, item, catalog.library.id))}</li>`,
  )}</ul></section>`;
}

/** The types of identifiers by the codes of the organizations that assign them. */
const IDENTIFIER_TYPES: Readonly<Record<string, Identifier['type']>> = {
  OCoLC: 'oclc',
  DLC: 'lccn',
};

/** The maximum number of titles that are compared with an identifier. */
const MAX_CANDIDATES = 20;

/** Renders a contained or related work, with a link if the catalog has it. */
function relatedTitle(view: PageView, titles: Titles, { relation, title, id }: RelatedTitle): Html {
  const number = id === undefined ? -1 : numberOfRelated(titles, id);
  const work =
    number >= 0
      ? html`<a href="${titleHref(view, titles.id(number))}">${catalogText(title)}</a>`
      : catalogText(title);
  const isNamed = relation !== 'contains' && relation !== 'related';
  if (!isNamed) return work;
  const label = localizedLabel(relation, view.language);
  return html`${catalogText(label)}${view.language.texts.layout.colon}${work}`;
}

/**
 * Returns the number of the title with an id, or with an identifier such as `(OCoLC)1234` or `(DLC)85012345`, or -1 if
 * the catalog does not have it.
 */
function numberOfRelated(titles: Titles, id: string): number {
  const number = titles.numberOf(id);
  const [, code, value] = /^\((OCoLC|DLC)\)(.+)$/.exec(id) ?? [];
  if (number >= 0 || value === undefined) return number;
  const terms = analyzePhrase(value).map((term) => ({ term }));
  if (terms.length === 0) return -1;
  const candidates = topByPopularity(titles, terms, { identifier: 1 }, MAX_CANDIDATES);
  const hasIdentifier = (candidate: number) =>
    titles
      .pick(candidate, ['identifiers'])
      .identifiers?.some((each) => each.type === IDENTIFIER_TYPES[code] && each.value === value) ===
    true;
  return candidates.find(hasIdentifier) ?? -1;
}

/** The minimum `limit` with which a page of results can contain a result and both of its neighbors. */
const MIN_LIMIT = 3;

/** The search from which the page of a title was opened. */
interface OpenedSearch {
  readonly state: SearchState;
  /** The position of the title among the results, from 1. The address of the page contains it. */
  readonly position: number;
}

function openedSearch(view: PageView, { library }: Catalog): OpenedSearch | undefined {
  const position = view.params.get(WAY_BACK_FIELDS.position) ?? '';
  if (!/^[1-9]\d{0,8}$/.test(position)) return undefined;
  return { state: readSearchState(view, library), position: Number(position) };
}

/**
 * Renders links from the page of a title to the results, to the row of the title, and to the previous and the next
 * result. An edition that is folded under a result has the position of this result. If the title is no longer near its
 * position, because the catalog has changed, only the results are linked.
 *
 * @throws ApiError 400 if the address of the page contains an invalid search
 */
function resultNavigation(
  view: PageView,
  catalog: Catalog,
  id: string,
  { state, position }: OpenedSearch,
): Html {
  const { language } = view;
  const { way_back: texts } = language.texts;
  const number = catalog.titles.numberOf(id);
  const { titles, editions, count, first } = resultsAround(view, state, position);
  const index = titles.findIndex((title, i) => title.id === id || editions[i]?.includes(number));
  const found = index < 0 ? position : first + index;
  const page = Math.ceil(found / state.pageSize);
  const backHref = `${state.hrefWith({ page: page > 1 ? page : undefined })}#${rowId(found)}`;
  const link = (at: number, rel: 'prev' | 'next', text: string, arrow: Content) =>
    titles[at] !== undefined &&
    html`<li><a href="${state.titleHref(titles[at].id, first + at)}"${rel === 'prev' ? html` rel="prev"` : html` rel="next"`}>${rel === 'prev' && arrow}<span>${text}</span>${rel === 'next' && arrow}</a></li>`;
  return html`<nav class="way-back" aria-label="${texts.label}"><a href="${backHref}">${ICONS.previous}<span>${texts.back}</span></a>
${
  index >= 0 &&
  html`<p>${formatMessage(texts.position, {
    position: language.formatNumber(found),
    count: language.formatNumber(count),
  })}</p><ul>${link(index - 1, 'prev', texts.previous, ICONS.previous)}${link(index + 1, 'next', texts.next, ICONS.next)}</ul>`
}</nav>`;
}

/**
 * Returns a page of results that contains a position and its neighbors. `first` is the position of its first title, and
 * `editions` are the numbers of the titles that are folded under each title.
 */
function resultsAround(view: PageView, state: SearchState, position: number) {
  const last = position;
  const beforeFirst = Math.max(position - 2, 0);
  let limit = MIN_LIMIT;
  while (Math.floor(beforeFirst / limit) !== Math.floor(last / limit)) limit++;
  const page = Math.floor(beforeFirst / limit) + 1;
  const changes = { metadata: '0', limit: String(limit), page: String(page) };
  const { body, works } = traceSearch(view, state, changes);
  return {
    titles: body.titles,
    editions: works?.otherNumbers ?? [],
    count: works?.count ?? body.count,
    first: pageOffset(body) + 1,
  };
}
