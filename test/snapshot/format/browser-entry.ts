/*
 * The exports that a web page needs to search a snapshot without a server. A test bundles this module for
 * browsers.
 */

export { memoryBytes } from '../../../src/snapshot/format/container/read-sections.js';
export { openSnapshot } from '../../../src/snapshot/format/open-sections.js';
export { getList } from '../../../src/v1/get-list.js';
export { getSession } from '../../../src/v1/get-session.js';
export { getTitle } from '../../../src/v1/get-title.js';
export { listContentOfUser } from '../../../src/v1/list-content-of-user.js';
export { listListsOfUser } from '../../../src/v1/list-lists-of-user.js';
export { listUserContent } from '../../../src/v1/list-user-content.js';
export { searchTitles } from '../../../src/v1/search-titles.js';
export { suggest } from '../../../src/v1/suggest/suggest.js';
