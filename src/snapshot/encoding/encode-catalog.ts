import type { SectionData } from '../format/container/sections.js';
import type { SyncSource } from '../source/source.js';
import {
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
} from './catalog-encoder.js';

/**
 * Checks, encodes and indexes all records of a source in the calling thread. Returns the sections of a snapshot file by
 * name.
 *
 * @throws SourceError if the source is invalid
 */
export function encodeCatalog(
  source: SyncSource,
  options?: EncodingOptions,
): EncodedCatalog & { readonly sections: Map<string, SectionData> } {
  const encoder = createCatalogEncoder(source, options);
  for (const record of source.titles.records()) encoder.addTitle(record);
  const sections = new Map<string, SectionData>();
  return { ...encoder.finish(sections), sections };
}
