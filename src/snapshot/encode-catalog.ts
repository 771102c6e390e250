import type { Segment } from '../search/building/segment.js';
import {
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
} from './catalog-encoder.js';
import { indexTexts } from './index-texts.js';
import type { SyncSource } from './source.js';

/**
 * Checks the records of a source and encodes them.
 *
 * @throws SourceError telling everything that is wrong with the source, if anything is
 */
export function encodeCatalog(source: SyncSource, options?: EncodingOptions): EncodedCatalog {
  const encoder = createCatalogEncoder(source, options);
  const segments: Segment[] = [];
  for (const record of source.titles.records()) {
    const texts = encoder.addTitle(record);
    if (texts !== undefined) segments.push(indexTexts(texts));
  }
  segments.push(indexTexts(encoder.lastTexts()));
  return encoder.finish(segments);
}
