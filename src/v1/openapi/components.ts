import type { JsonSchema } from '../../catalog/json-schema.js';
import { errorResponseSchema } from '../schema/error.js';
import {
  listDetailSchema,
  listItemSchema,
  listResponseSchema,
  listSummarySchema,
  listsResponseSchema,
} from '../schema/list.js';
import { metadataSchema } from '../schema/metadata.js';
import { codedName, named } from '../schema/named.js';
import { sessionResponseSchema } from '../schema/session.js';
import { titleDetailSchema, titleSummarySchema } from '../schema/title.js';
import { titleResponseSchema, titlesResponseSchema } from '../schema/titles.js';
import { userSummarySchema } from '../schema/user.js';
import {
  contentOfUserResponseSchema,
  contentSchema,
  entryOfUserSchema,
  entrySchema,
  userContentResponseSchema,
} from '../schema/user-content.js';

/** The shapes that have a name in the description of the API. */
const NAMED_SHAPES: Readonly<Record<string, JsonSchema>> = {
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
  ContentItem: contentSchema.items,
  ListDetail: listDetailSchema,
  ListSummary: listSummarySchema,
  ListItem: listItemSchema,
  Metadata: metadataSchema,
  IdAndName: codedName,
  Name: named,
};

/** A schema in which named shapes are references to components. */
export type ComponentSchema = { readonly [keyword: string]: unknown };

/** Every named shape, with references to the others in place of copies of them. */
export function componentSchemas(): Record<string, ComponentSchema> {
  return Object.fromEntries(
    Object.entries(NAMED_SHAPES).map(([name, schema]) => [name, withReferences(schema)]),
  );
}

/**
 * The reference to a named shape.
 *
 * @throws Error for a shape without a name
 */
export function referenceTo(schema: JsonSchema): ComponentSchema {
  const name = nameOf(schema);
  if (name === undefined) throw new Error('A shape has no name among the components.');
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * A shape that was copied to be described in its place has the properties of the original still,
 * the same object. One that may be null besides is not the original.
 */
function nameOf({ properties, type }: JsonSchema): string | undefined {
  if (properties === undefined) return undefined;
  return Object.keys(NAMED_SHAPES).find(
    (name) => NAMED_SHAPES[name].properties === properties && NAMED_SHAPES[name].type === type,
  );
}

function withReferences({ $id, ...schema }: JsonSchema): ComponentSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, shape]) => [field, placed(shape)]),
      ),
    }),
    ...(items && { items: placed(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: placed(additionalProperties),
    }),
  };
}

function placed(schema: JsonSchema): ComponentSchema {
  if (nameOf(schema) === undefined) return withReferences(schema);
  const { description } = schema;
  return { ...referenceTo(schema), ...(description && { description }) };
}
