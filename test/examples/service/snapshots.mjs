// Builds the snapshots of two libraries: one from a source directory, and one from records. Run it with
// `node snapshots.mjs`. Run it again while the service runs, and the service opens the new snapshots.
import { join } from 'node:path';
import { buildSnapshot } from 'carrel';

/** A library with a field of its own, which readers search and narrow by. */
const library = { id: 'branch', name: 'Branch Library' };
const shelf = { name: 'shelf', from: 'extra.shelf', narrowing: true, searched: true };
library.extra_fields = [{ ...shelf, names: { en: 'Shelf', de: 'Regal' } }];

export const ROWS = [
  { id: 'b1', title: 'Moby-Dick', author: 'Melville, Herman', format: 'BK', shelf: 'Window' },
  { id: 'b2', title: 'Moby-Dick', author: 'Melville, Herman', format: 'EBOOK', shelf: 'Online' },
  { id: 'b3', title: 'Typee', author: 'Melville, Herman', format: 'BK', shelf: 'Cellar' },
];

/** Returns the titles of rows, such as those of a database cursor, one by one. */
async function* titlesOf(rows) {
  for await (const { id, title, author, format, shelf } of rows) {
    yield { id, title, authors: [{ name: author }], format: { id: format }, extra: { shelf } };
  }
}

/** Builds the snapshots in a directory, and returns their paths. */
export async function buildSnapshots(directory, rows = ROWS) {
  const paths = ['alderwick', 'branch'].map((name) => join(directory, `${name}.snapshot`));
  await buildSnapshot('data/alderwick', paths[0]);
  // Changes before this time are not applied to the new snapshot again.
  const dated = { ...library, snapshot_date: new Date().toISOString() };
  await buildSnapshot({ library: dated, titles: titlesOf(rows) }, paths[1]);
  return paths;
}

if (process.argv[1] === import.meta.filename) await buildSnapshots('.');
