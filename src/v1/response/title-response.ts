import type { Catalog, TitleSummaryFields } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { availabilityOf, type Title } from '../../catalog/records/title.js';
import { type ResponseContext, siteUrl } from '../context.js';
import type { TitleDetail, TitleSummary } from '../schema/responses.js';
import { omitEmpty } from './omit-empty.js';

/**
 * Creates the response object of a title in summary form (section 2.2 of the API specification).
 *
 * @param number the number of the title in the catalog
 */
export function titleSummary(
  catalog: Catalog,
  number: number,
  context: ResponseContext,
): TitleSummary {
  const { titles } = catalog;
  return summaryOf(catalog, titles.id(number), titles.summary(number), context);
}

function summaryOf(
  catalog: Catalog,
  id: string,
  title: TitleSummaryFields,
  context: ResponseContext,
): TitleSummary {
  const { details_url, authors, isbns, upcs } = title;
  const availability = availabilityOf(title);
  return omitEmpty({
    id,
    title: title.title,
    sub_title: title.sub_title,
    format: nameOf('format', title.format, catalog.library, context.names),
    details_url: details_url ?? `${siteUrl(catalog, context)}/item/show/${encodeURIComponent(id)}`,
    availability:
      availability && nameOf('availability', availability, catalog.library, context.names),
    authors,
    isbns: omitEmptyTexts(isbns),
    upcs: omitEmptyTexts(upcs),
  });
}

/** Creates the response object of a title in detail form (section 2.3 of the API specification). */
export function titleDetail(catalog: Catalog, title: Title, context: ResponseContext): TitleDetail {
  const summary = summaryOf(catalog, title.id, title, context);
  const cover = `/cover/${encodeURIComponent(title.format.id)}/${encodeURIComponent(title.id)}.svg`;
  // In Node 20, V8 creates a hidden class per property and call for a literal that begins with `...summary`.
  return omitEmpty({
    id: summary.id,
    title: summary.title,
    sub_title: summary.sub_title,
    format: summary.format,
    details_url: summary.details_url,
    authors: summary.authors,
    isbns: summary.isbns,
    upcs: summary.upcs,
    availability: summary.availability ?? null,
    jacket_cover: omitEmpty({
      url: title.jacket_cover?.url,
      default: title.jacket_cover?.default || `${siteUrl(catalog, context)}${cover}`,
    }),
    call_number: title.call_number,
    description: title.description,
    additional_contributors: title.additional_contributors,
    publishers: title.publishers,
    pages: title.pages,
    series: title.series?.map((series) => omitEmpty({ name: series.name, number: series.number })),
    edition: title.edition,
    primary_language: title.primary_language,
    languages: title.languages,
    contents: omitEmptyTexts(title.contents),
    performers: title.performers,
    suitabilities: title.suitabilities,
    notes: omitEmptyTexts(title.notes),
    statement_of_responsibility: title.statement_of_responsibility,
    physical_description: omitEmptyTexts(title.physical_description),
    publication_date: title.publication_date,
  });
}

function omitEmptyTexts(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts?.filter((text) => text !== '');
}
