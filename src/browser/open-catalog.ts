import type { Catalog } from '../catalog/catalog.js';
import { bytesInMemory } from '../snapshot/format/byte-source.js';
import { openSnapshot } from '../snapshot/format/open-snapshot.js';
import { SnapshotError } from '../snapshot/format/snapshot-error.js';

/**
 * Opens a catalog from the bytes of a snapshot. The catalog reads from them from now on: they must
 * not be changed or transferred.
 *
 * @param name what messages call the snapshot, such as its address
 * @throws SnapshotError a sentence that names the snapshot, the section and what is wrong
 *
 * @example
 * const [file] = input.files; // of an <input type="file">
 * const catalog = openCatalog(await file.arrayBuffer(), file.name);
 */
export function openCatalog(bytes: ArrayBuffer, name = 'the snapshot'): Catalog {
  return openSnapshot(bytesInMemory(name, bytes));
}

/**
 * Fetches a snapshot and opens it.
 *
 * @param url its address, absolute or relative to the page
 * @throws SnapshotError a sentence that names the address, the section and what is wrong, the
 *   answer of the server included when it is no snapshot
 *
 * @example const catalog = await fetchCatalog('branch.snapshot');
 */
export async function fetchCatalog(url: string | URL): Promise<Catalog> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new SnapshotError(String(url), `gave status ${response.status}; wanted a snapshot.`);
  }
  return openCatalog(await response.arrayBuffer(), String(url));
}
