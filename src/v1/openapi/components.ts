import type { JsonSchema } from '../../base/json-schema.js';
import * as envelope from '../schema/envelope.js';
import * as errors from '../schema/error.js';
import * as lists from '../schema/list.js';
import * as names from '../schema/name.js';
import * as sessions from '../schema/session.js';
import * as title from '../schema/title.js';
import * as titles from '../schema/titles.js';
import * as users from '../schema/user.js';
import * as content from '../schema/user-content.js';

/**
 * The schemas of all objects in responses, by name. The OpenAPI document lists them as components. The interfaces in
 * `schema/responses.ts` have the same names.
 */
export const NAMED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  TitlesResponse: titles.titlesResponseSchema,
  TitleResponse: titles.titleResponseSchema,
  UserContentResponse: content.userContentResponseSchema,
  ContentOfUserResponse: content.contentOfUserResponseSchema,
  ListResponse: lists.listResponseSchema,
  ListsResponse: lists.listsResponseSchema,
  SessionResponse: sessions.sessionResponseSchema,
  ErrorResponse: errors.errorResponseSchema,
  TitleSummary: title.titleSummarySchema,
  TitleDetail: title.titleDetailSchema,
  UserSummary: users.userSummarySchema,
  UserContentEntry: content.entrySchema,
  ContentOfUserEntry: content.entryOfUserSchema,
  ContentEntryItem: content.contentItemSchema,
  ListDetail: lists.listDetailSchema,
  ListSummary: lists.listSummarySchema,
  ListEntry: lists.listItemSchema,
  WebPage: lists.webPageSchema,
  HomeLibrary: lists.homeLibrarySchema,
  SessionUser: sessions.sessionUserSchema,
  JacketCover: title.jacketCoverSchema,
  SeriesEntry: title.seriesEntrySchema,
  Metadata: envelope.metadataSchema,
  SortBy: envelope.sortBySchema,
  NarrowBy: envelope.narrowBySchema,
  NarrowTo: envelope.narrowToSchema,
  ErrorDetail: errors.errorDetailSchema,
  IdAndName: names.idAndNameSchema,
  Name: names.nameSchema,
};

/** An object of the OpenAPI document, such as a schema or a response. */
export type ComponentSchema = { readonly [keyword: string]: unknown };

/** Returns the named schemas. A named schema inside another schema is replaced by a reference. */
export function componentSchemas(): Record<string, ComponentSchema> {
  return Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, withReferences(schema)]),
  );
}

/**
 * Returns the reference to a named schema.
 *
 * @throws Error if the schema has no name
 */
export function referenceTo(schema: JsonSchema): ComponentSchema {
  const name = nameOf(schema);
  if (name === undefined)
    throw new Error('component: expected a named schema, found another schema');
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns the name of a schema, or undefined. Schemas are compared by their `properties` object and
 * their `type`. A copy of a named schema with another description therefore has the same name. A copy
 * that also allows null has no name.
 */
function nameOf({ properties, type }: JsonSchema): string | undefined {
  if (properties === undefined) return undefined;
  return Object.keys(NAMED_SCHEMAS).find(
    (name) => NAMED_SCHEMAS[name].properties === properties && NAMED_SCHEMAS[name].type === type,
  );
}

function withReferences({ $id, ...schema }: JsonSchema): ComponentSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, shape]) => [field, nestedSchema(shape)]),
      ),
    }),
    ...(items && { items: nestedSchema(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: nestedSchema(additionalProperties),
    }),
  };
}

function nestedSchema(schema: JsonSchema): ComponentSchema {
  if (nameOf(schema) === undefined) return withReferences(schema);
  const { description } = schema;
  return { ...referenceTo(schema), ...(description && { description }) };
}
