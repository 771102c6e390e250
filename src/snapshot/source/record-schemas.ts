import type { JsonSchema } from '../../base/json-schema.js';
import { librarySchema } from '../../catalog/records/library.js';
import { listSchema } from '../../catalog/records/list.js';
import { sessionSchema } from '../../catalog/records/session.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import { userSchema } from '../../catalog/records/user.js';
import { userContentSchema } from '../../catalog/records/user-content.js';

/** The schema of each kind of record in a source. */
export const RECORD_SCHEMAS = {
  library: librarySchema,
  titles: titleSchema,
  users: userSchema,
  userContent: userContentSchema,
  lists: listSchema,
  sessions: sessionSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;
