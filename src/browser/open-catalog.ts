import type { Catalog } from '../catalog/catalog.js';
import { memoryBytes } from '../snapshot/format/container/read-sections.js';
import { SnapshotError } from '../snapshot/format/container/snapshot-error.js';
import { openSnapshot } from '../snapshot/format/open-sections.js';

/**
 * Opens a catalog from the bytes of a snapshot. The catalog continues to read from `bytes`, so the bytes
 * must not be changed or transferred.
 *
 * @param bytes The bytes of the snapshot. A view, such as a `Buffer` of Node, is copied if it does not begin at a
 *   multiple of 8 in its buffer.
 * @param name the name of the snapshot in error messages, such as its URL. Default: `'the snapshot'`
 * @throws SnapshotError if the bytes are damaged or not a snapshot of this format version
 *
 * @example
 * const [file] = input.files; // of an <input type="file">
 * const catalog = openCatalog(await file.arrayBuffer(), file.name);
 */
export function openCatalog(bytes: ArrayBuffer | Uint8Array, name = 'the snapshot'): Catalog {
  return openSnapshot(memoryBytes(name, bytes));
}

/**
 * Fetches a snapshot and opens its catalog.
 *
 * @param url the URL of the snapshot, absolute or relative to the page or worker script
 * @throws SnapshotError if the server does not respond with status 2xx, or the response is damaged or
 *   not a snapshot of this format version; the message names the URL
 * @throws TypeError if the server cannot be reached
 *
 * @example const catalog = await fetchCatalog('branch.snapshot');
 */
export async function fetchCatalog(url: string | URL): Promise<Catalog> {
  const response = await fetch(url);
  if (!response.ok) {
    const problem = `expected a snapshot, found status ${response.status}`;
    throw new SnapshotError(String(url), 'bad_response', problem);
  }
  return openCatalog(await response.arrayBuffer(), String(url));
}
