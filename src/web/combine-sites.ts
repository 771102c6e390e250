import type { Site } from './web-request.js';

/**
 * Combines sites: the first site that has a page at a path answers. A site that answers every path, such as `createKiosk`
 * returns, must be the last.
 *
 * @example
 * createRequestListener({ catalogs, apiKeys, baseUrl, site: combineSites(createOpds(), createKiosk()) });
 */
export function combineSites(...sites: readonly Site[]): Site {
  const combined: Site = (...request) => {
    for (const site of sites) {
      const page = site(...request);
      if (page !== undefined) return page;
    }
    return undefined;
  };
  return Object.assign(combined, {
    parameters: [...new Set(sites.flatMap(({ parameters = [] }) => parameters))],
    warmUpPaths: (catalog: Parameters<NonNullable<Site['warmUpPaths']>>[0]) =>
      sites.flatMap((site) => site.warmUpPaths?.(catalog) ?? []),
  });
}
