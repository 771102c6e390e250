import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';

/** A user inside other resources (section 2.4). The id has the type that it has in the source. */
export const userSummarySchema = {
  type: 'object',
  properties: {
    id: { type: ['string', 'number'] },
    name: { type: 'string', description: 'Screen name' },
    profile_url: { type: 'string' },
  },
  required: ['id', 'name', 'profile_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A user inside other resources (section 2.4). */
export type UserSummary = FromSchema<typeof userSummarySchema>;
