import type { Segment } from '../../search/index.js';
import type { SectionData } from '../format/container/sections.js';
import type { SyncSource } from '../source/source.js';
import {
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
} from './catalog-encoder.js';
import { indexTexts } from './index-texts.js';

/**
 * Checks and encodes all records of a source in the calling thread. Returns the sections of a snapshot file by name.
 *
 * @throws SourceError if the source is invalid
 */
export function encodeCatalog(
  source: SyncSource,
  options?: EncodingOptions,
): EncodedCatalog & { readonly sections: Map<string, SectionData> } {
  const encoder = createCatalogEncoder(source, options);
  const segments: Segment[] = [];
  for (const record of source.titles.records()) {
    const texts = encoder.addTitle(record);
    if (texts !== undefined) segments.push(indexTexts(texts));
  }
  segments.push(indexTexts(encoder.lastTexts()));
  const sections = new Map<string, SectionData>();
  return { ...encoder.finish(sections, segments), sections };
}
