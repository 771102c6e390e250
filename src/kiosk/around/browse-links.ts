import type { Catalog } from '../../catalog/catalog.js';
import type { Language } from '../language.js';
import type { PageView } from '../page-view.js';
import { HEADING_KINDS } from './headings.js';

/** The lists that readers can browse, by the last part of the path of their page. */
export const BROWSE_KINDS = [...HEADING_KINDS, 'call_number'] as const;

export type BrowseKind = (typeof BROWSE_KINDS)[number];

/** Returns the name of a list. */
export function browseName(kind: BrowseKind, { texts }: Language): string {
  return kind === 'call_number' ? texts.browse.call_numbers : texts.search.types[kind];
}

/** Returns the names of all lists of a catalog that are not empty, and the URLs of their first pages. */
export function browseLinks(
  { language, href }: PageView,
  { library, titles }: Catalog,
): { readonly name: string; readonly href: string }[] {
  return BROWSE_KINDS.filter((kind) =>
    kind === 'call_number'
      ? titles.queryColumns.call_number.dictionary.size > 0
      : titles.columns[kind].dictionary.size > 0,
  ).map((kind) => ({
    name: browseName(kind, language),
    href: href(`/browse/${kind}`, { library: library.id }),
  }));
}
