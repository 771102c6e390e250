import type { Catalog } from '../../catalog/catalog.js';
import { holdingStatusName } from '../../catalog/names/holding-names.js';
import { isOnShelf, type Title } from '../../catalog/records/title.js';
import type { TitleDetail } from '../../v1/schema/responses.js';
import { catalogText, type Html, html, NOTHING } from '../html/html.js';
import { isLoopbackUrl, parseWebUrl } from '../links.js';
import type { PageView } from '../page-view.js';
import { groupHoldings, statusBadge } from './holdings.js';
import { qrCode } from './qr-code.js';

/**
 * Renders what a reader takes along from the page of a title: the branch and the call number of a copy in large type,
 * and a QR code. A printed page contains only this section, with the title. Renders nothing for a title without a copy,
 * a call number and an address for the code.
 *
 * The copy is the first available copy with a call number in the order of {@link groupHoldings}. If no available copy has
 * a call number, the copy is the first available copy. If no copy is available, the copy is chosen in the same way from the
 * copies that are neither on order nor lost, because these are on no shelf.
 *
 * The code is that of the title's `details_url` if other machines can reach its host, or else that of the first address of
 * the title itself.
 * With the option `idleMinutes`, addresses that the page shows have their own codes, and are left out here.
 */
export function takeAlong(
  view: PageView,
  { library }: Catalog,
  record: Title,
  detail: TitleDetail,
): Html {
  const { language, firstBranches } = view;
  const { texts } = language;
  const groups = groupHoldings(record.holdings, library, firstBranches).filter(
    ({ status }) => status !== 'ON_ORDER' && status !== 'LOST',
  );
  const available = groups.filter(({ status }) => status === 'AVAILABLE');
  const copies = available.length > 0 ? available : groups;
  const copy = copies.find(({ callNumber }) => callNumber !== undefined) ?? copies[0];
  const hasUnlistedCopies = (record.holdings ?? []).length === 0 && isOnShelf(record);
  const callNumber = hasUnlistedCopies ? detail.call_number : copy?.callNumber;
  const address = addressOf(view, record, detail);
  const code = address === undefined ? NOTHING : qrCode(address);
  if (copy === undefined && callNumber === undefined && code === NOTHING) return NOTHING;
  const authors = (detail.authors ?? []).map(({ name }) => name).join('; ');
  return html`<section class="slip"><h2>${texts.take_along.heading}</h2>
<div class="copy"><p class="printed"><strong>${catalogText(detail.title)}</strong>${authors !== '' && html`<br>${catalogText(authors)}`}</p>
${copy !== undefined && html`<p class="branch">${catalogText(copy.branch.name)}${copy.collection !== undefined && html` <span class="note">${catalogText(copy.collection)}</span>`}</p>`}
${callNumber !== undefined && html`<p class="callnumber">${catalogText(callNumber)}</p>`}
${copy !== undefined && copy.status !== 'AVAILABLE' && html`<p>${statusBadge({ id: copy.status, name: holdingStatusName(copy.status, library, language.texts) })}</p>`}
<button class="button plain" type="button" data-print>${texts.take_along.print}</button></div>
${code !== NOTHING && html`<figure>${code}<figcaption>${texts.take_along.scan}</figcaption></figure>`}</section>`;
}

/** Returns the address for the QR code of a title, or undefined if there is none. */
function addressOf(
  { options }: PageView,
  record: Title,
  { details_url }: TitleDetail,
): string | undefined {
  const isKiosk = options.idleMinutes !== undefined;
  const address = parseWebUrl(details_url);
  if (address !== undefined && !isLoopbackUrl(address)) {
    return isKiosk && record.details_url !== undefined ? undefined : address;
  }
  return isKiosk ? undefined : record.links?.find(({ kind }) => kind === 'resource')?.url;
}
