import type { Catalog, NarrowingValue, TitleSummaryFields, Titles } from '../../catalog/catalog.js';
import { ANYWHERE, availableAt, encodeParameter, valueName } from '../../catalog/narrowings.js';
import { branches, onOrder } from '../../catalog/query-columns.js';
import type { Holding, Title } from '../../catalog/records/title.js';
import {
  ChangedColumn,
  collationKey,
  type DocValuesColumn,
  withChangedColumn,
} from '../../search/index.js';
import { HoldingsByTitle } from './holdings-by-title.js';

/** The columns of the values that titles have by their holdings. */
interface HoldingColumns {
  readonly available_at: ChangedColumn;
  readonly branch: ChangedColumn;
  readonly on_order: ChangedColumn;
}

/** The unchanged catalog and the changes that a catalog with changed holdings was created from. */
interface ChangedHoldings {
  /** The catalog without changed holdings. */
  readonly base: Catalog;
  readonly holdings: HoldingsByTitle;
  readonly columns: HoldingColumns;
}

const changedHoldings = new WeakMap<Titles, ChangedHoldings>();

/**
 * Returns a catalog in which titles have other holdings, and no stored `availability`. The catalog shares everything
 * else with `catalog`, which remains valid. The text index is not changed, so only holdings that
 * {@link canChangeHoldings} accepts can be changed.
 *
 * @param changes the new holdings, by the number of the title
 * @remarks O(changes + titles / 1,024)
 */
export function changeHoldings(
  catalog: Catalog,
  changes: ReadonlyMap<number, readonly Holding[]>,
): Catalog {
  if (changes.size === 0) return catalog;
  const { base, holdings, columns } = changedHoldings.get(catalog.titles) ?? unchanged(catalog);
  return catalogWith({
    base,
    holdings: holdings.with(changes),
    columns: {
      available_at: columns.available_at.change(mapValues(changes, availableAt)),
      branch: columns.branch.change(mapValues(changes, branches)),
      on_order: columns.on_order.change(mapValues(changes, onOrder)),
    },
  });
}

/** Returns the catalog that a catalog with changed holdings was created from, or else the catalog itself. */
export function withoutChangedHoldings(catalog: Catalog): Catalog {
  return changedHoldings.get(catalog.titles)?.base ?? catalog;
}

/** Yields the number and the holdings of each title of a catalog with changed holdings. */
export function changedHoldingsOf({ titles }: Catalog): Iterable<[number, readonly Holding[]]> {
  return changedHoldings.get(titles)?.holdings.entries() ?? [];
}

/**
 * Returns a catalog with the changed holdings of another catalog.
 *
 * @param base the catalog without changed holdings
 * @param from a catalog with changed holdings, or any other catalog
 * @param isLeftOut returns whether the holdings of a title in `base` are left as they are, by the id of the title
 */
export function moveChangedHoldings(
  base: Catalog,
  from: Catalog,
  isLeftOut: (id: string) => boolean,
): Catalog {
  const changed = changedHoldings.get(from.titles);
  if (changed === undefined) return base;
  if (base.titles === changed.base.titles) return catalogWith({ ...changed, base });
  const holdings = new Map<number, readonly Holding[]>();
  for (const [number, ofTitle] of changedHoldingsOf(from)) {
    const id = from.titles.id(number);
    const moved = isLeftOut(id) ? -1 : base.titles.numberOf(id);
    if (moved >= 0) holdings.set(moved, ofTitle);
  }
  return changeHoldings(base, holdings);
}

function catalogWith(changed: ChangedHoldings): Catalog {
  const { base, holdings } = changed;
  const titles = titlesWith(changed);
  changedHoldings.set(titles, changed);
  const { source, library, users, userContent, lists, sessions } = base;
  return {
    source,
    get fingerprint() {
      return combine(base.fingerprint, holdings.hash);
    },
    library,
    titles,
    users,
    userContent,
    lists,
    sessions,
  };
}

/**
 * Returns whether the holdings of a title can be replaced without indexing the title again: the call numbers, which are
 * searched, are the same, and so is the number of holdings of a title without a popularity.
 */
export function canChangeHoldings(
  { titles }: Catalog,
  number: number,
  next: readonly Holding[],
): boolean {
  const { holdings: before = [] } = titles.pick(number, ['holdings']);
  const callNumbers = new Set(before.map(({ call_number }) => call_number));
  const nextCallNumbers = new Set(next.map(({ call_number }) => call_number));
  callNumbers.delete(undefined);
  nextCallNumbers.delete(undefined);
  if (callNumbers.size !== nextCallNumbers.size) return false;
  for (const callNumber of callNumbers) if (!nextCallNumbers.has(callNumber)) return false;
  if (before.length === next.length) return true;
  return titles.pick(number, ['popularity']).popularity !== undefined;
}

function unchanged(base: Catalog): ChangedHoldings {
  const { columns, queryColumns } = base.titles;
  const changedColumn = (column: object, keyOf: (value: string) => string) =>
    ChangedColumn.from(column as DocValuesColumn, keyOf);
  const branchKey = (id: string) =>
    id === ANYWHERE ? '' : collationKey(valueName('available_at', id, base.library));
  return {
    base,
    holdings: HoldingsByTitle.NONE,
    columns: {
      available_at: changedColumn(columns.available_at, branchKey),
      branch: changedColumn(queryColumns.branch, (id) => id),
      on_order: changedColumn(queryColumns.on_order, (id) => id),
    },
  };
}

function titlesWith({ base, holdings, columns }: ChangedHoldings): Titles {
  const { titles, library } = base;
  const { available_at } = columns;
  const ids = Array.from({ length: available_at.dictionary.size }, (_, ord) =>
    available_at.dictionary.get(ord),
  );
  const ordOf = new Map(ids.map((id, ord) => [id, ord]));
  const branchValue = (ord: number): NarrowingValue => {
    const id = ids[ord];
    return {
      id,
      name: valueName('available_at', id, library),
      encodedId: encodeParameter(id),
    };
  };
  /** Returns fields of a title with the changed holdings. */
  const withHoldings = <Fields extends object>(number: number, fields: Fields): Fields => {
    const changed = holdings.get(number);
    if (changed === undefined) return fields;
    const { availability: _, ...others } = fields as Pick<Title, 'availability' | 'holdings'>;
    return { ...others, holdings: changed } as Fields;
  };
  const own: Partial<Titles> = {
    get: (number) => withHoldings(number, titles.get(number)),
    pick: (number, fields) => {
      const picked = titles.pick(number, fields);
      const isPicked = new Set<keyof Title>(fields);
      if (!isPicked.has('holdings') && !isPicked.has('availability')) return picked;
      const { holdings, ...others } = withHoldings<Partial<Title>>(number, picked);
      return (isPicked.has('holdings') ? { ...others, holdings } : others) as typeof picked;
    },
    summary: (number) => withHoldings<TitleSummaryFields>(number, titles.summary(number)),
    index: titles.index.withColumns({ ...columns }),
    columns: { ...titles.columns, available_at },
    queryColumns: { ...titles.queryColumns, branch: columns.branch, on_order: columns.on_order },
    facets: withChangedColumn(titles.facets, 'available_at', available_at),
    valueOrd: (narrowing, id) =>
      narrowing === 'available_at' ? (ordOf.get(id) ?? -1) : titles.valueOrd(narrowing, id),
    value: (narrowing, ord) =>
      narrowing === 'available_at' ? branchValue(ord) : titles.value(narrowing, ord),
  };
  return Object.assign(Object.create(titles), own);
}

/** Returns the values of changed titles. The other fields of the titles do not matter. */
function mapValues(
  changes: ReadonlyMap<number, readonly Holding[]>,
  valuesOf: (title: Pick<Title, 'holdings'>) => readonly string[],
): Map<number, readonly string[]> {
  return new Map([...changes].map(([title, holdings]) => [title, valuesOf({ holdings })]));
}

/** Returns a fingerprint of 16 hexadecimal digits that depends on a fingerprint and a number below 2^32. */
function combine(fingerprint: string, hash: number): string {
  const last = (Number.parseInt(fingerprint.slice(8), 16) ^ hash) >>> 0;
  return fingerprint.slice(0, 8) + last.toString(16).padStart(8, '0');
}
