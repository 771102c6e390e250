/** What a page needs to answer from a snapshot by itself. */
export { bytesInMemory } from '../../../src/snapshot/format/byte-source.js';
export { openSnapshot } from '../../../src/snapshot/format/open-snapshot.js';
export { listContentOfUser } from '../../../src/v1/content-of-user.js';
export { getList } from '../../../src/v1/list.js';
export { listListsOfUser } from '../../../src/v1/lists-of-user.js';
export { getSession } from '../../../src/v1/session.js';
export { suggest } from '../../../src/v1/suggest.js';
export { getTitle } from '../../../src/v1/title.js';
export { searchTitles } from '../../../src/v1/titles.js';
export { listUserContent } from '../../../src/v1/user-content.js';
