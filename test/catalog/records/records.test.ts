import { it } from 'vitest';
import type { FromSchema } from '../../../src/base/json-schema.js';
import type { Library, librarySchema } from '../../../src/catalog/records/library.js';
import type { Title } from '../../../src/catalog/records/title.js';
import type { titleSchema } from '../../../src/catalog/records/title-schema.js';
import type {
  List,
  listSchema,
  SessionRecord,
  sessionSchema,
  User,
  UserContent,
  userContentSchema,
  userSchema,
} from '../../../src/catalog/records/user-records.js';
import type { ColumnMap, columnMapSchema } from '../../../src/import/csv/column-fields.js';
import type {
  HoldingsProfile,
  holdingsProfileSchema,
} from '../../../src/import/holdings/holdings-profile.js';
import type { HarvestState } from '../../../src/import/oai/harvest-state.js';
import type { harvestStateSchema } from '../../../src/import/settings-files.js';

/** Compiles only if values of the first type can be assigned to the second type, and the fields have the same names. */
function isAssignable<A extends B, B>(..._sameKeys: keyof B extends keyof A ? [] : [never]): void {}

it('Interfaces of records accept the values of their schemas, and no others', () => {
  isAssignable<Library, FromSchema<typeof librarySchema>>();
  isAssignable<FromSchema<typeof librarySchema>, Library>();
  isAssignable<Title, FromSchema<typeof titleSchema>>();
  isAssignable<FromSchema<typeof titleSchema>, Title>();
  isAssignable<User, FromSchema<typeof userSchema>>();
  isAssignable<FromSchema<typeof userSchema>, User>();
  isAssignable<UserContent, FromSchema<typeof userContentSchema>>();
  isAssignable<FromSchema<typeof userContentSchema>, UserContent>();
  isAssignable<List, FromSchema<typeof listSchema>>();
  isAssignable<FromSchema<typeof listSchema>, List>();
  isAssignable<SessionRecord, FromSchema<typeof sessionSchema>>();
  isAssignable<FromSchema<typeof sessionSchema>, SessionRecord>();
  isAssignable<ColumnMap, FromSchema<typeof columnMapSchema>>();
  isAssignable<HoldingsProfile, FromSchema<typeof holdingsProfileSchema>>();
  isAssignable<FromSchema<typeof holdingsProfileSchema>, HoldingsProfile>();
  isAssignable<HarvestState, FromSchema<typeof harvestStateSchema>>();
  isAssignable<FromSchema<typeof harvestStateSchema>, HarvestState>();
});
