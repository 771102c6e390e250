import {
  type AvailabilityFields,
  isOnline,
  type Link,
  type Title,
} from '../../catalog/records/title.js';
import { type Content, catalogText, type Html, html, NOTHING } from '../html/html.js';
import type { Language } from '../language.js';
import { webLink } from '../links.js';
import type { PageView } from '../page-view.js';
import { foldedList, statusBadge } from './holdings.js';

/** Renders the availability of a title. A title that is available because it is online is called Online. */
export function availabilityBadge(
  record: AvailabilityFields,
  availability: { readonly id: string; readonly name: string },
  { texts }: Language,
): Html {
  const isCalledOnline = !record.availability && isOnline(record);
  return statusBadge(
    isCalledOnline ? { id: availability.id, name: texts.title.is_online } : availability,
  );
}

const WATCHED = new Set(['VIDEO_ONLINE', 'DVD', 'BLURAY', 'VHS']);
const HEARD = new Set(['EAUDIOBOOK', 'MUSIC_ONLINE', 'BOOK_CD', 'MUSIC_CD', 'LP']);
const READ = new Set(['EBOOK', 'MAG_ONLINE', 'BK', 'LPRINT', 'MAG', 'NEWSPAPER', 'MICROFORM']);

/** Returns the text of a link to a title itself, such as `Read online`. */
function onlineText({ format }: Title, { texts }: Language): string {
  if (READ.has(format.id)) return texts.title.read_online;
  if (WATCHED.has(format.id)) return texts.title.watch_online;
  return HEARD.has(format.id) ? texts.title.listen_online : texts.title.online;
}

/** Renders a link to the first address of a title itself; nothing if the title has no such address. */
export function onlineLink(view: PageView, record: Title): Html {
  const link = linksOfKind(record, 'resource')[0];
  return link === undefined ? NOTHING : webLink(view, link.url, onlineText(record, view.language));
}

/**
 * Renders lists of the links of a title: several addresses of the title itself, other versions, and related links. A
 * single address of the title itself is not listed, because {@link onlineLink} renders it. With the option `idleMinutes`,
 * the first of several is not listed either, because each address has a large QR code.
 */
export function linkLists(view: PageView, record: Title): Html {
  const { texts } = view.language;
  const resources = linksOfKind(record, 'resource');
  const isFirstListed = resources.length > 1 && view.options.idleMinutes === undefined;
  const lists: readonly (readonly [string, readonly Link[]])[] = [
    [onlineText(record, view.language), resources.slice(isFirstListed ? 0 : 1)],
    [texts.title.versions, linksOfKind(record, 'version')],
    [texts.title.related_links, linksOfKind(record, 'related')],
  ];
  const filled = lists.filter(([, links]) => links.length > 0);
  if (filled.length === 0) return NOTHING;
  return html`<section class="links">${filled.map(([heading, links]) => linkList(view, heading, links))}</section>`;
}

function linkList(view: PageView, heading: string, links: readonly Link[]): Html {
  const items = links.map(
    (link) => html`<li>${webLink(view, link.url, label(link))}${linkNote([link.note])}</li>`,
  );
  return html`<h2>${heading}</h2>${foldedList(items, view.language)}`;
}

/** Renders remarks about a link. */
export function linkNote(remarks: readonly (string | undefined)[]): Content {
  const known = remarks.filter((remark) => remark !== undefined);
  return known.length > 0 && html` <span class="note">${catalogText(known.join(', '))}</span>`;
}

/** Returns the text of a link in a list: its part and its text, or else the name of the site. */
function label({ url, text, part }: Link): Html {
  const words = [part, text].filter((word) => word !== undefined).join(': ');
  return catalogText(words === '' ? new URL(url).hostname : words);
}

function linksOfKind({ links = [] }: Title, kind: Link['kind']): readonly Link[] {
  return links.filter((link) => link.kind === kind);
}
