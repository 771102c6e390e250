import type { JsonSchema } from '../../catalog/records/json-schema.js';
import {
  metadataSchema,
  narrowBySchema,
  narrowToSchema,
  sortBySchema,
} from '../schema/envelope.js';
import { errorDetailSchema, errorResponseSchema } from '../schema/error.js';
import {
  homeLibrarySchema,
  listDetailSchema,
  listItemSchema,
  listResponseSchema,
  listSummarySchema,
  listsResponseSchema,
  webPageSchema,
} from '../schema/list.js';
import { idAndNameSchema, nameSchema } from '../schema/name.js';
import { sessionResponseSchema, sessionUserSchema } from '../schema/session.js';
import {
  jacketCoverSchema,
  seriesEntrySchema,
  titleDetailSchema,
  titleSummarySchema,
} from '../schema/title.js';
import { titleResponseSchema, titlesResponseSchema } from '../schema/titles.js';
import { userSummarySchema } from '../schema/user.js';
import {
  contentItemSchema,
  contentOfUserResponseSchema,
  entryOfUserSchema,
  entrySchema,
  userContentResponseSchema,
} from '../schema/user-content.js';

/**
 * The schemas of all objects in responses, by name. The OpenAPI document lists them as components. The interfaces in
 * `schema/responses.ts` have the same names.
 */
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
