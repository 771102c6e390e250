import { objectSchema } from '../../base/json-schema.js';
import type { UserLibrary } from './names.js';
import { homeLibrarySchema, textSchema, userIdSchema } from './shared-schemas.js';

/** The JSON schema of a user record (section 2.4 of the API specification). */
export const userSchema = objectSchema(['id', 'name'], {
  id: userIdSchema,
  name: textSchema,
  profile_url: { type: 'string', format: 'web-address' },
  library: homeLibrarySchema,
});

/** A user of the library. */
export interface User {
  /** The id of the user. `7` and `'7'` are the same id. */
  readonly id: string | number;
  /** Screen name. */
  readonly name: string;
  /** Address of the page of the user. Default: the page at `/collection/show/ID` under the `catalog_url` of the library. */
  readonly profile_url?: string;
  /** The home library of the user. */
  readonly library?: UserLibrary;
}
