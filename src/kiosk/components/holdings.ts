/**
 * Renders the holdings of a title: the badge of its availability, the branches with call numbers, the slip to take
 * along, and the addresses of online titles.
 */

import {
  branchName,
  collectionName,
  holdingStatusName,
} from '../../catalog/names/holding-names.js';
import type { Library } from '../../catalog/records/library.js';
import {
  type AvailabilityFields,
  type HoldingsStatement,
  isOnline,
  isOnlyOnline,
  isOnShelf,
  type Link,
  type Title,
} from '../../catalog/records/title.js';
import { type Content, catalogText, type Html, html, ICONS, NOTHING } from '../html.js';
import { formatMessage, type Language, localizedText } from '../language.js';
import { isLoopbackUrl, parseWebUrl, qrCode, webLink } from '../links.js';
import type { PageView, TitleView } from '../page-view.js';
import { branchDetails } from './library-face.js';

const STATUSES_WITH_ICON = ['AVAILABLE', 'LIBRARY_USE_ONLY', 'UNAVAILABLE', 'ON_ORDER'] as const;

/**
 * Renders the name of a status with a color. Four statuses also have an icon. The status is the
 * availability of a title or the status of a holding.
 */
export function statusBadge({ id, name }: { id: string; name: string }): Html {
  const status = STATUSES_WITH_ICON.find((candidate) => candidate === id);
  return html`<span class="status ${status?.toLowerCase().replaceAll('_', '-') ?? 'other'}">${status && ICONS[status]}${catalogText(name)}</span>`;
}

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

/** A longer list shows this many items, and folds the others. */
const MAX_UNFOLDED = 10;

/**
 * Renders items of a list as its content. More than ten items are folded: they are shown on demand, without a script.
 */
export function foldedList(items: readonly Html[], { texts, formatCount }: Language): Html {
  const [shown, folded] = [items.slice(0, MAX_UNFOLDED), items.slice(MAX_UNFOLDED)];
  return html`<ul>${shown}</ul>${
    folded.length > 0 &&
    html`<details class="more-values"><summary>${formatCount(texts.title.more_copies, folded.length)}</summary><ul>${folded}</ul></details>`
  }`;
}

/** The holdings of a title with the same branch, status, call number, volume and collection. */
interface HoldingGroup {
  readonly branch: { readonly id: string; readonly name: string };
  readonly status: string;
  /** The call number without a volume. */
  readonly callNumber: string | undefined;
  readonly volume: string | undefined;
  readonly collection: string | undefined;
  /** The number of holdings, at least 1. */
  readonly count: number;
}

/** The formats whose newest volumes come first. */
const SERIALS: ReadonlySet<string> = new Set(['MAG', 'MAG_ONLINE', 'NEWSPAPER']);

/**
 * Groups the holdings of a title that have the same branch, status, call number, volume and collection. Branches with an
 * available copy come first, then the others, both in the library's branch order. Some branches come before both.
 * Branches that the library does not list come last. At a branch, the groups of a collection are adjacent, in the order of
 * their call numbers and volumes: v.2 comes before v.11. Holdings on order come last. The newest volume of a serial comes
 * first.
 *
 * @param firstBranches the ids of the branches that come first. An id has no effect if the library does not list the
 *   branch.
 */
export function groupHoldings(
  { holdings = [], format }: Pick<Title, 'holdings' | 'format'>,
  library: Library,
  firstBranches: readonly string[],
): readonly HoldingGroup[] {
  const branches = library.branches ?? [];
  const available = new Set(
    holdings.filter(({ status }) => status === 'AVAILABLE').map(({ branch }) => branch),
  );
  const unavailable = branches.length + holdings.length;
  const positionOf = (id: string, i: number) => (available.has(id) ? i : i + unavailable);
  const positions = new Map(
    branches.map(({ id }, i) => {
      const first = firstBranches.indexOf(id);
      return [id, first < 0 ? positionOf(id, i) : first - firstBranches.length];
    }),
  );
  const groups = new Map<string, HoldingGroup & { count: number }>();
  const shelves = new Map<string, HoldingGroup[]>();
  for (const { branch: id, status, call_number, collection, volume } of holdings) {
    const key = JSON.stringify([id, status, call_number, collection, volume]);
    const known = groups.get(key);
    if (known !== undefined) {
      known.count++;
      continue;
    }
    if (!positions.has(id)) positions.set(id, positionOf(id, branches.length + positions.size));
    const group = {
      branch: { id, name: branchName(id, library) },
      status,
      callNumber: call_number || undefined,
      volume: volume || undefined,
      collection: collection ? collectionName(collection, library) : undefined,
      count: 1,
    };
    groups.set(key, group);
    const shelf = shelves.get(shelfOf(group));
    if (shelf === undefined) shelves.set(shelfOf(group), [group]);
    else shelf.push(group);
  }
  const isSerial = SERIALS.has(format.id);
  const all = [...shelves.values()].flatMap((shelf) => {
    const sorted = (isSerial ? withoutVolumes(shelf) : shelf).map((group) => ({
      group,
      key: [group.callNumber, group.volume].join(' ').replace(/[.\s]+/g, ' '),
    }));
    const order = isSerial ? newestFirst : natural.compare;
    return sorted
      .sort((a, b) => isOnOrder(a.group) - isOnOrder(b.group) || order(a.key, b.key))
      .map(({ group }) => group);
  });
  return all.sort((a, b) => positions.get(a.branch.id)! - positions.get(b.branch.id)!);
}

function isOnOrder({ status }: HoldingGroup): number {
  return Number(status === 'ON_ORDER');
}

/**
 * Moves the part of call numbers that differs on the shelf of a serial to the volumes: `QB1 .S55 v.12 1913` and
 * `QB1 .S55 v.13 1914` become two volumes with the call number `QB1 .S55`.
 */
function withoutVolumes(shelf: readonly HoldingGroup[]): HoldingGroup[] {
  const wordsOf = ({ callNumber = '' }: HoldingGroup) => callNumber.split(' ').filter(Boolean);
  const [first = [], ...others] = shelf.map(wordsOf).filter(({ length }) => length > 0);
  const isShared = (word: string, i: number) => others.every((words) => words[i] === word);
  let shared = first.findIndex((word, i) => !isShared(word, i));
  if (shared < 0) shared = first.length;
  // The caption of a volume differs from none: `vyp.` in `AS262 .S45 vyp. 4` and `AS262 .S45 vyp. 5`.
  else while (/\.$/.test(first[shared - 1] ?? '')) shared--;
  return shelf.map((group) => {
    const words = wordsOf(group);
    const volume = [...words.slice(shared), group.volume].filter(Boolean).join(' ');
    const callNumber = words.slice(0, shared).join(' ');
    return { ...group, callNumber: callNumber || undefined, volume: volume || undefined };
  });
}

/**
 * Returns whether no copies of a title are listed: the title has no holdings and no call number on a shelf, and it is
 * neither available elsewhere nor online.
 *
 * @param availability the id of the availability of the title. Default: none.
 */
export function isWithoutCopies(record: Title, availability?: string): boolean {
  const { format, holdings = [], holdings_statements = [], links = [], call_number } = record;
  return (
    holdings.length + holdings_statements.length === 0 &&
    (call_number === undefined || !isOnShelf({ format, holdings })) &&
    availability !== 'AVAILABLE' &&
    !isOnlyOnline(record) &&
    !links.some(({ kind }) => kind === 'resource')
  );
}

/** Compares texts with numbers in them by the values of the numbers. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const YEARS = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g;

/**
 * Compares volumes by their latest years, and then by their numbers, from the highest. Texts without a number come last, in
 * the order of the record.
 */
function newestFirst(a: string, b: string): number {
  const yearOf = (text: string) => Math.max(0, ...(text.match(YEARS) ?? []).map(Number));
  const [hasA, hasB] = [/\d/.test(a), /\d/.test(b)];
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  return yearOf(b) - yearOf(a) || natural.compare(b, a);
}

/** Returns a key of the branch and the collection of a group. */
function shelfOf({ branch, collection }: HoldingGroup): string {
  return JSON.stringify([branch.id, collection]);
}

/**
 * Renders where a title is: its holdings, a slip to take along, and its addresses.
 *
 * @param actions the actions for the title, which are shown under the holdings
 */
export function holdingsAndLinks(title: TitleView, actions: Html): Html {
  const { view, catalog, record } = title;
  const groups = groupHoldings(record, catalog.library, view.firstBranches);
  return html`<div class="panel">${holdingsSection(title, groups)}
${actions}</div>${takeAlong(title, groups)}${linkLists(title)}`;
}

/**
 * Renders where a title is: the statements of the volumes that branches have, and a table of its holdings. More than
 * ten holdings of a collection are folded. The page shows at most the first 1,000 groups of holdings, and the first
 * 1,000 statements.
 */
function holdingsSection(title: TitleView, groups: readonly HoldingGroup[]): Html {
  const { view, catalog, record } = title;
  const { language } = view;
  const { title: texts } = language.texts;
  const statements = record.holdings_statements ?? [];
  if (groups.length === 0 && statements.length === 0) return withoutHoldings(title);
  return html`<section class="holdings" id="where"><h2>${texts.where}</h2>
${statementLists(SERIALS.has(record.format.id) ? statements.toSorted((a, b) => newestFirst(a.text, b.text)) : statements, catalog.library, view)}
${groups.length > 0 && table(groups, view, catalog.library)}
${catalog.changed !== undefined && html`<p class="note">${formatMessage(texts.as_of, { time: language.formatDateTime(catalog.changed) })}</p>`}</section>`;
}

/** Renders the call number of a title without holdings, or a sentence that no copies are listed. */
function withoutHoldings({ view, record, detail }: TitleView): Html {
  const { language } = view;
  const { title: texts } = language.texts;
  if (isOnShelf(record) && detail.call_number !== undefined) {
    return html`<section class="holdings" id="where"><h2>${texts.where}</h2><p>${texts.call_number}${language.texts.layout.colon}<span class="callnumber">${catalogText(detail.call_number)}</span></p></section>`;
  }
  return isWithoutCopies(record, detail.availability?.id)
    ? html`<p>${texts.no_copies}</p>`
    : NOTHING;
}

/** The maximum number of groups of holdings on a page, and of statements. */
const MAX_GROUPS = 1000;

function table(all: readonly HoldingGroup[], view: PageView, library: Library): Html {
  const { title: texts } = view.language.texts;
  const groups = all.slice(0, MAX_GROUPS);
  const others = all.slice(MAX_GROUPS).reduce((sum, { count }) => sum + count, 0);
  const rows = shelvesOf(groups).map((shelf, i, shelves) => {
    const isRepeated = i > 0 && shelves[i - 1][0].branch.id === shelf[0].branch.id;
    return shelfRows(shelf, isRepeated, view, library);
  });
  const hasPlaces = groups.some(
    (it) => (it.callNumber ?? it.volume ?? it.collection) !== undefined,
  );
  const placeHeading = html`<span${!hasPlaces && html` class="visually-hidden"`}>${texts.call_number}</span>`;
  return html`<table><thead><tr><th scope="col">${texts.branch}</th><th scope="col">${placeHeading}</th><th scope="col">${texts.status}</th></tr></thead>
<tbody>${rows}</tbody></table>
${others > 0 && html`<p class="note">… ${view.language.formatCount(texts.copies, others)}</p>`}`;
}

function shelvesOf(groups: readonly HoldingGroup[]): HoldingGroup[][] {
  const shelves: HoldingGroup[][] = [];
  for (const group of groups) {
    const last = shelves.at(-1);
    if (last !== undefined && shelfOf(last[0]) === shelfOf(group)) last.push(group);
    else shelves.push([group]);
  }
  return shelves;
}

/** Renders the rows of a collection. A repeated branch has a lighter font, and the collection is shown in the first row. */
function shelfRows(
  shelf: readonly HoldingGroup[],
  isBranchRepeated: boolean,
  view: PageView,
  library: Library,
): Html {
  const { language, options } = view;
  const { title: texts } = language.texts;
  const [{ branch, collection }] = shelf;
  const isHere = branch.id === options.branch;
  const row = (isFirst: boolean, cells: Html) => {
    const isRepeated = isBranchRepeated || !isFirst;
    return html`<tr${isHere && html` class="here"`}><th scope="row">${isHere && ICONS.here}<span class="${isRepeated ? 'note' : 'branch'}">${catalogText(branch.name)}</span>${!isRepeated && branchDetails(view, library, branch.id)}${isHere && !isRepeated && html` <span class="note">${texts.here}</span>`}</th>
${cells}</tr>`;
  };
  const callNumber = (group: HoldingGroup) => {
    const text = [group.callNumber, group.volume].filter(Boolean).join(' ');
    return html`<span class="callnumber">${text !== '' && catalogText(text)}</span>`;
  };
  const status = ({ status: id, count }: HoldingGroup) => {
    const name = holdingStatusName(id, library, language.texts.names);
    return html`${statusBadge({ id, name })}${count > 1 && html` <span class="note">${language.formatCount(texts.copies, count)}</span>`}`;
  };
  const rows = shelf.slice(0, MAX_UNFOLDED).map((group, i) => {
    const shown =
      collection !== undefined &&
      html` <span class="${i === 0 ? 'note' : 'visually-hidden'}"><span class="visually-hidden">${texts.collection}${language.texts.layout.colon}</span>${catalogText(collection)}</span>`;
    return row(i === 0, html`<td>${callNumber(group)}${shown}</td>\n<td>${status(group)}</td>`);
  });
  const folded = shelf.slice(MAX_UNFOLDED);
  if (folded.length === 0) return html`${rows}`;
  const items = folded.map((group) => html`<li>${callNumber(group)} ${status(group)}</li>`);
  return html`${rows}${row(
    false,
    html`<td colspan="2"><details class="more-values"><summary>${language.formatCount(texts.more_copies, folded.length)}</summary><ul>${items}</ul></details></td>`,
  )}`;
}

/** Renders the statements of each branch, in the order of the record after the branches that come first. */
function statementLists(
  all: readonly HoldingsStatement[],
  library: Library,
  { language, firstBranches }: PageView,
): Html {
  if (all.length === 0) return NOTHING;
  const statements = all.slice(0, MAX_GROUPS);
  const byBranch = new Map<string | undefined, HoldingsStatement[]>();
  const isFirst = ({ branch = '' }: HoldingsStatement) => firstBranches.includes(branch);
  for (const statement of [
    ...firstBranches.flatMap((id) => statements.filter(({ branch }) => branch === id)),
    ...statements.filter((statement) => !isFirst(statement)),
  ]) {
    const ofBranch = byBranch.get(statement.branch);
    if (ofBranch === undefined) byBranch.set(statement.branch, [statement]);
    else ofBranch.push(statement);
  }
  return html`<div class="statements"><h3>${language.texts.title.volumes}</h3>${[...byBranch].map(
    ([branch, ofBranch]) =>
      html`${
        branch !== undefined &&
        html`<p class="branch">${catalogText(branchName(branch, library))}</p>`
      }${foldedList(
        ofBranch.map(
          ({ text, note }) =>
            html`<li>${catalogText(localizedText(text, language))}${note !== undefined && html` <span class="note">${catalogText(note)}</span>`}</li>`,
        ),
        language,
      )}`,
  )}${all.length > statements.length && html`<p class="note">…</p>`}</div>`;
}

/**
 * Renders what a reader takes along from the page of a title: the branch and the call number of one holding in large
 * type, and a QR code. A printed page contains only this section, with the library, the title, its format and all
 * branches. Renders nothing for a title that has none of the three: a holding, a call number, and an address for the code.
 *
 * The holding is the first available one with a call number in the order of {@link groupHoldings}, or else the first
 * available one. If none is available, it is chosen in the same way from all holdings except those on order and lost,
 * which are on no shelf.
 *
 * The code contains the title's `details_url` if other machines can reach its host, or else the first address of the
 * title itself. With the option `idleMinutes`, addresses that the page shows have their own codes, and are left out
 * here.
 */
function takeAlong(title: TitleView, groups: readonly HoldingGroup[]): Html {
  const { view, catalog, record, detail } = title;
  const { library } = catalog;
  const { texts } = view.language;
  const held = groups.filter(({ status }) => status !== 'ON_ORDER' && status !== 'LOST');
  const available = held.filter(({ status }) => status === 'AVAILABLE');
  const choice = available.length > 0 ? available : held;
  const shown = choice.find(({ callNumber }) => callNumber !== undefined) ?? choice[0];
  const hasUnlistedHoldings = (record.holdings ?? []).length === 0 && isOnShelf(record);
  const callNumber = hasUnlistedHoldings ? detail.call_number : shown?.callNumber;
  const address = addressOf(title);
  const code = address === undefined ? NOTHING : qrCode(address);
  if (shown === undefined && callNumber === undefined && code === NOTHING) return NOTHING;
  const authors = (detail.authors ?? []).map(({ name }) => name).join('; ');
  const format = [detail.format.name, detail.publication_date].filter(Boolean).join(', ');
  const statusOf = ({ status: id }: HoldingGroup) =>
    statusBadge({ id, name: holdingStatusName(id, library, texts.names) });
  const branches = new Map<string, HoldingGroup>();
  for (const group of [...choice, ...held]) {
    if (!branches.has(group.branch.id)) branches.set(group.branch.id, group);
  }
  const place = (group: HoldingGroup) =>
    html`${catalogText(group.branch.name)}${group.collection !== undefined && html` <span class="note">${catalogText(group.collection)}</span>`}`;
  return html`<section class="slip"><h2>${texts.take_along.heading}</h2>
<div class="copy"><p class="printed">${catalogText(library.name)}</p>
<p class="printed"><strong>${catalogText(detail.title)}</strong>${authors !== '' && html`<br>${catalogText(authors)}`}<br>${catalogText(format)}</p>
${shown !== undefined && html`<p class="branch">${place(shown)}</p>`}
${callNumber !== undefined && html`<p class="callnumber">${catalogText(callNumber)}</p>`}
${shown !== undefined && shown.status !== 'AVAILABLE' && html`<p>${statusOf(shown)}</p>`}</div>
${code !== NOTHING && html`<figure>${code}<figcaption>${texts.take_along.scan}</figcaption></figure>`}
${
  branches.size > 1 &&
  html`<ul class="printed">${[...branches.values()].map(
    (group) =>
      html`<li>${place(group)} ${group.callNumber !== undefined && html`<strong>${catalogText(group.callNumber)}</strong> `}${statusOf(group)}</li>`,
  )}</ul>`
}</section>`;
}

/** Returns the address for the QR code of a title, or undefined if there is none. */
function addressOf({ view: { isKiosk }, record, detail }: TitleView): string | undefined {
  const address = parseWebUrl(detail.details_url);
  if (address !== undefined && !isLoopbackUrl(address)) {
    return isKiosk && record.details_url !== undefined ? undefined : address;
  }
  return isKiosk ? undefined : record.links?.find(({ kind }) => kind === 'resource')?.url;
}

const WATCHED = new Set(['VIDEO_ONLINE', 'DVD', 'BLURAY', 'VHS']);
const HEARD = new Set(['EAUDIOBOOK', 'MUSIC_ONLINE', 'BOOK_CD', 'MUSIC_CD', 'LP']);
const READ = new Set([
  'EBOOK',
  'MAG_ONLINE',
  'BK',
  'LPRINT',
  'MAG',
  'NEWSPAPER',
  'MICROFORM',
  'ARTICLE',
]);

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
function linkLists({ view, record }: TitleView): Html {
  const { texts } = view.language;
  const resources = linksOfKind(record, 'resource');
  const isFirstListed = resources.length > 1 && !view.isKiosk;
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
