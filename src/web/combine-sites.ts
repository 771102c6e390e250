import type { Catalog } from '../catalog/catalog.js';
import type { Site } from './web-request.js';

/**
 * Combines sites: the first site that has a page at a path answers, and the first site that has a page for an error. A site
 * that answers every path, such as `createKiosk` returns, must be the last.
 *
 * @example
 * createRequestListener({ catalogs, apiKeys, baseUrl, site: combineSites(createOpds(), createKiosk()) });
 */
export function combineSites(...sites: readonly Site[]): Site {
  const combined: Site = (...request) => firstOf(sites, (site) => site(...request));
  return Object.assign(combined, {
    errorPage: (...error: Parameters<NonNullable<Site['errorPage']>>) =>
      firstOf(sites, (site) => site.errorPage?.(...error)),
    parameters: [...new Set(sites.flatMap(({ parameters = [] }) => parameters))],
    warmUpPaths: (catalog: Catalog) => sites.flatMap((site) => site.warmUpPaths?.(catalog) ?? []),
  });
}

function firstOf<T>(sites: readonly Site[], call: (site: Site) => T | undefined): T | undefined {
  for (const site of sites) {
    const result = call(site);
    if (result !== undefined) return result;
  }
  return undefined;
}
