import type { FromSchema, JsonSchema } from './json-schema.js';
import { homeLibrarySchema, textSchema, userIdSchema } from './shared-schemas.js';

/** The JSON schema of a user record (section 2.4 of the API specification). */
export const userSchema = {
  type: 'object',
  properties: {
    id: userIdSchema,
    name: textSchema,
    profile_url: { type: 'string', format: 'web-address' },
    library: homeLibrarySchema,
  },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A user of the library. */
export type User = FromSchema<typeof userSchema>;
