import { parentPort } from 'node:worker_threads';
import type { SectionData, Sections } from '../format/container/sections.js';
import { encodeSections } from '../format/container/write-sections.js';
import type { OpenSectionsOptions } from '../format/open-sections.js';
import { readCatalogSections } from './open-catalog.js';
import { checksum } from './snapshot-bytes.js';

/*
 * This module runs in a worker thread. It receives the path of a catalog, and replies with the decoded sections of
 * the catalog and their table. The arrays are transferred, not copied.
 */

/** The decoded sections of a catalog and their table, which take long to compute. */
export interface PreparedSections extends Required<OpenSectionsOptions> {
  readonly sections: ReadonlyMap<string, SectionData>;
}

parentPort?.on('message', (path: string) => {
  const prepared = prepare(path);
  const buffers = [...prepared.sections.values()].map(({ buffer }) => buffer);
  parentPort?.postMessage(prepared, [...new Set(buffers as ArrayBuffer[])]);
});

function prepare(path: string): PreparedSections {
  const { sections, table = tableOf(sections) } = readCatalogSections(path);
  return { sections: new Map(sections), table };
}

/** Returns the section table of a snapshot file with these sections, without the offsets. */
function tableOf(sections: Sections): PreparedSections['table'] {
  return encodeSections(sections, checksum).map(({ name, encoding, length, checksum }) => {
    return { name, encoding, length, checksum };
  });
}
