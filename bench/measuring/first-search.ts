import type { Catalog } from '../../src/catalog/catalog.js';

/** A catalog that can forget the values that it keeps between requests. */
export interface ForgetfulCatalog<OpenCatalog> {
  readonly catalog: OpenCatalog;
  /** Makes the next request take as long as the first request with its query. */
  readonly forget: () => void;
}

/**
 * Returns a copy of a catalog, for measuring first requests instead of repeated ones. `v1/search/expanded-word.ts` keeps
 * values only for the last index of a catalog, so the copy gets a new index each time.
 *
 * @param opened a catalog that the package or the modules of `src` opened. The types of the package do not show its titles.
 */
export function forgetfulCatalog<OpenCatalog extends object>(
  opened: OpenCatalog,
): ForgetfulCatalog<OpenCatalog> {
  const { titles } = opened as unknown as Catalog;
  const copy = { ...titles };
  return {
    catalog: { ...opened, titles: copy },
    forget: () => {
      copy.index = { ...titles.index };
    },
  };
}
