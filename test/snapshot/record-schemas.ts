import type { JsonSchema } from '../../src/base/json-schema.js';
import { librarySchema } from '../../src/catalog/records/library.js';
import { listSchema } from '../../src/catalog/records/list.js';
import { sessionSchema } from '../../src/catalog/records/session.js';
import { titleSchema } from '../../src/catalog/records/title-schema.js';
import { userSchema } from '../../src/catalog/records/user.js';
import { userContentSchema } from '../../src/catalog/records/user-content.js';

/** The schema of each kind of record in a source. */
export const RECORD_SCHEMAS = {
  library: librarySchema,
  titles: titleSchema,
  users: userSchema,
  userContent: userContentSchema,
  lists: listSchema,
  sessions: sessionSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;
