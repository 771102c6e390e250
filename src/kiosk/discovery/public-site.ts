import { isLoopbackUrl } from '../links.js';
import type { PageView } from '../page-view.js';

/**
 * Returns whether search engines can find the site: the base URL is not a loopback address, and the site is not a
 * kiosk.
 */
export function isPublicSite({ context, options }: PageView): boolean {
  return options.idleMinutes === undefined && !isLoopbackUrl(context.baseUrl);
}

/** Returns the absolute URL of a path of the site, without `locale`. */
export function absoluteHref(view: PageView, path: string): string {
  return new URL(view.context.baseUrl).origin + view.hrefWithoutLocale(path);
}
