import { checkIsObject } from '../../base/check-options.js';
import { typeError } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import { checkCatalogSet } from '../../catalog/catalog-set.js';
import {
  branchName,
  collectionName,
  holdingStatusName,
} from '../../catalog/names/holding-names.js';
import type { Library } from '../../catalog/records/library.js';
import type {
  Holding,
  HoldingsStatement,
  Link,
  RelatedTitle,
} from '../../catalog/records/title.js';
import { type Locale, namesOf } from '../../texts/locales.js';
import { type RequestContext, type ResponseContext, withLocale } from '../context.js';
import { findLibrary } from '../find-record.js';
import { readParameters } from '../parameters.js';
import { omitEmpty } from '../response/omit-empty.js';
import { titleDetail } from '../response/title-response.js';
import { PARAMETERS } from '../schema/parameters.js';
import type { IdAndName, TitleFields } from '../schema/responses.js';

/** A holding of a {@link TitleData}, with names for display. */
export interface HoldingData extends Holding {
  /** Name of the branch, or its id if the library does not list the branch. */
  readonly branchName: string;
  /** Name of the status in the requested locale, such as `In use` for `UNAVAILABLE`, or the name in the library record. */
  readonly statusName: string;
  /** Name of the collection, or its text if the library does not list the collection. Absent without a collection. */
  readonly collectionName?: string;
}

/**
 * A title as plain data, without links that depend on where the API is served. Fields without a value are absent. The
 * fields that an API response also contains have the same values in both.
 */
export interface TitleData extends TitleFields {
  /** The library that has the title. */
  readonly library: IdAndName;
  /** Status across all copies and locations. Absent if it is not known. */
  readonly availability?: IdAndName;
  /** Address of the page of the title, if the record contains one. */
  readonly details_url?: string;
  /** Addresses of covers, if the record contains any. */
  readonly jacket_cover?: { readonly url?: string; readonly default?: string };
  /** Subject headings. */
  readonly subjects?: readonly string[];
  /** Genres. */
  readonly genres?: readonly string[];
  /** Tags in the record. The tags of users are user content. */
  readonly tags?: readonly string[];
  /** The copies of the title, with their branches and statuses. */
  readonly holdings?: readonly HoldingData[];
  /** Date on which the title was added, such as `2026-03-01`. */
  readonly added?: string;
  /** Popularity in the record, from 0. */
  readonly popularity?: number;
  /** Rating in the record, from 0 to 5. */
  readonly rating?: number;
  /** Whether the title is fiction. Absent if it is not known. */
  readonly fiction?: boolean;
  /** The title by which results are sorted, if the record contains one. */
  readonly sort_title?: string;
  /** Other titles under which the title is found. */
  readonly alternate_titles?: readonly string[];
  /** Other names under which the authors are found. */
  readonly alternate_authors?: readonly string[];
  /** Web pages and files: the title itself, a version of the title, or something related to the title. */
  readonly links?: readonly Link[];
  /** Summaries of the volumes or issues that branches have. */
  readonly holdings_statements?: readonly HoldingsStatement[];
  /** Works that the title contains or is related to. */
  readonly related?: readonly RelatedTitle[];
  /** Data of your own in the record. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Factor on the score of the title in every search. */
  readonly boost?: number;
}

/** The context of data without links. */
export const NO_LINKS: RequestContext = { baseUrl: '' };

/** Options of {@link getTitles} and {@link iterateTitles}. */
export interface TitleDataOptions {
  /** The language of built-in names, such as Book for the format BK. Default: `en-CA`. */
  readonly locale?: Locale | undefined;
}

/** Returns the data of the title with this number in a catalog. */
export function titleData(catalog: Catalog, number: number, context: ResponseContext): TitleData {
  const record = catalog.titles.get(number);
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
 * @throws TypeError if `ids` is not an array, or `options` is not an object
 *
 * @example getTitles([catalog], ['0000001101', 'x']).map((title) => title?.title) // ['Moby-Dick', undefined]
 */
export function getTitles(
  catalogs: readonly Catalog[],
  ids: readonly string[],
  options: TitleDataOptions = {},
): (TitleData | undefined)[] {
  checkCatalogSet(catalogs);
  if (!Array.isArray(ids)) throw typeError('ids', 'an array of ids', ids);
  const context = contextOf(options);
  return ids.map((id) => {
    for (const catalog of catalogs) {
      const number = catalog.titles.numberOf(id);
      if (number >= 0) return titleData(catalog, number, context);
    }
    return undefined;
  });
}

/**
 * Returns an iterator over all titles of a library as data, in the order of their ids. A title is decoded when the
 * iterator reaches it.
 *
 * @param catalogs the open catalogs. The iterator reads only the catalog of `library`
 * @param library the id of the library
 * @throws ApiError 400 for an unknown locale, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `options` is not an object
 *
 * @example for (const { id, title } of iterateTitles([catalog], 'alderwick')) console.log(id, title);
 */
export function iterateTitles(
  catalogs: readonly Catalog[],
  library: string,
  options: TitleDataOptions = {},
): IterableIterator<TitleData> {
  checkCatalogSet(catalogs);
  return titlesOf(findLibrary(catalogs, library), contextOf(options));
}

function contextOf(options: TitleDataOptions): ResponseContext {
  checkIsObject('options', options);
  const { locale } = readParameters(options, { locale: PARAMETERS.getTitle.locale });
  return withLocale(NO_LINKS, locale);
}

function* titlesOf(catalog: Catalog, context: ResponseContext): Generator<TitleData, undefined> {
  for (let number = 0; number < catalog.titles.size; number++) {
    yield titleData(catalog, number, context);
  }
}
