import type { Catalog, Records } from '../../catalog/catalog.js';
import { wholeTitle } from '../format/title-records.js';
import { memoryFile, type Source } from '../source/source.js';

/**
 * Returns the records of an open catalog as a source, without its sessions and synonyms. A snapshot contains sessions
 * only as digests, and synonyms only together with those that are shipped with Carrel.
 */
export function catalogSource({
  source,
  library,
  titles,
  users,
  userContent,
  lists,
}: Catalog): Source {
  return {
    name: source,
    library: memoryFile('library', [library]),
    titles: memoryFile(
      'titles',
      decode({ size: titles.size, get: (number) => wholeTitle(titles, number) }),
    ),
    users: memoryFile('users', decode(users)),
    userContent: memoryFile('user_content', decode(userContent)),
    lists: memoryFile('lists', decode(lists)),
    sessions: memoryFile('sessions'),
  };
}

function* decode<T>({ size, get }: Pick<Records<T>, 'size' | 'get'>): Generator<T> {
  for (let number = 0; number < size; number++) yield get(number);
}
