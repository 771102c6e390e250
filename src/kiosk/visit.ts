import type { Catalog } from '../catalog/catalog.js';
import type { RequestContext } from '../v1/context.js';
import type { Language } from './language.js';
import type { KioskOptions } from './options.js';

/** Query parameters of a page; those without a value are left out. */
export type PageParameters = Readonly<Record<string, string | number | undefined>>;

/** One request for a page: what every page is made from. */
export interface Visit {
  readonly language: Language;
  readonly catalogs: readonly Catalog[];
  readonly options: KioskOptions;
  readonly context: RequestContext;
  /** The path, decoded no further than it came. */
  readonly path: string;
  readonly params: URLSearchParams;
  /** The address of a path of the site, the same in every language. */
  plainHref(path: string): string;
  /** The address of a page of the site, in the language that the reader chose. */
  href(path: string, params?: PageParameters): string;
  /** The address of a file that pages are made with. */
  asset(name: string): string;
}

/** The address of this page in another language. */
export function inLanguage({ path, params, href }: Visit, locale: string): string {
  return href(path, { ...Object.fromEntries(params), locale });
}

/** The catalog that a page's `library` names; the only one where there is but one. */
export function catalogWanted({ catalogs, params }: Visit): Catalog | undefined {
  const library = params.get('library');
  if (library === null && catalogs.length === 1) return catalogs[0];
  return catalogs.find((catalog) => catalog.library.id === library);
}
