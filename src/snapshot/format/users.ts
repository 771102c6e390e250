import { compareCodePoints } from '../../base/collation.js';
import { schemaCheck } from '../../base/json-schema.js';
import { NO_HOME_LIBRARY, type Users } from '../../catalog/catalog.js';
import { type User, userSchema } from '../../catalog/records/user.js';
import { getParallel, type Sections, type SectionWriter } from './container/sections.js';
import { addRecords, addStrings, openRecords, openStrings } from './records.js';

/**
 * Writes users, and the codes of their home libraries.
 *
 * @param users the users, in the code point order of their ids
 */
export function addUsers(sections: SectionWriter, users: readonly User[]): void {
  const codes = new Set(users.flatMap((user) => user.library?.code ?? []));
  const sorted = [...codes].sort(compareCodePoints);
  const numbers = new Map(sorted.map((code, number) => [code, number]));
  addRecords(
    sections,
    'users',
    users.map((user) => String(user.id)),
    users,
  );
  addStrings(sections, 'users.home_library_code', sorted);
  sections.set(
    'users.home_library',
    Uint32Array.from(users, (user) => numbers.get(user.library?.code ?? '') ?? NO_HOME_LIBRARY),
  );
}

/**
 * Returns the number of each user by id.
 *
 * @param users the users, in the code point order of their ids
 */
export function numberUsers(users: readonly User[]): ReadonlyMap<string, number> {
  return new Map(users.map(({ id }, number) => [String(id), number]));
}

const isUser = schemaCheck(userSchema);

/** Opens the users that {@link addUsers} wrote. */
export function openUsers(sections: Sections): Users {
  const codes = openStrings(sections, 'users.home_library_code');
  const { size, id, numberOf, get } = openRecords<User>(sections, 'users', isUser);
  return {
    size,
    id,
    numberOf,
    get,
    homeLibraryCodes: Array.from({ length: codes.size }, (_, number) => codes.get(number)),
    homeLibraries: getParallel(sections, 'users.home_library', Uint32Array, size),
  };
}
