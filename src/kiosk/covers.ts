import type { TitleSummary } from '../v1/schema/title.js';
import { type Html, html } from './html.js';
import type { Visit } from './visit.js';
import { webAddress } from './web-address.js';

/** What a cover is drawn for. */
type CoveredTitle = Pick<TitleSummary, 'id' | 'format'>;

/** The address of the cover drawn for a title. */
function drawnCover({ plainHref }: Visit, { id, format }: CoveredTitle): string {
  return plainHref(`/cover/${encodeURIComponent(format.id)}/${encodeURIComponent(id)}.svg`);
}

/**
 * The cover of a title. It stands beside the title's name and says nothing that this does not. The
 * title's own cover, where it may be shown, lies over the drawn one, which stays when it fails.
 *
 * @param own the address of the title's own cover
 */
export function cover(visit: Visit, title: CoveredTitle, own: string | undefined): Html {
  const remote = visit.options.remoteCovers ? webAddress(own) : undefined;
  return html`<span class="cover"><img src="${drawnCover(visit, title)}" alt="" width="200" height="300" loading="lazy" decoding="async">${
    remote !== undefined &&
    html`<img class="own" src="${remote}" alt="" width="200" height="300" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</span>`;
}
