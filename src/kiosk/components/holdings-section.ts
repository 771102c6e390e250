import type { Catalog } from '../../catalog/catalog.js';
import { branchName, holdingStatusName } from '../../catalog/names/holding-names.js';
import type { Library } from '../../catalog/records/library.js';
import { type HoldingsStatement, isOnShelf, type Title } from '../../catalog/records/title.js';
import type { TitleDetail } from '../../v1/schema/responses.js';
import { catalogText, type Html, html, NOTHING } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessage } from '../language.js';
import type { PageView } from '../page-view.js';
import { localizedText } from '../value-names.js';
import {
  foldedList,
  groupHoldings,
  type HoldingGroup,
  isWithoutCopies,
  MAX_UNFOLDED,
  shelfOf,
  statusBadge,
} from './holdings.js';

/**
 * Renders where a title is: the statements of the volumes that branches have, and a table of its holdings. More than
 * ten holdings of a collection are folded. Of more than 1,000 groups of holdings or statements, the page shows the first.
 */
export function holdingsSection(
  view: PageView,
  catalog: Catalog,
  record: Title,
  detail: TitleDetail,
): Html {
  const { language, firstBranches } = view;
  const { title: texts } = language.texts;
  const groups = groupHoldings(record.holdings, catalog.library, firstBranches);
  const statements = record.holdings_statements ?? [];
  if (groups.length === 0 && statements.length === 0) return withoutHoldings(view, record, detail);
  return html`<section class="holdings" id="where"><h2>${texts.where}</h2>
${statementLists(statements, catalog.library, view)}
${groups.length > 0 && table(groups, view, catalog.library)}
${catalog.changed !== undefined && html`<p class="note">${formatMessage(texts.as_of, { time: language.formatDateTime(catalog.changed) })}</p>`}</section>`;
}

/** Renders the call number of a title without holdings, or a sentence that no copies are listed. */
function withoutHoldings({ language }: PageView, record: Title, detail: TitleDetail): Html {
  const { title: texts } = language.texts;
  if (isOnShelf(record) && detail.call_number !== undefined) {
    return html`<section class="holdings"><h2>${texts.where}</h2><p>${texts.call_number}${language.texts.layout.colon}<span class="callnumber">${catalogText(detail.call_number)}</span></p></section>`;
  }
  return isWithoutCopies(record, detail.availability?.id)
    ? html`<p class="no-copies">${texts.no_copies}</p>`
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
  const hasPlaces = groups.some((it) => (it.callNumber ?? it.collection) !== undefined);
  const placeHeading = html`<span${!hasPlaces && html` class="visually-hidden"`}>${texts.call_number}</span>`;
  return html`<table><thead><tr><th scope="col">${texts.branch}</th><th scope="col">${placeHeading}</th><th scope="col">${texts.status}</th></tr></thead>
<tbody>${rows}</tbody></table>
${others > 0 && html`<p class="note">… ${view.language.formatCount(texts.copies, others)}</p>`}`;
}

/** Returns the groups of each branch and collection. */
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
  { language, options }: PageView,
  library: Library,
): Html {
  const { title: texts } = language.texts;
  const [{ branch, collection }] = shelf;
  const isHere = branch.id === options.branch;
  const row = (isFirst: boolean, cells: Html) => {
    const isRepeated = isBranchRepeated || !isFirst;
    return html`<tr${isHere && html` class="here"`}><th scope="row">${isHere && ICONS.here}<span class="${isRepeated ? 'note' : 'branch'}">${catalogText(branch.name)}</span>${isHere && !isRepeated && html` <span class="note">${texts.here}</span>`}</th>
${cells}</tr>`;
  };
  const callNumber = (group: HoldingGroup) =>
    html`<span class="callnumber">${group.callNumber !== undefined && catalogText(group.callNumber)}</span>`;
  const status = ({ status: id, count }: HoldingGroup) => {
    const name = holdingStatusName(id, library, language.texts);
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
