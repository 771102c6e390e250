import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';

/** The JSON schema of the response of `GET /v1/titles` (section 4.1 of the API specification). */
export const titlesResponseSchema = {
  $id: 'TitlesResponse',
  type: 'object',
  description: 'The response of GET /v1/titles',
  properties: {
    ...pageFields,
    titles: { type: 'array', items: titleSummarySchema, description: 'The titles on this page' },
  },
  required: [...pageRequired, 'titles'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/titles/{id}` (section 4.2 of the API specification). */
export const titleResponseSchema = {
  $id: 'TitleResponse',
  type: 'object',
  description: 'The response of GET /v1/titles/{id}',
  properties: { title: { ...titleDetailSchema, description: 'The title' } },
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;
