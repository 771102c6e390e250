import { parentPort } from 'node:worker_threads';
import { buffersOf, layOutRows } from '../../search/collectors/facet-rows.js';
import { encodeSections } from '../format/encode-sections.js';
import { type KnownOfSections, openSections } from '../format/open-sections.js';
import type { SectionData, Sections } from '../format/section.js';
import { catalogSections } from './catalog-sections.js';
import { checksum } from './checksum.js';

/* What runs in a worker thread: a path in, an open catalog's parts out, handed over without a copy. */

/** All that is slow about a catalog, done. */
export interface PreparedSections extends Required<KnownOfSections> {
  readonly sections: ReadonlyMap<string, SectionData>;
}

parentPort?.on('message', (path: string) => {
  const prepared = prepare(path);
  const buffers = [
    ...[...prepared.sections.values()].map(({ buffer }) => buffer),
    ...(prepared.facetRows === undefined ? [] : buffersOf(prepared.facetRows)),
  ];
  parentPort?.postMessage(prepared, [...new Set(buffers as ArrayBuffer[])]);
});

function prepare(path: string): PreparedSections {
  const { sections, table = tableOf(sections) } = catalogSections(path);
  const { titles } = openSections(path, sections);
  return {
    sections: new Map(sections),
    table,
    facetRows: layOutRows(Object.values(titles.columns)),
  };
}

/** What the table of a snapshot file would say of sections. */
function tableOf(sections: Sections): PreparedSections['table'] {
  return encodeSections(sections, checksum).map(({ name, encoding, length, checksum }) => {
    return { name, encoding, length, checksum };
  });
}
