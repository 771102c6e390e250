import type { Narrowing } from '../catalog/narrowings.js';
import type { UserSummary } from '../v1/schema/user.js';
import { type Content, type Html, html } from './html.js';
import type { Visit } from './visit.js';
import { webAddress } from './web-address.js';

/** The address of a title's page. */
export function titlePage({ href }: Visit, id: string): string {
  return href(`/item/show/${encodeURIComponent(id)}`);
}

/** The address of a list's page. */
export function listPage({ href }: Visit, list: { id: string; user: UserSummary }): string {
  const user = encodeURIComponent(String(list.user.id));
  return href(`/list/show/${user}/${encodeURIComponent(list.id)}`);
}

/** The address of the page of what a user wrote and listed. */
export function collectionPage({ href }: Visit, user: UserSummary): string {
  return href(`/collection/show/${encodeURIComponent(String(user.id))}`);
}

/** The address of all titles of a library that have one value. */
export function allWith(
  { href }: Visit,
  library: string,
  narrowing: Narrowing,
  value: string,
): string {
  return href('/search', { library, [narrowing]: value });
}

/** The address of what is found by a name among authors, performers and other contributors. */
export function byContributor({ href }: Visit, library: string, name: string): string {
  return href('/search', { library, q: name, search_type: 'author' });
}

/**
 * A link to a page of the web. In a kiosk that returns to its home page, and to what is no address of
 * the web, it is text.
 */
export function webLink({ options }: Visit, address: string | undefined, text: Content): Html {
  const href = webAddress(address);
  if (href === undefined) return html`<span>${text}</span>`;
  if (options.idleMinutes !== undefined) {
    return html`<span>${text}</span> <span class="address" dir="ltr">${href}</span>`;
  }
  return html`<a href="${href}" rel="external noopener noreferrer">${text}</a>`;
}
