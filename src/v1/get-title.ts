/*
 * A title in each of its forms: in search results, in detail (`GET /v1/titles/{id}`), and as data of a program, with
 * holdings and without links. The fields and their types are in `schema/responses.ts`.
 */

import { checkNames } from '../base/check-options.js';
import { didYouMean } from '../base/edit-distance.js';
import { typeError } from '../base/messages.js';
import type { Catalog, TitleSummaryFields } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { branchName, collectionName, holdingStatusName } from '../catalog/names/holding-names.js';
import { nameOf } from '../catalog/names/known-names.js';
import type { Library } from '../catalog/records/library.js';
import {
  availabilityOf,
  type Holding,
  type HoldingsStatement,
  type Link,
  type RelatedTitle,
  type Title,
} from '../catalog/records/title.js';
import { type Locale, namesOf } from '../texts/locales.js';
import { type RequestContext, type ResponseContext, siteUrl, withLocale } from './context.js';
import { findLibrary, findTitle } from './find-record.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import { omitEmpty } from './response-parts.js';
import { type GetTitleParameters, PARAMETERS } from './schema/parameters.js';
import {
  type IdAndName,
  type TitleDetail,
  type TitleFields,
  type TitleResponse,
  type TitleSummary,
  titleFieldsSchema,
} from './schema/responses.js';

/**
 * Returns one title in detail: `GET /v1/titles/{id}` (section 4.2 of the API specification).
 *
 * @param catalogs the open catalogs, any of which may contain the title
 * @param params see {@link GetTitleParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if no catalog has the title
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example getTitle([catalog], '0000001101', {}, { baseUrl: 'http://localhost:8080' }).title.pages // 720
 */
export function getTitle(
  catalogs: readonly Catalog[],
  id: string,
  params: GetTitleParameters | ParameterPairs,
  context: RequestContext,
): TitleResponse {
  checkCatalogSet(catalogs);
  const { locale } = readParameters(params, PARAMETERS.getTitle);
  const { catalog, record } = findTitle(catalogs, id);
  return { title: titleDetail(catalog, record, withLocale(context, locale)) };
}

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

/** A holding of a {@link TitleData}, with names for display. */
export interface HoldingData extends Holding {
  /** Name of the branch, or its id if the library does not list the branch. */
  readonly branchName: string;
  /** Name of the status in the requested locale, such as `In use` for `UNAVAILABLE`, or the name in the library record. */
  readonly statusName: string;
  /** Name of the collection, or its text if the library does not list the collection. Absent without a collection. */
  readonly collectionName?: string | undefined;
}

/**
 * A title as plain data, without links that depend on where the API is served. Fields without a value are absent. The
 * fields that an API response also contains have the same values in both.
 */
export interface TitleData extends TitleFields {
  /** The library that has the title. */
  readonly library: IdAndName;
  /** Status across all holdings. Absent if it is not known. */
  readonly availability?: IdAndName | undefined;
  /** Address of the page of the title, if the record contains one. */
  readonly details_url?: string | undefined;
  /** Addresses of covers, if the record contains any. */
  readonly jacket_cover?: {
    readonly url?: string | undefined;
    readonly default?: string | undefined;
  };
  /** Subject headings. */
  readonly subjects?: readonly string[] | undefined;
  /** Genres. */
  readonly genres?: readonly string[] | undefined;
  /** Tags in the record. The tags of users are user content. */
  readonly tags?: readonly string[] | undefined;
  /** The holdings of the title, with their branches and statuses. */
  readonly holdings?: readonly HoldingData[] | undefined;
  /** Date on which the title was added, such as `2026-03-01`. */
  readonly added?: string | undefined;
  /** Popularity in the record, from 0. */
  readonly popularity?: number | undefined;
  /** Rating in the record, from 0 to 5. */
  readonly rating?: number | undefined;
  /** Whether the title is fiction. Absent if it is not known. */
  readonly fiction?: boolean | undefined;
  /** The title by which results are sorted, if the record contains one. */
  readonly sort_title?: string | undefined;
  /** Other titles under which the title is found. */
  readonly alternate_titles?: readonly string[] | undefined;
  /** Other names under which the authors are found. */
  readonly alternate_authors?: readonly string[] | undefined;
  /** Other names under which the series are found. */
  readonly alternate_series?: readonly string[] | undefined;
  /** Web pages and files: the title itself, a version of the title, or something related to the title. */
  readonly links?: readonly Link[] | undefined;
  /** Summaries of the volumes or issues that branches have. */
  readonly holdings_statements?: readonly HoldingsStatement[] | undefined;
  /** Works that the title contains or is related to. */
  readonly related?: readonly RelatedTitle[] | undefined;
  /** Data of your own in the record. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** Factor on the score of the title in every search. */
  readonly boost?: number | undefined;
}

/** The context of data without links. */
export const NO_LINKS: RequestContext = { baseUrl: '' };

/** A title with some of the fields of {@link TitleData}. */
export type TitleDataWith<Field extends keyof TitleData> = [keyof TitleData] extends [Field]
  ? TitleData
  : Pick<TitleData, Field>;

/** Options of {@link getTitles} and {@link iterateTitles}. */
export interface TitleDataOptions<Field extends keyof TitleData = keyof TitleData> {
  /**
   * The fields to return, such as `['id', 'title', 'authors']`. Only the parts of the records with these fields are read.
   * Default: all fields.
   */
  readonly fields?: readonly Field[] | undefined;
  /** The language of built-in names, such as Book for the format BK. Default: `en-CA`. */
  readonly locale?: Locale | undefined;
}

/** The fields of {@link TitleData} that are not in the records of the same names. */
const DERIVED_FIELDS = ['id', 'library', 'availability'] as const;

const RECORD_FIELDS = Object.keys({
  ...titleFieldsSchema.properties,
  details_url: true,
  jacket_cover: true,
  subjects: true,
  genres: true,
  tags: true,
  holdings: true,
  added: true,
  popularity: true,
  rating: true,
  fiction: true,
  sort_title: true,
  alternate_titles: true,
  alternate_authors: true,
  alternate_series: true,
  links: true,
  holdings_statements: true,
  related: true,
  extra: true,
  boost: true,
} satisfies Record<
  keyof typeof titleFieldsSchema.properties | Exclude<keyof TitleData, DerivedField>,
  unknown
>).filter((name) => name !== 'id') as RecordField[];

type DerivedField = (typeof DERIVED_FIELDS)[number];
type RecordField = Exclude<keyof TitleData, DerivedField>;

/** The names of all fields of {@link TitleData}. */
const DATA_FIELDS: readonly (keyof TitleData)[] = [...DERIVED_FIELDS, ...RECORD_FIELDS];

/**
 * Checks the names of fields that an option chooses.
 *
 * @param others the names of further fields that the option may choose. Default: none.
 * @throws TypeError for another value than an array of names of fields
 */
export function checkFields(fields: unknown, others: readonly string[] = []): void {
  if (fields === undefined) return;
  const known: readonly string[] = [...DATA_FIELDS, ...others];
  if (!Array.isArray(fields)) throw typeError('fields', 'an array of names of fields', fields);
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    const { message } = typeError(
      'fields',
      `names of fields, which are ${known.join(', ')}`,
      unknown,
    );
    throw new TypeError(message + didYouMean(String(unknown), known));
  }
}

/**
 * Returns the data of the title with this number in a catalog.
 *
 * @param fields the fields to read and return. Other names have no effect. Default: all fields.
 */
export function titleData(
  catalog: Catalog,
  number: number,
  context: ResponseContext,
  fields?: readonly string[],
): TitleData {
  const { titles } = catalog;
  if (fields === undefined) return dataOf(catalog, titles.get(number), context);
  const read = RECORD_FIELDS.filter((field) => fields.includes(field));
  const required = { id: titles.id(number), title: '', format: { id: '' } };
  const record: Title = Object.assign(required, titles.pick(number, read), {
    availability: fields.includes('availability')
      ? availabilityOf(titles.summary(number))
      : undefined,
  });
  return pickFields(dataOf(catalog, record, context), fields);
}

/** Returns an object with only some of its fields. Default: all fields. */
export function pickFields<T extends object>(object: T, fields?: readonly string[]): T {
  const entries = Object.entries(object).filter(([name]) => fields?.includes(name) ?? true);
  return Object.fromEntries(entries) as T;
}

function dataOf(catalog: Catalog, record: Title, context: ResponseContext): TitleData {
  const { library } = catalog;
  const { availability, ...fields } = titleDetail(catalog, record, context);
  return omitEmpty({
    ...fields,
    library: { id: library.id, name: library.name },
    availability: availability ?? undefined,
    details_url: record.details_url,
    jacket_cover: record.jacket_cover,
    subjects: record.subjects,
    genres: record.genres,
    tags: record.tags,
    holdings: record.holdings?.map((holding) => holdingData(holding, library, context)),
    added: record.added,
    popularity: record.popularity,
    rating: record.rating,
    fiction: record.fiction,
    sort_title: record.sort_title,
    alternate_titles: record.alternate_titles,
    alternate_authors: record.alternate_authors,
    alternate_series: record.alternate_series,
    links: record.links,
    holdings_statements: record.holdings_statements,
    related: record.related,
    extra: record.extra,
    boost: record.boost,
  });
}

function holdingData(holding: Holding, library: Library, { locale }: ResponseContext): HoldingData {
  const { branch, status, collection } = holding;
  return {
    ...holding,
    branchName: branchName(branch, library),
    statusName: holdingStatusName(status, library, namesOf(locale)),
    ...(collection && { collectionName: collectionName(collection, library) }),
  };
}

/**
 * Returns the titles with these ids as data, in the order of the ids. The element of an id that no catalog has is
 * undefined.
 *
 * @param catalogs the open catalogs, any of which may contain a title
 * @throws ApiError 400 for an unknown locale
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `ids` is not an array, `options` is not an object, or a field is unknown
 *
 * @example getTitles([catalog], ['0000001101', 'x']).map((title) => title?.title) // ['Moby-Dick', undefined]
 * @example getTitles([catalog], ['0000001101'], { fields: ['title', 'pages'] }) // [{ title: 'Moby-Dick', pages: 720 }]
 */
export function getTitles<const Field extends keyof TitleData = keyof TitleData>(
  catalogs: readonly Catalog[],
  ids: readonly string[],
  options: TitleDataOptions<Field> = {},
): (TitleDataWith<Field> | undefined)[] {
  checkCatalogSet(catalogs);
  if (!Array.isArray(ids)) throw typeError('ids', 'an array of ids', ids);
  const context = contextOf(options);
  return ids.map((id) => {
    for (const catalog of catalogs) {
      const number = catalog.titles.numberOf(id);
      if (number < 0) continue;
      return titleData(catalog, number, context, options.fields) as TitleDataWith<Field>;
    }
    return undefined;
  });
}

/**
 * Returns an iterator over all titles of a library as data, in the order of their ids. A title is decoded when the
 * iterator reaches it.
 *
 * @param catalogs the open catalogs. The iterator reads only the catalog of `library`
 * @throws ApiError 400 for an unknown locale, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `options` is not an object, or a field is unknown
 *
 * @example
 * const titles = iterateTitles([catalog], 'alderwick', { fields: ['id', 'title'] });
 * for (const { id, title } of titles) console.log(id, title);
 */
export function iterateTitles<const Field extends keyof TitleData = keyof TitleData>(
  catalogs: readonly Catalog[],
  library: string,
  options: TitleDataOptions<Field> = {},
): IterableIterator<TitleDataWith<Field>> {
  checkCatalogSet(catalogs);
  return titlesOf<Field>(findLibrary(catalogs, library), contextOf(options), options.fields);
}

function contextOf(options: TitleDataOptions): ResponseContext {
  checkNames('options', options, ['fields', 'locale']);
  checkFields(options.fields);
  const { locale } = readParameters(options, { locale: PARAMETERS.getTitle.locale });
  return withLocale(NO_LINKS, locale);
}

function* titlesOf<Field extends keyof TitleData>(
  catalog: Catalog,
  context: ResponseContext,
  fields: readonly Field[] | undefined,
): Generator<TitleDataWith<Field>, undefined> {
  for (let number = 0; number < catalog.titles.size; number++) {
    yield titleData(catalog, number, context, fields) as TitleDataWith<Field>;
  }
}
