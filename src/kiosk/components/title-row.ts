/** A title in a list of titles: a row of results or of a list, or a cover on a shelf. */

import type { Catalog } from '../../catalog/catalog.js';
import { narrowingName } from '../../catalog/narrowings.js';
import { isOnlyOnline, isOnShelf, type Title } from '../../catalog/records/title.js';
import { withLocale } from '../../v1/context.js';
import { titleSummary } from '../../v1/get-title.js';
import { highlightParts } from '../../v1/highlight.js';
import type { TitleDetail, TitleSummary } from '../../v1/schema/responses.js';
import type { TitleMatch } from '../../v1/search/matched-texts.js';
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
import { formatMessage, type Language, languageTag, nameOfVolume } from '../language.js';
import { facetLink, parseWebUrl, titleHref, webLink } from '../links.js';
import type { PageView } from '../page-view.js';
import { saveButton } from './actions.js';
import { availabilityBadge, groupHoldings, isWithoutCopies, onlineLink } from './holdings.js';

/**
 * The maximum number of holdings of a title that a row reads. A row of a title with more holdings shows the
 * availability, but no branch.
 */
const MAX_HOLDINGS = 200;

/**
 * The fields of a title that a row shows, except its holdings. They are stored in the parts `summary` and `listing` of
 * a record, which are fast to read.
 */
const FIELDS_OF_ROW = [
  'title',
  'format',
  'added',
  'availability',
  'call_number',
  'details_url',
  'jacket_cover',
  'languages',
  'links',
  'primary_language',
  'publication_date',
  'series',
] as const;

/** The maximum number of authors in a row. The page of the title shows all authors. */
const MAX_AUTHORS = 3;

/**
 * Renders a title as a row of results or of a list. The row shows the availability of the title. If a
 * holding is available, the row also shows the branch and the call number of the holding. If several are
 * available, the row shows the first of them in the order of {@link groupHoldings}. For a title without holdings, the row
 * shows its call number, or that no copies are listed.
 *
 * @param heading the level of the heading that contains the name of the title
 * @param more further contents of the row, such as the annotation in a list
 * @param result the position of the title among the results of a search, and the URL that leads back to them. If
 *   `isRecent` is true, the row shows when the title was added. The words that match are marked; if the row has none of
 *   them, a further line shows where they are. Default: the row is not a result.
 */
export function titleRow(
  view: PageView,
  catalog: Catalog,
  title: TitleSummary | TitleDetail,
  heading: 2 | 3,
  more?: Content,
  result?: {
    readonly position?: number;
    readonly href: string;
    readonly isRecent?: boolean;
    readonly matchOf?: (title: number) => TitleMatch;
  },
): Html {
  const { library } = catalog;
  const {
    texts: { title: texts, results },
    formatDate,
  } = view.language;
  const { record, hasBranches } = recordOfRow(catalog, title.id);
  const tag = languageTag(record);
  const chosen = view.params.getAll('series');
  const series = record.series?.find(({ name }) => chosen.includes(name)) ?? record.series?.[0];
  const { title: main, sub_title } = title;
  const listed = title.authors?.slice(0, MAX_AUTHORS) ?? [];
  const match = result?.matchOf?.(catalog.titles.numberOf(title.id));
  const shown = { title: main, sub_title, authors: listed, series: series && [series] };
  const matched = match?.textsOf(shown, ['title', 'author', 'series']) ?? [];
  const marked = (text: string) => highlightParts(text, matched);
  const name = html`<a href="${result?.href ?? titleHref(view, title.id)}">${catalogText(marked(main), tag)}</a>`;
  const authors = listed.map(({ name }) =>
    facetLink(view, library.id, 'author', name, marked(name)),
  );
  const volume = series ? nameOfVolume(series, view.language) : '';
  const facts = [
    title.format.name,
    record.publication_date,
    series && [...marked(series.name), { text: volume.slice(series.name.length), isMatch: false }],
    result?.isRecent &&
      record.added &&
      formatMessage(results.added_on, { date: formatDate(record.added) }),
  ];
  const groups = hasBranches ? groupHoldings(record, library, view.firstBranches) : [];
  const nearest = groups.find(({ status }) => status === 'AVAILABLE');
  const callNumber = groups.length > 0 || !isOnShelf(record) ? undefined : record.call_number;
  // On a kiosk, the address would be shown as text.
  const online = view.isKiosk ? NOTHING : linkOf(view, record);
  const badge =
    title.availability == null
      ? NOTHING
      : availabilityBadge(record, title.availability, view.language);
  return html`<li class="row"${result?.position !== undefined && html` id="${rowId(result.position)}"`}>${cover(view, title, record.jacket_cover?.url)}
<div class="body"><div class="heading">
${heading === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
${sub_title !== undefined && html`<p class="subtitle">${catalogText(marked(sub_title), tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${joined(authors, '; ')}</p>`}
</div><p class="facts">${factSpans(facts)}</p>
<p class="where">${online === NOTHING ? badge : html`<span class="state">${badge} <span class="online">${online}</span></span>`}${
    nearest !== undefined &&
    html` <span class="place">${nearest.branch.id === view.options.branch && ICONS.here}${catalogText(nearest.branch.name)}${nearest.callNumber !== undefined && html` <span class="callnumber">${catalogText(nearest.callNumber)}</span>`}</span>`
  }${callNumber !== undefined && html` <span class="callnumber">${catalogText(callNumber)}</span>`}${
    title.availability == null &&
    isWithoutCopies(record) &&
    html` <span class="note">${texts.no_copies}</span>`
  }</p>
${matched.length === 0 && match && matchedLine(view, catalog, title, match)}
${more}
</div>${saveButton(view, title.id, main)}</li>`;
}

const MAX_MATCHED_CHARS = 140;
/** The maximum number of texts among which the row finds one with a word that is not in the name of the format. */
const MAX_MATCHED_TEXTS = 4;

/**
 * Renders a text with words that match and that the row does not show, such as a subject: for `large print mystery`, the
 * genre before a series in large print.
 */
function matchedLine(
  view: PageView,
  catalog: Catalog,
  { id, format }: Pick<TitleSummary, 'id' | 'format'>,
  match: TitleMatch,
): Html {
  if (match.fields.length === 0) return NOTHING;
  const { language } = view;
  const record = catalog.titles.get(catalog.titles.numberOf(id));
  const texts = match.textsOf(record, match.fields, MAX_MATCHED_TEXTS);
  const shown = format.name.toLowerCase();
  const found = texts.find(({ terms }) => terms.some((term) => !shown.includes(term))) ?? texts[0];
  if (found === undefined) return NOTHING;
  const { field, text } = found;
  const parts = highlightParts(text, [found], { maxLength: MAX_MATCHED_CHARS });
  const label =
    labelsOfFields(language)[field] ?? narrowingName(field, language.locale, catalog.library);
  return html`<p class="matched">${label !== '' && label + language.texts.layout.colon}${catalogText(parts)}</p>`;
}

/** Returns the names of the fields of the search index that are no narrowings. Empty for texts of several kinds. */
function labelsOfFields({ texts: { title } }: Language): Readonly<Record<string, string>> {
  const { publishers: publisher, isbns: identifier, about: summary } = title;
  const { also_called, contributors: author, contents, notes, edition, call_number } = title;
  const names = { title: also_called, author, publisher, contents, notes, edition, call_number };
  return { ...names, summary, identifier, other: '' };
}

/**
 * Returns the fields of a title that a row shows. A title with more than {@link MAX_HOLDINGS} holdings has only their
 * statuses.
 */
function recordOfRow({ titles }: Catalog, id: string): { record: Title; hasBranches: boolean } {
  const number = titles.numberOf(id);
  const { copies = 0, holdings: statuses = [] } = titles.summary(number);
  const hasBranches = copies <= MAX_HOLDINGS;
  const holdings = hasBranches
    ? titles.pick(number, ['holdings', 'holdings_statements'])
    : { holdings: statuses.map((holding) => ({ ...holding, branch: '' })) };
  return { record: { id, ...titles.pick(number, FIELDS_OF_ROW), ...holdings }, hasBranches };
}

/** Renders a link to the title itself, or else to the details of a title that is only online, as the page of the title does. */
function linkOf(view: PageView, record: Title): Html {
  const link = onlineLink(view, record);
  if (link !== NOTHING || !isOnlyOnline(record)) return link;
  return webLink(view, record.details_url, view.language.texts.title.online);
}

/** Returns the id of the row of a result, from its position. */
export function rowId(position: number): string {
  return `result-${position}`;
}

/**
 * Renders a row of titles with covers.
 *
 * @param current the id of the title whose page contains the row. Default: none.
 */
export function shelf(
  view: PageView,
  catalog: Catalog,
  ids: readonly string[],
  current?: string,
): Html {
  const { titles } = catalog;
  const context = withLocale(view.context, view.language.locale);
  return html`<ul class="shelf">${ids.map((id) => {
    const number = titles.numberOf(id);
    const record = titles.pick(number, ['jacket_cover', 'primary_language', 'languages']);
    const summary = titleSummary(catalog, number, context);
    const author = summary.authors?.[0]?.name;
    return html`<li><a href="${titleHref(view, id)}"${id === current && html` aria-current="page"`}>${cover(view, summary, record.jacket_cover?.url)}<span class="name">${catalogText(summary.title, languageTag(record))}</span></a>${author !== undefined && html`<span class="author">${catalogText(author)}</span>`}<span class="kind">${catalogText(summary.format.name)}</span></li>`;
  })}</ul>`;
}

/** Renders the cover of the title with an id. */
export function coverOf(view: PageView, { titles }: Catalog, id: string): Html {
  const record = titles.pick(titles.numberOf(id), ['format', 'isbns', 'jacket_cover']);
  return cover(view, { id, ...record }, record.jacket_cover?.url);
}

/** The fields of a title that determine the URLs of its covers. */
type CoverFields = Pick<Title, 'id' | 'format' | 'isbns'>;

/** Returns the URL of the generated cover of a title. */
export function generatedCoverHref(
  { hrefWithoutLocale }: PageView,
  { id, format }: CoverFields,
): string {
  return hrefWithoutLocale(`/cover/${encodeURIComponent(format.id)}/${encodeURIComponent(id)}.svg`);
}

/**
 * Renders the cover of a title. The alternative text is empty, because the name of the title is next to
 * every cover. With the option `remoteCovers` or `coverUrl`, the remote cover is on top of the generated cover. If
 * the remote cover does not load, the generated cover is visible.
 */
export function cover(view: PageView, title: CoverFields, remoteUrl: string | undefined): Html {
  const { remoteCovers, coverUrl } = view.options;
  const isbn = title.isbns?.[0]?.replace(/[^0-9X]/gi, '');
  const remote =
    (remoteCovers ? parseWebUrl(remoteUrl) : undefined) ??
    (isbn ? coverUrl?.replaceAll('{isbn}', isbn) : undefined);
  return html`<span class="cover"><img src="${generatedCoverHref(view, title)}" alt="" width="200" height="300" loading="lazy" decoding="async">${
    remote !== undefined &&
    html`<img class="remote" src="${remote}" alt="" width="200" height="300" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</span>`;
}
