/** What a page needs to answer from a snapshot by itself. */
export { bytesInMemory } from '../../../src/snapshot/format/byte-source.js';
export { openSnapshot } from '../../../src/snapshot/format/open-snapshot.js';
export { getSession } from '../../../src/v1/session.js';
export { getTitle } from '../../../src/v1/title.js';
export { searchTitles } from '../../../src/v1/titles.js';
