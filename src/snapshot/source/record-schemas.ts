import { type JsonSchema, objectSchema } from '../../base/json-schema.js';
import { librarySchema } from '../../catalog/records/library.js';
import { listSchema } from '../../catalog/records/list.js';
import { sessionSchema } from '../../catalog/records/session.js';
import { dateTimeSchema, textSchema, userIdSchema } from '../../catalog/records/shared-schemas.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import { userSchema } from '../../catalog/records/user.js';
import { userContentSchema } from '../../catalog/records/user-content.js';
import type { ChangedKind } from '../changes/change.js';

/** The schema of each kind of record in a source. */
export const RECORD_SCHEMAS = {
  library: librarySchema,
  titles: titleSchema,
  users: userSchema,
  userContent: userContentSchema,
  lists: listSchema,
  sessions: sessionSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

const deleteById = changeSchema({ id: userIdSchema });

/** The schema of each change, by its operation and kind. */
export const CHANGE_SCHEMAS = {
  holdings: changeSchema({ title: textSchema, holdings: titleSchema.properties.holdings }),
  put_titles: changeSchema({ record: titleSchema }),
  put_users: changeSchema({ record: userSchema }),
  put_user_content: changeSchema({ record: userContentSchema }),
  put_lists: changeSchema({ record: listSchema }),
  put_sessions: changeSchema({ record: sessionSchema }),
  delete_titles: deleteById,
  delete_users: deleteById,
  delete_user_content: changeSchema({ user: userIdSchema, title: textSchema }),
  delete_lists: deleteById,
  delete_sessions: changeSchema({ id: { ...textSchema, writeOnly: true } }),
} as const satisfies Readonly<
  Record<'holdings' | `${'put' | 'delete'}_${ChangedKind}`, JsonSchema>
>;

/** Returns the schema of a change of a kind with the additional fields, all of which are required. */
function changeSchema(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectSchema<typeof fields, string>(Object.keys(fields), {
    op: { type: 'string' },
    kind: { type: 'string' },
    library: textSchema,
    at: dateTimeSchema,
    ...fields,
  });
}
