import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';
import { pageFields, pageRequired } from './page.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';

/** The response of `GET /v1/titles` (section 4.1). */
export const titlesResponseSchema = {
  $id: 'TitlesResponse',
  type: 'object',
  properties: { ...pageFields, titles: { type: 'array', items: titleSummarySchema } },
  required: [...pageRequired, 'titles'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/titles/{id}` (section 4.2). */
export const titleResponseSchema = {
  $id: 'TitleResponse',
  type: 'object',
  properties: { title: titleDetailSchema },
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/titles` (section 4.1). */
export type TitlesResponse = FromSchema<typeof titlesResponseSchema>;

/** The response of `GET /v1/titles/{id}` (section 4.2). */
export type TitleResponse = FromSchema<typeof titleResponseSchema>;
