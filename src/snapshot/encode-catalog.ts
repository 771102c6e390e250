import {
  createCatalogEncoder,
  type EncodedCatalog,
  type EncodingOptions,
} from './catalog-encoder.js';
import type { SyncSource } from './source.js';

/**
 * Checks the records of a source and encodes them.
 *
 * @throws SourceError telling everything that is wrong with the source, if anything is
 */
export function encodeCatalog(source: SyncSource, options?: EncodingOptions): EncodedCatalog {
  const encoder = createCatalogEncoder(source, options);
  for (const record of source.titles.records()) encoder.addTitle(record);
  return encoder.finish();
}
