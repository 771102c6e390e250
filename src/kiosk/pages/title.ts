import type { Catalog } from '../../catalog/catalog.js';
import { nameOfId, translatedName } from '../../catalog/known-names.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import type { Title } from '../../catalog/title.js';
import { normalized } from '../../search/analysis/normalized.js';
import { findTitle } from '../../v1/find.js';
import type { TitleDetail } from '../../v1/schema/title.js';
import type { UserContentEntry } from '../../v1/schema/user-content.js';
import { getTitle } from '../../v1/title.js';
import { listUserContent } from '../../v1/user-content.js';
import { availabilityMark } from '../availability-mark.js';
import { contentItem, stars } from '../content-items.js';
import { copiesOf } from '../copies.js';
import { cover } from '../covers.js';
import { type Content, type Html, html, NOTHING } from '../html.js';
import { ICONS } from '../icons.js';
import { markedPhrase, phrase } from '../language.js';
import type { Page } from '../layout.js';
import { allWith, byContributor, collectionPage, webLink } from '../links.js';
import { listCards, listsNumbered } from '../list-cards.js';
import { listsHolding } from '../shelves.js';
import type { Visit } from '../visit.js';
import { languageTag, recorded } from '../written-in.js';

/** Characters from which on a title is set smaller. */
const LONG = 100;

/** How many entries of user content a title's page shows. */
const MOST_ENTRIES = 20;

/** What the parts of the page are made from. */
interface Shown {
  readonly visit: Visit;
  readonly catalog: Catalog;
  readonly record: Title;
  readonly detail: TitleDetail;
  readonly tag: string | undefined;
}

/**
 * A title: what it is, where it stands, what readers say.
 *
 * @throws ApiError 404 when no open catalog has the title
 */
export function titlePage(visit: Visit, id: string): Page {
  const { catalogs, language, context } = visit;
  const { locale, texts } = language;
  const { catalog, record } = findTitle(catalogs, id);
  const { title: detail } = getTitle(catalogs, id, context, { locale });
  const shown = { visit, catalog, record, detail, tag: languageTag(record) };
  const { user_content: entries } = listUserContent(
    catalogs,
    { title: id, limit: MOST_ENTRIES, locale },
    context,
  );
  const lists = listsNumbered(visit, catalog, listsHolding(catalog, id));
  return {
    title: detail.title,
    catalog,
    main: html`<article class="band title">
${heading(shown)}
<div class="split">${holdings(shown)}<div class="said">
${
  detail.description !== undefined &&
  html`<section class="about"><h2>${texts.title.about}</h2><p dir="auto">${detail.description}</p></section>`
}
${details(shown)}</div></div>
${readers(shown, entries)}
${
  lists.length > 0 &&
  html`<section class="onlists"><h2>${texts.content.lists}</h2>${listCards(visit, lists, 3)}</section>`
}
</article>`,
  };
}

function heading({ visit, catalog, record, detail, tag }: Shown): Html {
  const { language } = visit;
  const { title: texts, results } = language.texts;
  const library = catalog.library.id;
  const authors = (detail.authors ?? []).map(
    ({ name }, i) =>
      html`${i > 0 && '; '}<a href="${allWith(visit, library, 'author', name)}">${recorded(name)}</a>`,
  );
  const others = [...(record.alternate_titles ?? []), ...(record.alternate_authors ?? [])];
  const series = (detail.series ?? []).map(
    ({ name, number }, i) =>
      html`${i > 0 && '; '}<a href="${allWith(visit, library, 'series', name)}">${recorded(
        number === undefined ? name : phrase(results.volume, { series: name, number }),
      )}</a>`,
  );
  const facts = [detail.format.name, detail.publication_date, detail.primary_language?.name];
  return html`<header class="titlehead">${cover(visit, detail, record.jacket_cover?.url)}
<div class="said"><h1 class="${detail.title.length > LONG && 'long'}">${recorded(detail.title, tag)}</h1>
${detail.sub_title !== undefined && html`<p class="subtitle">${recorded(detail.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${markedPhrase(texts.by, { authors: html`${authors}` })}</p>`}
${others.length > 0 && html`<p class="also">${texts.also_called}: ${others.map((other, i) => html`${i > 0 && '; '}${recorded(other)}`)}</p>`}
${series.length > 0 && html`<p class="series">${texts.series}: ${series}</p>`}
<p class="facts">${facts.map((fact) => fact && html`<span>${recorded(fact)}</span>`)}</p>
${record.rating !== undefined && html`<div class="average"><span class="unseen">${language.texts.content.average}: </span>${stars(record.rating, language)}</div>`}
<p class="where">${detail.availability !== null && availabilityMark(detail.availability)}</p>
${record.details_url !== undefined && html`<p>${webLink(visit, record.details_url, texts.online)}</p>`}
</div></header>`;
}

function holdings({ visit, catalog, record, detail }: Shown): Html {
  const { language, options } = visit;
  const { title: texts, names } = language.texts;
  const copies = copiesOf(record.holdings, catalog.library, options.branch);
  if (copies.length === 0) {
    if (detail.call_number === undefined) {
      const isThere = detail.availability?.id === 'AVAILABLE';
      return isThere ? NOTHING : html`<p class="nowhere">${texts.nowhere}</p>`;
    }
    return html`<section class="holdings"><h2>${texts.where}</h2><p>${texts.call_number}: <span class="callnumber">${recorded(detail.call_number)}</span></p></section>`;
  }
  return html`<section class="holdings" id="where"><h2>${texts.where}</h2>
<table><thead><tr><th scope="col">${texts.branch}</th><th scope="col">${texts.call_number}</th><th scope="col">${texts.status}</th></tr></thead>
<tbody>${copies.map(({ branch, callNumber, collection, status, count }, i) => {
    const isHere = branch.id === options.branch;
    const isRepeated = i > 0 && copies[i - 1].branch.id === branch.id;
    const name = translatedName(
      'availability',
      status,
      nameOfId('availability', status, catalog.library),
      names,
    );
    return html`<tr class="${isHere ? 'here' : ''}${isRepeated ? ' repeated' : ''}"><th scope="row">${isHere && ICONS.here}<span class="${isRepeated ? 'unseen' : 'branch'}">${recorded(branch.name)}</span>${isHere && !isRepeated && html` <span class="note">${texts.here}</span>`}</th>
<td><span class="callnumber">${callNumber !== undefined && recorded(callNumber)}</span>${collection !== undefined && html` <span class="note"><span class="unseen">${texts.collection}: </span>${recorded(collection)}</span>`}</td>
<td>${availabilityMark({ id: status, name })}${count > 1 && html` <span class="note">${language.count(texts.copies, count)}</span>`}</td></tr>`;
  })}</tbody></table></section>`;
}

function details({ visit, catalog, record, detail }: Shown): Html {
  const { texts, count } = visit.language;
  const t = texts.title;
  const library = catalog.library.id;
  const names = (entries: readonly { readonly name: string }[] | undefined) =>
    (entries ?? []).map(({ name }) => name);
  const plain = (values: readonly (string | undefined)[] | undefined) =>
    (values ?? []).flatMap((value) => (value ? [recorded(value)] : []));
  const people = (entries: readonly { readonly name: string }[] | undefined) =>
    names(entries).map(
      (name) => html`<a href="${byContributor(visit, library, name)}">${recorded(name)}</a>`,
    );
  const linked = (narrowing: Narrowing, values: readonly string[] | undefined) =>
    (values ?? [])
      .filter((value) => value !== '')
      .map(
        (value) =>
          html`<a href="${allWith(visit, library, narrowing, normalized(value, 'NFC'))}">${recorded(value)}</a>`,
      );
  const rows: readonly (readonly [string, readonly Content[]])[] = [
    [t.contributors, people(detail.additional_contributors)],
    [t.performers, people(detail.performers)],
    [t.responsibility, plain([detail.statement_of_responsibility])],
    [t.publishers, plain(names(detail.publishers))],
    [t.published, plain([detail.publication_date])],
    [t.edition, plain([detail.edition])],
    [
      t.languages,
      linked('language', names(detail.languages ?? [detail.primary_language ?? []].flat())),
    ],
    [
      t.extent,
      detail.physical_description === undefined && detail.pages !== undefined
        ? [count(texts.counts.pages, detail.pages)]
        : plain(detail.physical_description),
    ],
    [t.audience, linked('audience', names(detail.suitabilities))],
    [t.subjects, linked('subject', record.subjects)],
    [t.genres, linked('genre', record.genres)],
    [t.tags, linked('tag', record.tags)],
    [t.isbns, plain(detail.isbns)],
    [t.upcs, plain(detail.upcs)],
    [t.notes, plain(detail.notes)],
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

function readers({ visit, catalog }: Shown, entries: readonly UserContentEntry[]): Html {
  const { language } = visit;
  if (entries.length === 0) return NOTHING;
  return html`<section class="readers"><h2>${language.texts.content.heading}</h2><ul class="entries">${entries.map(
    ({ user, content }) =>
      html`<li class="entry"><h3><a href="${collectionPage(visit, user)}">${recorded(user.name)}</a></h3><p class="date">${language.date(content[0].updated)}</p>
${content.map((item) => contentItem(visit, item, catalog.library.id))}</li>`,
  )}</ul></section>`;
}
