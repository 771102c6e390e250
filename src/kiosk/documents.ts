import { findTitle } from '../v1/find-record.js';
import { citationFile } from './citation/citation-section.js';
import { feed } from './discovery/feed.js';
import { isPublicSite } from './discovery/public-site.js';
import { robotsTxt, sitemapFile, sitemapIndex } from './discovery/sitemap.js';
import { type PageView, requireCatalog } from './page-view.js';

/** A file of the site for other programs. */
export interface SiteDocument {
  /** The value of `Content-Type`. */
  readonly contentType: string;
  readonly body: string;
  /** The name under which browsers save the file. Default: browsers show the file. */
  readonly fileName?: string;
}

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const CITATION_PATH = /^\/item\/cite\/([^/]+)\.(ris|bib)$/;
const SITEMAP_PATH = /^\/sitemap-(\d{1,9})\.xml$/;

/**
 * Returns the file at the path of a request: a citation, a feed, or on a public site the sitemap. Returns undefined
 * for any other path.
 *
 * @throws ApiError 404 for an unknown title or library, 400 for an invalid search
 */
export function findDocument(view: PageView): SiteDocument | undefined {
  const { path, catalogs } = view;
  if (path === '/feed') {
    const contentType = 'application/atom+xml; charset=utf-8';
    return { contentType, body: feed(view, requireCatalog(view)) };
  }
  const [, id, extension] = CITATION_PATH.exec(path) ?? [];
  if (id !== undefined) {
    const { catalog, record } = findTitle(catalogs, decodeURIComponent(id));
    return citationFile(view, catalog.library, record, extension);
  }
  if (!isPublicSite(view)) return undefined;
  if (path === '/robots.txt') return { contentType: TEXT, body: robotsTxt(view) };
  if (path === '/sitemap.xml') return { contentType: XML, body: sitemapIndex(view) };
  const [, number] = SITEMAP_PATH.exec(path) ?? [];
  const body = number === undefined ? undefined : sitemapFile(view, Number(number));
  return body === undefined ? undefined : { contentType: XML, body };
}
