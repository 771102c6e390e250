import type { TitleSummary } from '../../v1/schema/responses.js';
import { type Html, html } from '../html/html.js';
import { parseWebUrl } from '../links.js';
import type { PageView } from '../page-view.js';

/** The fields of a title that determine the URL of its generated cover. */
type CoverFields = Pick<TitleSummary, 'id' | 'format'>;

/** Returns the URL of the generated cover of a title. */
function generatedCoverHref({ hrefWithoutLocale }: PageView, { id, format }: CoverFields): string {
  return hrefWithoutLocale(`/cover/${encodeURIComponent(format.id)}/${encodeURIComponent(id)}.svg`);
}

/**
 * Renders the cover of a title. The alternative text is empty, because the name of the title is next to
 * every cover. With the option `remoteCovers`, the remote cover is on top of the generated cover. If
 * the remote cover does not load, the generated cover is visible.
 *
 * @param remoteUrl the URL of the cover in the title record
 */
export function cover(view: PageView, title: CoverFields, remoteUrl: string | undefined): Html {
  const remote = view.options.remoteCovers ? parseWebUrl(remoteUrl) : undefined;
  return html`<span class="cover"><img src="${generatedCoverHref(view, title)}" alt="" width="200" height="300" loading="lazy" decoding="async">${
    remote !== undefined &&
    html`<img class="remote" src="${remote}" alt="" width="200" height="300" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</span>`;
}
