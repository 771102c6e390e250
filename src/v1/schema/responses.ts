/*
 * The responses of the API: the JSON schema of every object, and its TypeScript type. The OpenAPI document, the
 * serializers and the types are derived from the schemas. The functions that create the objects are in the files of the
 * operations.
 *
 * The build writes the fields of each interface into the declarations of the package, with the descriptions of the
 * schema (`described-declarations.ts`), so that an editor shows them.
 */

import type { FromSchema } from '../../base/json-schema.js';
import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

function text(description: string) {
  return { type: 'string', description } as const;
}

function integer(description: string) {
  return { type: 'integer', description } as const;
}

function arrayOf<const S extends JsonSchema>(items: S, description: string) {
  return { type: 'array', items, description } as const;
}

function strings(description: string) {
  return arrayOf({ type: 'string' }, description);
}

/**
 * Returns the schema of an object without other properties.
 *
 * @param required the names of the properties that cannot be absent
 */
function object<
  const P extends Readonly<Record<string, JsonSchema>>,
  R extends keyof P & string = keyof P & string,
>(description: string, required: readonly R[] | 'all', properties: P) {
  const { type, ...rest } = objectSchema(required, properties);
  return { type, description, ...rest } as const;
}

/** Returns the schema of the response for a request, such as `GET /v1/titles`. All properties are required. */
function response<const P extends Readonly<Record<string, JsonSchema>>>(
  $id: string,
  request: string,
  properties: P,
) {
  return { $id, ...object(`The response of ${request}`, 'all', properties) } as const;
}

const idAndNameSchema = object('An id with its display name', 'all', {
  id: text('The id, such as BK'),
  name: text('The display name, such as Book'),
});

export interface IdAndName extends FromSchema<typeof idAndNameSchema> {}

const nameSchema = object(
  'A name, such as the name of an author, a publisher or a language',
  'all',
  { name: text('The name') },
);

export interface Name extends FromSchema<typeof nameSchema> {}

const titleSummaryFields = {
  id: text('The id of the title'),
  title: text('Main title'),
  sub_title: text('Subtitle'),
  format: { ...idAndNameSchema, description: 'Format, such as BK for a book' },
  details_url: text(
    'Address of the page of the title: that of the record, or else /item/show/ID under the catalog_url of the library or the address of the API',
  ),
  availability: { ...idAndNameSchema, description: 'Status across all copies and locations' },
  authors: arrayOf(nameSchema, 'Authors'),
  isbns: strings('ISBNs'),
  upcs: strings('Universal Product Codes'),
};

/** The JSON schema of a title in search results (section 2.2 of the API specification). */
const titleSummarySchema = object(
  'A title in search results and inside other resources',
  ['id', 'title', 'format', 'details_url'],
  titleSummaryFields,
);

export interface TitleSummary extends FromSchema<typeof titleSummarySchema> {}

const jacketCoverSchema = object('The cover of a title', ['default'], {
  url: text('Address of a cover from a third-party provider'),
  default: text('Address of the cover to show if url is missing or invalid'),
});

export interface JacketCover extends FromSchema<typeof jacketCoverSchema> {}

const seriesEntrySchema = object('A series that a title belongs to', ['name'], {
  name: text('Name of the series'),
  number: text('Position within the series'),
});

export interface SeriesEntry extends FromSchema<typeof seriesEntrySchema> {}

/** The JSON schema of a title in detail (section 2.3 of the API specification). */
const titleDetailSchema = object(
  'A title in detail',
  ['id', 'title', 'format', 'details_url', 'availability', 'jacket_cover'],
  {
    ...titleSummaryFields,
    availability: {
      ...idAndNameSchema,
      type: ['object', 'null'],
      description: 'Status across all copies and locations; null if it is not known',
    },
    jacket_cover: { ...jacketCoverSchema, description: 'Cover' },
    call_number: text('Call number; some copies may have a different one'),
    description: text('Summary of the contents'),
    additional_contributors: arrayOf(
      nameSchema,
      'Editors, translators, illustrators and other contributors',
    ),
    publishers: arrayOf(nameSchema, 'Publishers'),
    pages: integer('Number of pages'),
    series: arrayOf(seriesEntrySchema, 'The series that the title belongs to'),
    edition: text('Edition statement'),
    primary_language: { ...nameSchema, description: 'Main language' },
    languages: arrayOf(nameSchema, 'All languages'),
    contents: strings('Table of contents'),
    performers: arrayOf(nameSchema, 'Performers'),
    suitabilities: arrayOf(nameSchema, 'Audiences that the title is suitable for'),
    notes: strings('Notes'),
    statement_of_responsibility: text('Statement of responsibility, as on the title page'),
    physical_description: strings('Physical description, such as pages, size or playing time'),
    publication_date: text('Publication date, often a year'),
  },
);

export interface TitleDetail extends FromSchema<typeof titleDetailSchema> {}

const { details_url, availability, jacket_cover, ...titleFields } = titleDetailSchema.properties;

/** The fields of a title that `TitleData` has in common with the API. */
export const titleFieldsSchema = object(
  'The fields of a title that do not depend on the address of the API',
  ['id', 'title', 'format'],
  titleFields,
);

export interface TitleFields extends FromSchema<typeof titleFieldsSchema> {}

/** The JSON schema of a user inside other resources (section 2.4 of the API specification). */
const userSummarySchema = object('A user who wrote content or made a list', 'all', {
  id: {
    type: ['string', 'number'],
    description: 'The id, a string or a number as in the user record',
  },
  name: text('Screen name'),
  profile_url: text('Address of the page of the user'),
});

export interface UserSummary extends FromSchema<typeof userSummarySchema> {}

const sortBySchema = object('A sort order of the results', 'all', {
  id: text('Value of the sort parameter'),
  name: text('Display name of the sort order'),
  link: text('Link to the results in this order'),
});

export interface SortBy extends FromSchema<typeof sortBySchema> {}

const narrowToSchema = object('A value that the results can be narrowed to', 'all', {
  id: text('Value of the request parameter'),
  name: text('Display name of the value'),
  count: integer('Number of results that the link returns'),
  link: text('Link to the results with this value'),
});

export interface NarrowTo extends FromSchema<typeof narrowToSchema> {}

const narrowBySchema = object(
  'A request parameter that narrows the results, with its most frequent values',
  'all',
  {
    id: text('Name of the request parameter'),
    name: text('Display name of the narrowing'),
    narrow_tos: arrayOf(narrowToSchema, 'At most facet_limit values, the most frequent first'),
  },
);

export interface NarrowBy extends FromSchema<typeof narrowBySchema> {}

/** The JSON schema of the metadata object (section 2.1 of the API specification). */
const metadataSchema = object(
  'The sort orders and narrowings of the results, returned for metadata=1',
  'all',
  {
    sort_bys: arrayOf(sortBySchema, 'All sort orders'),
    narrow_bys: arrayOf(narrowBySchema, 'The narrowings that have values'),
  },
);

export interface Metadata extends FromSchema<typeof metadataSchema> {}

const PAGE_FIELDS = {
  count: integer('Total number of results'),
  limit: integer('Maximum number of results per page'),
  pages: integer('Total number of pages, at least 1'),
  page: integer('Number of this page, from 1'),
};

const pageMetadata = {
  ...metadataSchema,
  description: 'Sort orders and narrowings of the results; present only with metadata=1',
};

/** Returns the schema of a response with a page of results (section 2.1 of the API specification). */
function pageResponse<const P extends Readonly<Record<string, JsonSchema>>>(
  $id: string,
  request: string,
  results: P,
) {
  const properties = { ...PAGE_FIELDS, metadata: pageMetadata, ...results };
  const required = Object.keys({ ...PAGE_FIELDS, ...results }) as (keyof (typeof PAGE_FIELDS & P) &
    string)[];
  return { $id, ...object(`The response of ${request}`, required, properties) };
}

/** The JSON schema of the response of section 4.1 of the API specification. */
export const titlesResponseSchema = pageResponse('TitlesResponse', 'GET /v1/titles', {
  titles: arrayOf(titleSummarySchema, 'The titles on this page'),
});

export interface TitlesResponse extends FromSchema<typeof titlesResponseSchema> {}

/** The JSON schema of the response of section 4.2 of the API specification. */
export const titleResponseSchema = response('TitleResponse', 'GET /v1/titles/{id}', {
  title: { ...titleDetailSchema, description: 'The title' },
});

export interface TitleResponse extends FromSchema<typeof titleResponseSchema> {}

/** The JSON schema of an item (section 2.5 of the API specification). */
const contentItemSchema = object(
  'An item of user content: a comment, a rating, a tag and so on',
  'all',
  {
    content_type: { ...idAndNameSchema, description: 'Type of the item, such as comment' },
    content_data: {
      type: ['string', 'number', 'object'],
      additionalProperties: true,
      description:
        'The type depends on the content type: a string for a comment, a number for a rating, an object for a video',
    },
    updated: text('Date and time of the last update'),
    timestamp: text('The same value as updated'),
  },
);

export interface ContentEntryItem extends FromSchema<typeof contentItemSchema> {}

const entryFields = {
  title: { ...titleSummarySchema, description: 'The title that the content is about' },
  content: arrayOf(contentItemSchema, 'The items of the user about the title'),
};

/** The JSON schema of an entry without its user (section 2.5 of the API specification). */
const entryOfUserSchema = object(
  'The items of one user about one title, without the user',
  ['title'],
  entryFields,
);

export interface ContentOfUserEntry extends FromSchema<typeof entryOfUserSchema> {}

/** The JSON schema of an entry with its user (section 2.5 of the API specification). */
const entrySchema = object('The items of one user about one title, with the user', 'all', {
  user: { ...userSummarySchema, description: 'The user who wrote the content' },
  ...entryFields,
});

export interface UserContentEntry extends FromSchema<typeof entrySchema> {}

/** The JSON schema of the response of section 4.3 of the API specification. */
export const userContentResponseSchema = pageResponse(
  'UserContentResponse',
  'GET /v1/user_content',
  { user_content: arrayOf(entrySchema, 'The entries on this page') },
);

export interface UserContentResponse extends FromSchema<typeof userContentResponseSchema> {}

/** The JSON schema of the response of section 4.4 of the API specification. */
export const contentOfUserResponseSchema = pageResponse(
  'ContentOfUserResponse',
  'GET /v1/users/{id}/user_content',
  { user_content: arrayOf(entryOfUserSchema, 'The entries on this page') },
);

export interface ContentOfUserResponse extends FromSchema<typeof contentOfUserResponseSchema> {}

const listSummaryFields = {
  id: text('The id of the list'),
  name: text('Name of the list'),
  item_count: integer('Number of items on the list'),
  created: text('Date and time of creation'),
  updated: text('Date and time of the last update'),
  list_type: { ...idAndNameSchema, description: 'Type of the list' },
  user: { ...userSummarySchema, description: 'The user who made the list' },
};

/** The names of the {@link listSummaryFields} that are always present. */
const LIST_REQUIRED = ['id', 'name', 'item_count', 'created', 'updated', 'user'] as const;

const detailsUrl = text('Address of the page of the list');

const webPageSchema = object('A web page on a list', 'all', {
  title: text('Title of the web page'),
  url: text('Address of the web page'),
});

export interface WebPage extends FromSchema<typeof webPageSchema> {}

const homeLibrarySchema = object('The home library of a user', 'all', {
  id: { type: 'number', description: 'Number of the library' },
  code: text('Id of the library, as in the library parameter'),
});

export interface HomeLibrary extends FromSchema<typeof homeLibrarySchema> {}

/** The JSON schema of an item of a list (section 2.6 of the API specification). */
const listItemSchema = object('An item of a list: a title or a web page', ['list_item_type'], {
  list_item_type: {
    type: 'string',
    enum: ['title', 'url'],
    description: 'Which of the fields title and url is present',
  },
  annotation: text('Remark of the user who made the list'),
  title: { ...titleSummarySchema, description: 'The title, if list_item_type is title' },
  url: { ...webPageSchema, description: 'The web page, if list_item_type is url' },
});

export interface ListEntry extends FromSchema<typeof listItemSchema> {}

/** The JSON schema of a list with its items (section 2.6 of the API specification). */
const listDetailSchema = object(
  'A list with its items',
  [...LIST_REQUIRED, 'staff_list', 'details_url', 'list_items'],
  {
    ...listSummaryFields,
    library: { ...homeLibrarySchema, description: 'The home library of the user' },
    staff_list: { type: 'boolean', description: 'Whether a staff member made the list' },
    list_cover: text('Address of the cover image'),
    anchor_bib: {
      ...titleDetailSchema,
      description:
        'The title that the titles on the list resemble; present only if list_type.id is READ_A_LIKE',
    },
    details_url: detailsUrl,
    list_items: arrayOf(listItemSchema, 'Items, in the order of the list'),
  },
);

export interface ListDetail extends FromSchema<typeof listDetailSchema> {}

/** The JSON schema of a list without its items, in the lists of a user (section 2.6 of the API specification). */
const listSummarySchema = object('A list without its items', [...LIST_REQUIRED, 'details_url'], {
  ...listSummaryFields,
  details_url: detailsUrl,
});

export interface ListSummary extends FromSchema<typeof listSummarySchema> {}

/** The JSON schema of the response of section 4.5 of the API specification. */
export const listResponseSchema = response('ListResponse', 'GET /v1/lists/{id}', {
  list: { ...listDetailSchema, description: 'The list' },
});

export interface ListResponse extends FromSchema<typeof listResponseSchema> {}

/** The JSON schema of the response of section 4.6 of the API specification. */
export const listsResponseSchema = pageResponse('ListsResponse', 'GET /v1/users/{id}/lists', {
  lists: arrayOf(listSummarySchema, 'The lists on this page'),
});

export interface ListsResponse extends FromSchema<typeof listsResponseSchema> {}

/** The JSON schema of the user of a session (section 2.7 of the API specification). */
const sessionUserSchema = object('The user of a session', 'all', {
  id: text('The id of the user'),
  name: text('The screen name of the user'),
  borrowers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The borrower id by the sub-domain of the catalog; may be empty',
  },
});

export interface SessionUser extends FromSchema<typeof sessionUserSchema> {}

/** The JSON schema of the response of section 4.7 of the API specification. */
export const sessionResponseSchema = response('SessionResponse', 'GET /v1/sessions/{id}', {
  user: { ...sessionUserSchema, description: 'The user of the session' },
});

export interface SessionResponse extends FromSchema<typeof sessionResponseSchema> {}

/** The JSON schema of a value of a facet, which only functions for programs return. */
export const facetValueSchema = object('A value of a facet', 'all', {
  value: text('The value as a parameter, such as BK for the parameter title_format'),
  name: text('The display name, such as Book'),
  count: integer('Number of titles with this value, if it is the only chosen value of this facet'),
  isSelected: { type: 'boolean', description: 'Whether a parameter narrows the results to it' },
});

export interface FacetValue extends FromSchema<typeof facetValueSchema> {}

/** The JSON schema of the result of `facetValues`. */
export const facetValuesSchema = object('A page of the values of a facet', 'all', {
  count: integer('Total number of values with titles'),
  limit: integer('Maximum number of values per page'),
  pages: PAGE_FIELDS.pages,
  page: PAGE_FIELDS.page,
  facet: text('Name of the parameter, such as author'),
  name: text('Display name of the facet'),
  precedingCount: integer('Number of values with titles whose names are before the prefix'),
  values: arrayOf(facetValueSchema, 'The values on this page'),
});

export interface FacetValues extends FromSchema<typeof facetValuesSchema> {}

const errorDetailSchema = object('The problem with a request', 'all', {
  message: text('The problem, in English'),
  request: text('The path and query of the request as received'),
});

export interface ErrorDetail extends FromSchema<typeof errorDetailSchema> {}

/**
 * The JSON schema of the body of every API response with a status of 400 or above (section 7 of the API
 * specification).
 */
export const errorResponseSchema = {
  $id: 'ErrorResponse',
  ...object('The body of every API response with a status of 400 or above', 'all', {
    error: { ...errorDetailSchema, description: 'The problem' },
  }),
};

export interface ErrorResponse extends FromSchema<typeof errorResponseSchema> {}

/** The schemas of all objects in responses, by the name of their type. The OpenAPI document lists them as components. */
export const NAMED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  TitlesResponse: titlesResponseSchema,
  TitleResponse: titleResponseSchema,
  UserContentResponse: userContentResponseSchema,
  ContentOfUserResponse: contentOfUserResponseSchema,
  ListResponse: listResponseSchema,
  ListsResponse: listsResponseSchema,
  SessionResponse: sessionResponseSchema,
  ErrorResponse: errorResponseSchema,
  TitleSummary: titleSummarySchema,
  TitleDetail: titleDetailSchema,
  UserSummary: userSummarySchema,
  UserContentEntry: entrySchema,
  ContentOfUserEntry: entryOfUserSchema,
  ContentEntryItem: contentItemSchema,
  ListDetail: listDetailSchema,
  ListSummary: listSummarySchema,
  ListEntry: listItemSchema,
  WebPage: webPageSchema,
  HomeLibrary: homeLibrarySchema,
  SessionUser: sessionUserSchema,
  JacketCover: jacketCoverSchema,
  SeriesEntry: seriesEntrySchema,
  Metadata: metadataSchema,
  SortBy: sortBySchema,
  NarrowBy: narrowBySchema,
  NarrowTo: narrowToSchema,
  ErrorDetail: errorDetailSchema,
  IdAndName: idAndNameSchema,
  Name: nameSchema,
};
