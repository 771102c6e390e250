import { createKiosk } from '../../kiosk/create-kiosk.js';
import type { KioskOptions } from '../../kiosk/page-view.js';
import type { Site } from '../../web/web-request.js';

/** What `carrel serve` serves in addition to the API, in each of its threads. */
export interface SiteOptions {
  /** Whether to serve web pages. */
  readonly pages: boolean;
  /** Options for web pages. */
  readonly kiosk: KioskOptions;
}

/**
 * Creates the site of `carrel serve`: web pages, and OPDS and SRU, which follow the pages, except on a kiosk. Returns
 * undefined without pages. Code for OPDS and SRU is loaded only if they are served.
 */
export async function createSite({ pages, kiosk }: SiteOptions): Promise<Site | undefined> {
  if (!pages) return undefined;
  if (kiosk.idleMinutes !== undefined) return createKiosk(kiosk);
  const { combineSites, createOpds, createSru } = await import('../../protocols/index.js');
  const site = createKiosk({ ...kiosk, opds: true });
  return combineSites(createOpds({ remoteCovers: kiosk.remoteCovers }), createSru(), site);
}
