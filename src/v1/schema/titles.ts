import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';

/** The JSON schema of the response of `GET /v1/titles` (section 4.1 of the API specification). */
export const titlesResponseSchema = {
  $id: 'TitlesResponse',
  type: 'object',
  properties: { ...pageFields, titles: { type: 'array', items: titleSummarySchema } },
  required: [...pageRequired, 'titles'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/titles/{id}` (section 4.2 of the API specification). */
export const titleResponseSchema = {
  $id: 'TitleResponse',
  type: 'object',
  properties: { title: titleDetailSchema },
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/titles` (section 4.1 of the API specification). */
export type TitlesResponse = FromSchema<typeof titlesResponseSchema>;

/** The response of `GET /v1/titles/{id}` (section 4.2 of the API specification). */
export type TitleResponse = FromSchema<typeof titleResponseSchema>;
