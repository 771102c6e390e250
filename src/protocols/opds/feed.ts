/* A feed of an OPDS catalog, and its form in OPDS 2.0 (JSON). `atom.ts` writes its form in OPDS 1.2. */

import { omitEmpty, type Page } from '../../v1/response-parts.js';
import { OPDS_JSON, type Publication } from './publication.js';

/** What a link leads to: a feed of links, a feed of publications, or a search. */
export type LinkTarget = 'navigation' | 'acquisition' | 'search';

/** A link to a feed of this catalog. */
export interface FeedLink {
  readonly target: LinkTarget;
  readonly href: string;
  readonly title?: string | undefined;
  /** The number of titles of the feed. */
  readonly count?: number | undefined;
  /** Whether the link is the chosen value of a facet. */
  readonly isActive?: boolean | undefined;
}

/** A feed: links to further feeds, or publications. */
export interface Feed {
  readonly title: string;
  readonly author: string;
  /** Date and time of the records. */
  readonly modified: string;
  readonly self: FeedLink;
  /** The links to other feeds, by relation, such as `start`. */
  readonly links: Readonly<Record<string, FeedLink>>;
  /** The page of the feed, if the feed has pages. */
  readonly page?: Page | undefined;
  /** The links of the feed, or for a feed of publications the links that it has if there are none. */
  readonly navigation: readonly FeedLink[];
  readonly publications?: readonly Publication[] | undefined;
  readonly facets?: readonly { readonly title: string; readonly links: readonly FeedLink[] }[];
}

/** Returns a feed in OPDS 2.0. */
export function toJson(feed: Feed): string {
  const { title, modified, page, publications = [], navigation, facets = [] } = feed;
  const { count: numberOfItems, limit: itemsPerPage, page: currentPage } = page ?? {};
  const links = Object.entries({ self: feed.self, ...feed.links });
  return JSON.stringify({
    metadata: omitEmpty({ title, modified, numberOfItems, itemsPerPage, currentPage }),
    links: links.map(([rel, link]) => ({ rel, ...jsonLink(link) })),
    ...omitEmpty({
      // A feed must have publications or links, and neither may be empty.
      navigation: publications.length === 0 ? navigation.map(jsonLink) : [],
      publications,
      facets: facets.map(({ title, links }) => ({
        metadata: { title },
        links: links.map(jsonLink),
      })),
    }),
  });
}

function jsonLink({ target, href, title, count, isActive }: FeedLink) {
  const link = { href, type: OPDS_JSON };
  if (target === 'search') return { ...link, href: `${href}{?query}`, templated: true };
  const properties = count === undefined ? undefined : { numberOfItems: count };
  return omitEmpty({ rel: isActive ? 'self' : undefined, ...link, title, properties });
}
