import type { Library } from '../../catalog/records/library.js';
import type { Holding } from '../../catalog/records/title.js';
import { catalogText, type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';

const STATUSES_WITH_ICON = ['AVAILABLE', 'LIBRARY_USE_ONLY', 'UNAVAILABLE', 'ON_ORDER'] as const;

/**
 * Renders the name of a status with a color. Four statuses also have an icon. The status is the
 * availability of a title or the status of a holding.
 */
export function statusBadge({ id, name }: { id: string; name: string }): Html {
  const status = STATUSES_WITH_ICON.find((candidate) => candidate === id);
  return html`<span class="status ${status?.toLowerCase().replaceAll('_', '-') ?? 'other'}">${status && ICONS[status]}${catalogText(name)}</span>`;
}

/** The holdings of a title with the same branch, status, call number and collection. */
export interface HoldingGroup {
  readonly branch: { readonly id: string; readonly name: string };
  readonly status: string;
  readonly callNumber: string | undefined;
  readonly collection: string | undefined;
  /** The number of holdings, at least 1. */
  readonly count: number;
}

/**
 * Groups the holdings of a title that have the same branch, status, call number and collection. Groups
 * are in the library's branch order, except that groups at the branch of the kiosk come first. Groups at
 * branches that the library does not list come last.
 *
 * @param kioskBranch the id of the branch where the kiosk is. It has no effect if the library does not
 *   list the branch.
 */
export function groupHoldings(
  holdings: readonly Holding[] | undefined,
  library: Library,
  kioskBranch: string | undefined,
): HoldingGroup[] {
  const branches = library.branches ?? [];
  const positions = new Map(branches.map(({ id }, i) => [id, id === kioskBranch ? -1 : i]));
  const groups = new Map<string, HoldingGroup>();
  for (const { branch: id, status, call_number, collection } of holdings ?? []) {
    const key = JSON.stringify([id, status, call_number, collection]);
    const name = branches.find((branch) => branch.id === id)?.name ?? id;
    groups.set(key, {
      branch: { id, name },
      status,
      callNumber: call_number || undefined,
      collection: collection || undefined,
      count: (groups.get(key)?.count ?? 0) + 1,
    });
  }
  const positionOf = ({ branch }: HoldingGroup) => positions.get(branch.id) ?? branches.length;
  return [...groups.values()].sort((a, b) => positionOf(a) - positionOf(b));
}
