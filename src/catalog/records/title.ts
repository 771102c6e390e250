/*
 * The record of a title in TypeScript, and the rules for its availability. `title-schema.ts` has the same fields as a
 * JSON schema. The form of a title in responses is in `v1/schema/responses.ts`.
 */

import type { AvailabilityId, FormatId } from '../names/known-names.js';
import type { Code, Name } from './names.js';

/** The record of a title in a catalog. Only `id`, `title` and `format` are required. */
export interface Title {
  /** The id of the title, unique among all catalogs that are open together. */
  readonly id: string;
  /** Main title. */
  readonly title: string;
  /** Subtitle. */
  readonly sub_title?: string | undefined;
  /** Format, such as `{ id: 'BK' }` for a book. Formats without a built-in name need a `name` here or in the library. */
  readonly format: Code<FormatId>;
  /**
   * Address of the page of the title, if the page is not at `/item/show/ID` under the `catalog_url` of the library.
   * Default: in responses of the API, this address.
   */
  readonly details_url?: string | undefined;
  /**
   * Status across all holdings. Default: AVAILABLE for a title that is online, otherwise the best status in `holdings`.
   */
  readonly availability?: Code<AvailabilityId> | null | undefined;
  /** Authors, such as `{ name: 'Melville, Herman' }`. */
  readonly authors?: readonly Name[] | undefined;
  /** ISBNs, with or without hyphens. */
  readonly isbns?: readonly string[] | undefined;
  /** Universal Product Codes. */
  readonly upcs?: readonly string[] | undefined;
  /** Addresses of the cover. Default: a cover with the title and the authors is generated. */
  readonly jacket_cover?: Cover | undefined;
  /** Call number of the title. A holding can have another call number. */
  readonly call_number?: string | undefined;
  /** Summary of the contents. */
  readonly description?: string | undefined;
  /** Editors, translators, illustrators and other contributors. */
  readonly additional_contributors?: readonly Name[] | undefined;
  /** Publishers. */
  readonly publishers?: readonly Name[] | undefined;
  /** Number of pages, a whole number from 0. */
  readonly pages?: number | undefined;
  /** The series that the title belongs to. */
  readonly series?: readonly Series[] | undefined;
  /** Edition statement, such as `2nd ed.`. */
  readonly edition?: string | undefined;
  /** Main language, by its name, such as `{ name: 'English' }`. */
  readonly primary_language?: Name | undefined;
  /** All languages, by their names. */
  readonly languages?: readonly Name[] | undefined;
  /** Table of contents, one string per part. */
  readonly contents?: readonly string[] | undefined;
  /** Performers. */
  readonly performers?: readonly Name[] | undefined;
  /** Audiences that the title is suitable for, such as `{ name: 'Juvenile' }`. */
  readonly suitabilities?: readonly Name[] | undefined;
  /** Notes. */
  readonly notes?: readonly string[] | undefined;
  /** Statement of responsibility, as on the title page. */
  readonly statement_of_responsibility?: string | undefined;
  /** Physical description, such as pages, size or playing time. */
  readonly physical_description?: readonly string[] | undefined;
  /** Publication date, often a year. Results are sorted by its first year, and can be narrowed to decades. */
  readonly publication_date?: string | undefined;
  /** Subject headings. They are searched, and results can be narrowed to them. */
  readonly subjects?: readonly string[] | undefined;
  /** Headings under which the title is found, and which are not shown, such as those of another language. */
  readonly subjects_searched?: readonly string[] | undefined;
  /** Topics: the parts of subjects that are not places, periods or people. Results can be narrowed to them. */
  readonly topics?: readonly string[] | undefined;
  /** Places that the title is about. Results can be narrowed to them, and `region:` searches them. */
  readonly places?: readonly string[] | undefined;
  /** Periods that the title is about. Results can be narrowed to them, and `period:` searches them. */
  readonly periods?: readonly string[] | undefined;
  /** People that the title is about. Results can be narrowed to them. */
  readonly people?: readonly string[] | undefined;
  /** Genres, such as `Sea stories`. They are searched, and results can be narrowed to them. */
  readonly genres?: readonly string[] | undefined;
  /** Tags. Results can be narrowed to these tags, and to the tags in the user content about the title. */
  readonly tags?: readonly string[] | undefined;
  /** The holdings of the title, with their branches and statuses. */
  readonly holdings?: readonly Holding[] | undefined;
  /** Date on which the title was added, such as `2026-03-01`. Sorting by `newly_acquired` uses it. */
  readonly added?: string | undefined;
  /** Popularity, a number from 0, such as a number of loans. The highest popularity doubles a score. */
  readonly popularity?: number | undefined;
  /** Rating from 0 to 5. Default: the mean of the ratings of users. */
  readonly rating?: number | undefined;
  /** Whether the title is fiction. Default: not known. */
  readonly fiction?: boolean | undefined;
  /** The title by which results are sorted. Default: `title` without a leading article. */
  readonly sort_title?: string | undefined;
  /** Other titles under which the title is found, such as a title in another script. */
  readonly alternate_titles?: readonly string[] | undefined;
  /** Other names under which the authors are found. */
  readonly alternate_authors?: readonly string[] | undefined;
  /** Other names under which the series are found, such as a name as printed on the title. */
  readonly alternate_series?: readonly string[] | undefined;
  /** Places of publication, such as `London`. */
  readonly publication_places?: readonly string[] | undefined;
  /** Web pages and files: the title itself, a version of the title, or something related to the title. */
  readonly links?: readonly Link[] | undefined;
  /** Summaries of the volumes or issues that branches have. */
  readonly holdings_statements?: readonly HoldingsStatement[] | undefined;
  /** Works that the title contains or is related to. */
  readonly related?: readonly RelatedTitle[] | undefined;
  /** Numbers of the title other than ISBNs and UPCs, found with and without hyphens. */
  readonly identifiers?: readonly Identifier[] | undefined;
  /**
   * Data of your own, any JSON up to 32 levels deep. The `extra_fields` of the library declare which data are searched.
   */
  readonly extra?: { readonly [key: string]: unknown } | undefined;
  /**
   * Factor on the score of the title in every search, from 0.1 to 10. Default: 1. The factor is part of the record, because
   * a search skips titles by upper bounds of their scores, which include the factor. Scores cannot be replaced at query
   * time, except by boosts of fields.
   */
  readonly boost?: number | undefined;
  /** The MARC record that the title was imported from. Pages show it to staff. */
  readonly marc?: KeptMarcRecord | undefined;
}

/** The MARC record that a title was imported from. */
export interface KeptMarcRecord {
  /** The leader, 24 characters. */
  readonly leader: string;
  /** The fields, in the order of the record. */
  readonly fields: readonly KeptMarcField[];
}

/** A field of a MARC record: a control field with a value, or a data field with subfields. */
export interface KeptMarcField {
  /** The tag, such as `245`. */
  readonly tag: string;
  /** The value of a control field. */
  readonly value?: string | undefined;
  /** First indicator of a data field. Default: a space. */
  readonly indicator1?: string | undefined;
  /** Second indicator of a data field. Default: a space. */
  readonly indicator2?: string | undefined;
  /** The subfields of a data field. */
  readonly subfields?: readonly KeptMarcSubfield[] | undefined;
}

/** A subfield of a MARC record. */
export interface KeptMarcSubfield {
  /** The code, such as `a`. */
  readonly code: string;
  /** The text. */
  readonly value: string;
}

/** Addresses of the cover of a title. */
export interface Cover {
  /** Address of a cover from a third-party provider. */
  readonly url?: string | undefined;
  /** Address of the cover to show if `url` is missing or invalid. Default: a generated cover. */
  readonly default?: string | undefined;
}

/** A series that a title belongs to. */
export interface Series {
  /** Name of the series. */
  readonly name: string;
  /** Position within the series, such as `3` or `v. 3`. */
  readonly number?: string | undefined;
}

/** A holding: one copy or a set of copies of a title at one branch. */
export interface Holding {
  /** Id of the branch. `branches` of the library contains its name. */
  readonly branch: string;
  /** AVAILABLE, LIBRARY_USE_ONLY, UNAVAILABLE, ON_ORDER or LOST. Any other status counts as UNAVAILABLE. */
  readonly status: AvailabilityId;
  /** Call number at the branch. */
  readonly call_number?: string | undefined;
  /** Collection or shelf at the branch, an id in `collections` of the library or a name. */
  readonly collection?: string | undefined;
  /** Volume or issue, such as `v.2`. */
  readonly volume?: string | undefined;
  /** Barcode, under which the title is found. */
  readonly barcode?: string | undefined;
}

/** A link to a web page or file. */
export interface Link {
  /** Address that begins with `http://` or `https://`. */
  readonly url: string;
  /**
   * What the address leads to: `resource` for the title itself, `version` for another version of the title, such as a
   * scan of a printed book, `related` for something about the title, such as its table of contents.
   */
  readonly kind: 'resource' | 'version' | 'related';
  /** Text of the link. */
  readonly text?: string | undefined;
  /** Note about the link, such as who may use it. */
  readonly note?: string | undefined;
  /** The part of the title that the address leads to, such as `v. 2`. */
  readonly part?: string | undefined;
}

/** A summary of the volumes or issues that a branch has. */
export interface HoldingsStatement {
  /** Id of the branch. Default: all branches. */
  readonly branch?: string | undefined;
  /** The volumes or issues, such as `v.1(1990)-v.12(2001)`. */
  readonly text: string;
  /** Note about the volumes or issues. */
  readonly note?: string | undefined;
}

/** Another work that the title contains or is related to. */
export interface RelatedTitle {
  /** `contains`, `related`, or other words, such as `Sequel to`. */
  readonly relation: string;
  /** Title of the other work. */
  readonly title: string;
  /** Id of the title of the other work in the same catalog. Pages link to it. */
  readonly id?: string | undefined;
}

/** A number of a title other than an ISBN or UPC. */
export interface Identifier {
  /** Kind of the number. */
  readonly type: 'issn' | 'lccn' | 'oclc' | 'other';
  /** The number, with or without hyphens. */
  readonly value: string;
}

/** The formats of titles that readers use on the web. A dataset may also be on a disc, and an article on paper. */
const ONLINE_FORMATS: ReadonlySet<string> = new Set([
  'EBOOK',
  'EAUDIOBOOK',
  'MUSIC_ONLINE',
  'VIDEO_ONLINE',
  'MAG_ONLINE',
  'WEBSITE',
  'DATASET',
  'ARTICLE',
]);

/** The fields of a title that its availability depends on. */
export interface AvailabilityFields extends Pick<Title, 'availability' | 'format'> {
  readonly holdings?: readonly Pick<Holding, 'status'>[] | undefined;
  readonly links?: readonly Pick<Link, 'kind'>[] | undefined;
}

/** Returns whether a title is in an online format and has a link of the kind `resource`. */
export function isOnline({ format, links }: Pick<AvailabilityFields, 'format' | 'links'>): boolean {
  return ONLINE_FORMATS.has(format.id) && links?.some(({ kind }) => kind === 'resource') === true;
}

/** Returns whether a title is only online: it is in an online format, has an address and has no holdings. */
export function isOnlyOnline(
  title: Pick<Title, 'format' | 'links' | 'holdings' | 'details_url'>,
): boolean {
  if (isOnShelf(title)) return false;
  return isOnline(title) || title.details_url !== undefined;
}

/** Returns whether a title can be on a shelf: it has holdings, or it is not in an online format. */
export function isOnShelf({ format, holdings = [] }: Pick<Title, 'format' | 'holdings'>): boolean {
  return holdings.length > 0 || !ONLINE_FORMATS.has(format.id);
}

/**
 * The statuses of a holding, from the best for a reader to the worst. The availability of a title is
 * the best status of its holdings, unless the record of the title has an `availability` or the title is online. A title
 * whose holdings are all lost has no availability.
 */
export const HOLDING_STATUSES = [
  'AVAILABLE',
  'LIBRARY_USE_ONLY',
  'UNAVAILABLE',
  'ON_ORDER',
  'LOST',
] as const;

/**
 * Returns the availability in the record of a title, or else AVAILABLE for a title that {@link isOnline}, or else the
 * best status of its holdings. Returns undefined for a title that has none of these.
 */
export function availabilityOf(
  title: AvailabilityFields,
): { id: string; name?: string | undefined } | undefined {
  if (title.availability) return title.availability;
  if (isOnline(title)) return { id: 'AVAILABLE' };
  const best = HOLDING_STATUSES.find((status) =>
    title.holdings?.some((holding) => holding.status === status),
  );
  return best === undefined || best === 'LOST' ? undefined : { id: best };
}
