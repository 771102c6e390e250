import { branchName, collectionName } from '../../catalog/names/holding-names.js';
import type { Library } from '../../catalog/records/library.js';
import { type Holding, isOnlyOnline, isOnShelf, type Title } from '../../catalog/records/title.js';
import { catalogText, type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import type { Language } from '../language.js';

const STATUSES_WITH_ICON = ['AVAILABLE', 'LIBRARY_USE_ONLY', 'UNAVAILABLE', 'ON_ORDER'] as const;

/**
 * Renders the name of a status with a color. Four statuses also have an icon. The status is the
 * availability of a title or the status of a holding.
 */
export function statusBadge({ id, name }: { id: string; name: string }): Html {
  const status = STATUSES_WITH_ICON.find((candidate) => candidate === id);
  return html`<span class="status ${status?.toLowerCase().replaceAll('_', '-') ?? 'other'}">${status && ICONS[status]}${catalogText(name)}</span>`;
}

/** A longer list shows this many items, and folds the others. */
export const MAX_UNFOLDED = 10;

/**
 * Renders items of a list as its content. More than ten items are folded: they are shown on demand, without a script.
 *
 * @param items the items, each of which is a list item
 */
export function foldedList(items: readonly Html[], { texts, formatCount }: Language): Html {
  const [shown, folded] = [items.slice(0, MAX_UNFOLDED), items.slice(MAX_UNFOLDED)];
  return html`<ul>${shown}</ul>${
    folded.length > 0 &&
    html`<details class="more-values"><summary>${formatCount(texts.title.more_copies, folded.length)}</summary><ul>${folded}</ul></details>`
  }`;
}

/** The holdings of a title with the same branch, status, call number, volume and collection. */
export interface HoldingGroup {
  readonly branch: { readonly id: string; readonly name: string };
  readonly status: string;
  /** The call number, followed by the volume if the record has one. */
  readonly callNumber: string | undefined;
  readonly collection: string | undefined;
  /** The number of holdings, at least 1. */
  readonly count: number;
}

/**
 * Groups the holdings of a title that have the same branch, status, call number, volume and collection. Groups
 * are in the library's branch order, except that groups at some branches come first. Groups at
 * branches that the library does not list come last. At a branch, the groups of a collection are adjacent, in the order
 * of their volumes and call numbers: v.2 comes before v.11. Copies on order come last.
 *
 * @param firstBranches the ids of the branches that come first. An id has no effect if the library does not list the
 *   branch.
 */
export function groupHoldings(
  holdings: readonly Holding[] | undefined,
  library: Library,
  firstBranches: readonly string[],
): HoldingGroup[] {
  const branches = library.branches ?? [];
  const positions = new Map(
    branches.map(({ id }, i) => {
      const first = firstBranches.indexOf(id);
      return [id, first < 0 ? i : first - firstBranches.length];
    }),
  );
  const groups = new Map<string, HoldingGroup & { count: number }>();
  const shelves = new Map<string, number>();
  for (const { branch: id, status, call_number, collection, volume } of holdings ?? []) {
    const key = JSON.stringify([id, status, call_number, collection, volume]);
    const known = groups.get(key);
    if (known !== undefined) {
      known.count++;
      continue;
    }
    if (!positions.has(id)) positions.set(id, branches.length + positions.size);
    const callNumber = [call_number, volume].filter(Boolean).join(' ');
    const group = {
      branch: { id, name: branchName(id, library) },
      status,
      callNumber: callNumber || undefined,
      collection: collection ? collectionName(collection, library) : undefined,
      count: 1,
    };
    groups.set(key, group);
    const shelf = shelfOf(group);
    if (!shelves.has(shelf)) shelves.set(shelf, shelves.size);
  }
  const all = [...groups.values()];
  if (all.length < 2) return all;
  const isOnOrder = ({ status }: HoldingGroup) => Number(status === 'ON_ORDER');
  const keyOf = ({ callNumber = '' }: HoldingGroup) => callNumber.replace(/[.\s]+/g, ' ');
  return all.sort(
    (a, b) =>
      positions.get(a.branch.id)! - positions.get(b.branch.id)! ||
      shelves.get(shelfOf(a))! - shelves.get(shelfOf(b))! ||
      isOnOrder(a) - isOnOrder(b) ||
      natural.compare(keyOf(a), keyOf(b)),
  );
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

/** Returns a key of the branch and the collection of a group. */
export function shelfOf({ branch, collection }: HoldingGroup): string {
  return JSON.stringify([branch.id, collection]);
}
