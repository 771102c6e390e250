import { availabilityOf } from '../catalog/availability.js';
import type { Catalog } from '../catalog/catalog.js';
import { nameOf } from '../catalog/known-names.js';
import type { Title } from '../catalog/title.js';
import { type AnswerContext, siteOf } from './context.js';
import { present } from './present.js';
import type { TitleDetail, TitleSummary } from './schema/title.js';

/** A title as search results and other resources show it (section 2.2). */
export function titleSummary(catalog: Catalog, title: Title, context: AnswerContext): TitleSummary {
  const { id, details_url, authors, isbns, upcs } = title;
  const availability = availabilityOf(title);
  return present({
    id,
    title: title.title,
    sub_title: title.sub_title,
    format: nameOf('format', title.format, catalog.library, context.names),
    details_url: details_url ?? `${siteOf(catalog, context)}/item/show/${encodeURIComponent(id)}`,
    availability:
      availability && nameOf('availability', availability, catalog.library, context.names),
    authors,
    isbns: textsOf(isbns),
    upcs: textsOf(upcs),
  });
}

/** A title as it is shown by itself (section 2.3). */
export function titleDetail(catalog: Catalog, title: Title, context: AnswerContext): TitleDetail {
  const { availability = null, ...summary } = titleSummary(catalog, title, context);
  const cover = `/cover/${encodeURIComponent(title.format.id)}/${encodeURIComponent(title.id)}.svg`;
  return present({
    ...summary,
    availability,
    jacket_cover: present({
      url: title.jacket_cover?.url,
      default: title.jacket_cover?.default || `${siteOf(catalog, context)}${cover}`,
    }),
    call_number: title.call_number,
    description: title.description,
    additional_contributors: title.additional_contributors,
    publishers: title.publishers,
    pages: title.pages,
    series: title.series?.map((series) => present({ name: series.name, number: series.number })),
    edition: title.edition,
    primary_language: title.primary_language,
    languages: title.languages,
    contents: textsOf(title.contents),
    performers: title.performers,
    suitabilities: title.suitabilities,
    notes: textsOf(title.notes),
    statement_of_responsibility: title.statement_of_responsibility,
    physical_description: textsOf(title.physical_description),
    publication_date: title.publication_date,
  });
}

/** The texts of a list that say something. */
function textsOf(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts?.filter((text) => text !== '');
}
