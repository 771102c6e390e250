import fastJson from 'fast-json-stringify';
import type { JsonSchema } from '../catalog/json-schema.js';
import { errorResponseSchema } from '../v1/schema/error.js';
import { listResponseSchema, listsResponseSchema } from '../v1/schema/list.js';
import { sessionResponseSchema } from '../v1/schema/session.js';
import { titleResponseSchema, titlesResponseSchema } from '../v1/schema/titles.js';
import {
  contentOfUserResponseSchema,
  userContentResponseSchema,
} from '../v1/schema/user-content.js';

/** Writes a response body as JSON, its fields in the order of the schema. */
export type Serializer = (body: unknown) => string;

/** A serializer for each response, compiled from its schema. */
export const serializers = {
  titles: compile(titlesResponseSchema),
  title: compile(titleResponseSchema),
  userContent: compile(userContentResponseSchema),
  contentOfUser: compile(contentOfUserResponseSchema),
  list: compile(listResponseSchema),
  listsOfUser: compile(listsResponseSchema),
  session: compile(sessionResponseSchema),
  error: compile(errorResponseSchema),
} as const;

function compile(schema: JsonSchema): Serializer {
  return fastJson(schema as unknown as Parameters<typeof fastJson>[0]);
}
