/*
 * Changes of holdings in an open catalog. They replace the records of holdings and the values of three columns, without
 * encoding or indexing the titles again. `apply-changes.ts` applies all other changes.
 */

import { CHUNK_SIZE, ChunkedArray } from '../../base/chunked-array.js';
import { collationKey } from '../../base/collation.js';
import { memoizePerObject, memoizePerText, withGetters } from '../../base/lazy.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import type { Catalog, HoldingsSummary, NarrowingValue, Titles } from '../../catalog/catalog.js';
import { ANYWHERE, availableAt, encodeParameter, valueName } from '../../catalog/narrowings.js';
import { branches, onOrder } from '../../catalog/query-columns.js';
import { HOLDING_STATUSES, type Holding, type Title } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import { ChangedColumn, type DocValuesColumn, withChangedColumn } from '../../search/index.js';

const STATUSES: readonly string[] = HOLDING_STATUSES;

const FIELDS = Object.keys(titleSchema.properties.holdings.items.properties) as (keyof Holding)[];

/**
 * Changed holdings of a title as text: one character for the status of each holding if the holdings differ from those
 * in the record only in their statuses. Otherwise the number of holdings, a space, their known statuses, each once, and then
 * a JSON array of arrays with the values of the {@link FIELDS}, such as `1 0[["MAIN",0]]`. A known status is encoded as its
 * number.
 */
export type EncodedHoldings = string;

/** Encodes holdings. Equal holdings of the same record have the same encoding. */
export function encodeHoldings(
  holdings: readonly Holding[],
  inRecord: readonly Holding[] | undefined,
): EncodedHoldings {
  if (inRecord !== undefined && differOnlyInStatus(holdings, inRecord)) {
    return holdings.map(({ status }) => statusNumber(status)).join('');
  }
  const encodeField = (holding: Holding, field: keyof Holding) =>
    field === 'status' ? statusNumber(holding.status) : holding[field];
  const statuses = new Set(holdings.map(({ status }) => statusNumber(status)));
  const known = [...statuses].filter((status) => typeof status === 'number');
  const values = holdings.map((holding) => FIELDS.map((field) => encodeField(holding, field)));
  return `${holdings.length} ${known.join('')}${JSON.stringify(values)}`;
}

/** Returns the number of a known status, or an unknown status itself. */
function statusNumber(status: string): number | string {
  const number = STATUSES.indexOf(status);
  return number < 0 ? status : number;
}

function differOnlyInStatus(a: readonly Holding[], b: readonly Holding[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!STATUSES.includes(a[i].status)) return false;
    for (const field of FIELDS) {
      if (field !== 'status' && a[i][field] !== b[i][field]) return false;
    }
  }
  return true;
}

/** Returns whether encoded holdings differ from the holdings in the record only in their statuses. */
function hasOnlyStatuses(holdings: EncodedHoldings): boolean {
  return !holdings.endsWith(']');
}

/** Decodes the number and the statuses of holdings, for a summary. The time hardly depends on the number of holdings. */
export function summarizeHoldings(holdings: EncodedHoldings): HoldingsSummary {
  const onlyStatuses = hasOnlyStatuses(holdings);
  const [count, statuses] = onlyStatuses
    ? [holdings.length, holdings]
    : holdings.slice(0, holdings.indexOf('[')).split(' ');
  const found = HOLDING_STATUSES.filter((_, number) => statuses.includes(String(number)));
  return { copies: Number(count), holdings: found.map((status) => ({ status })) };
}

/** Decodes holdings. */
export function decodeHoldings(
  holdings: EncodedHoldings,
  inRecord: readonly Holding[] = [],
): readonly Holding[] {
  if (hasOnlyStatuses(holdings)) {
    return inRecord.map((holding, i) => ({
      ...holding,
      status: HOLDING_STATUSES[Number(holdings[i])],
    }));
  }
  const decoded: (string | number | null)[][] = JSON.parse(holdings.slice(holdings.indexOf('[')));
  return decoded.map(
    (values) =>
      Object.fromEntries(
        values.flatMap((value, i) =>
          value === null ? [] : [[FIELDS[i], typeof value === 'number' ? STATUSES[value] : value]],
        ),
      ) as unknown as Holding,
  );
}

/** By title: its changed holdings, or undefined if its holdings have not changed. */
type Holdings = ChunkedArray<EncodedHoldings | undefined>;

/** A chunk of titles whose holdings have not changed. */
const UNCHANGED_CHUNK = new Array<EncodedHoldings | undefined>(CHUNK_SIZE).fill(undefined);

/** Returns an equal text, so that titles with equal holdings share its memory. */
const shareText = memoizePerText(4096, 16, (text) => text);

/** The changed holdings of titles, by the number of a title. A value is immutable. */
export class HoldingsByTitle {
  private constructor(
    private readonly holdings: Holdings,
    /**
     * A hash of all changed holdings: the sum of the hashes of the titles' holdings, modulo 2^32. The hash does not
     * depend on the order of changes or on the numbers of the titles.
     */
    readonly hash: number,
  ) {}

  /**
   * Creates a value without changed holdings.
   *
   * @param size the number of titles
   */
  static none(size: number): HoldingsByTitle {
    return new HoldingsByTitle(ChunkedArray.of(size, UNCHANGED_CHUNK), 0);
  }

  /** Returns the changed holdings of a title, or undefined if its holdings have not changed. */
  get(title: number): EncodedHoldings | undefined {
    return this.holdings.get(title);
  }

  /** Yields the number and the changed holdings of each title with changed holdings, ascending. */
  *entries(): Generator<[number, EncodedHoldings], undefined, void> {
    const { holdings } = HoldingsByTitle.none(this.holdings.length);
    for (const title of this.holdings.differencesFrom(holdings)) yield [title, this.get(title)!];
  }

  /**
   * Returns the holdings that differ from the holdings of another value for the same titles, by the number of the title.
   *
   * @returns undefined if a title of the other value has no changed holdings in this value
   * @remarks O(changes) if one of the values was created from the other, otherwise O(titles)
   */
  changedSince(before: HoldingsByTitle): Map<number, EncodedHoldings> | undefined {
    const changed = new Map<number, EncodedHoldings>();
    for (const title of this.holdings.differencesFrom(before.holdings)) {
      const now = this.get(title);
      if (now === undefined) return undefined;
      changed.set(title, now);
    }
    return changed;
  }

  edit(): HoldingsByTitleEditor {
    const edited = this.holdings.edit();
    let { hash } = this;
    return {
      set(title, id, holdings) {
        hash = (hash - hashOf(id, edited.get(title)) + hashOf(id, holdings)) >>> 0;
        edited.set(title, shareText(holdings));
      },
      finish: () => new HoldingsByTitle(edited.finish(), hash),
    };
  }
}

/** Adds changed holdings. */
export interface HoldingsByTitleEditor {
  /**
   * Sets the changed holdings of a title.
   *
   * @param title the number of the title
   */
  set(title: number, id: string, holdings: EncodedHoldings): void;
  /** Returns the new value. The editor must not be used any more. */
  finish(): HoldingsByTitle;
}

/** Returns a hash below 2^32 (FNV-1a) of the id and the changed holdings of a title, or 0 for unchanged holdings. */
function hashOf(id: string, holdings: EncodedHoldings | undefined): number {
  return holdings === undefined ? 0 : addToHash(addToHash(0x811c9dc5, id), holdings) >>> 0;
}

function addToHash(hash: number, text: string): number {
  let next = Math.imul(hash ^ text.length, 0x01000193);
  for (let i = 0; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193);
  return next;
}

/** The fields of a title that the values in {@link COLUMNS} depend on. */
const CHANGED_FIELDS = ['format', 'links', 'holdings'] as const satisfies (keyof Title)[];

type ChangedFields = Pick<Title, (typeof CHANGED_FIELDS)[number]>;

/** The columns whose values depend on holdings, with functions that return the values of a title. */
const COLUMNS = {
  available_at: availableAt,
  branch: branches,
  on_order: onOrder,
} satisfies Record<string, (title: ChangedFields) => readonly string[]>;

type ColumnName = keyof typeof COLUMNS;

const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

type HoldingColumns = Readonly<Record<ColumnName, ChangedColumn>>;

function mapColumns<T>(create: (name: ColumnName) => T): Record<ColumnName, T> {
  return {
    available_at: create('available_at'),
    branch: create('branch'),
    on_order: create('on_order'),
  };
}

interface ChangedHoldings {
  readonly holdings: HoldingsByTitle;
  readonly columns: HoldingColumns;
}

interface CatalogWithHoldings extends ChangedHoldings {
  /** The catalog without changed holdings. */
  readonly base: Catalog;
}

/**
 * The property of the titles of a catalog with changed holdings. V8 keeps the values of a WeakMap until the next full
 * garbage collection, before which there can be hundreds of changed catalogs.
 */
const CHANGED = Symbol('changed holdings');

function changedCatalogOf({ titles }: Pick<Catalog, 'titles'>): CatalogWithHoldings | undefined {
  return (titles as { readonly [CHANGED]?: CatalogWithHoldings })[CHANGED];
}

/** Creates empty changed holdings for a catalog, once per catalog. */
const unchanged = memoizePerObject(
  ({ titles, library }: Catalog): ChangedHoldings => {
    const { columns, queryColumns } = titles;
    const changedColumn = (column: object, keyOf: (value: string) => string) =>
      ChangedColumn.from(column as DocValuesColumn, keyOf);
    const branchKey = (id: string) =>
      id === ANYWHERE ? '' : collationKey(valueName('available_at', id, library));
    return {
      holdings: HoldingsByTitle.none(titles.size),
      columns: {
        available_at: changedColumn(columns.available_at, branchKey),
        branch: changedColumn(queryColumns.branch, (id) => id),
        on_order: changedColumn(queryColumns.on_order, (id) => id),
      },
    };
  },
  // Columns can be compared only if they were created from the same column.
  ({ titles }) => titles,
);

function changedHoldingsIn(catalog: Catalog): ChangedHoldings {
  return changedCatalogOf(catalog) ?? unchanged(catalog);
}

/** Changes holdings of titles. */
export interface HoldingsEditor {
  /**
   * Replaces the holdings of a title, and removes a stored `availability`.
   *
   * @param number the number of the title
   * @returns false, without a change, if {@link canChangeHoldings} returns false
   */
  change(number: number, holdings: readonly Holding[]): boolean;
  /**
   * Replaces holdings like {@link change}, by a result of {@link changedHoldingsOf} for a catalog with the same titles.
   */
  changeEncoded(number: number, holdings: EncodedHoldings): void;
  /** Returns the catalog with the changes, or the same catalog without changes. The editor must not be used any more. */
  finish(): Catalog;
}

/**
 * Creates an editor of a catalog with other holdings. The new catalog shares everything else with `catalog`, which
 * remains valid. The text index is not changed.
 */
export function editHoldings(catalog: Catalog): HoldingsEditor {
  const base = withoutChangedHoldings(catalog);
  const { titles } = base;
  const { set, finish } = edit(base, changedHoldingsIn(catalog));
  let isChanged = false;
  const setOf = (number: number, title: ChangedFields, encoded: EncodedHoldings) => {
    isChanged = true;
    set(number, encoded, (name) => COLUMNS[name](title));
  };
  return {
    change(number, next) {
      const title = titles.pick(number, CHANGED_FIELDS);
      const encoded = encodeHoldings(next, title.holdings);
      if (!hasOnlyStatuses(encoded) && !hasSameTexts(titles, number, title.holdings, next)) {
        return false;
      }
      setOf(number, { ...title, holdings: next }, encoded);
      return true;
    },
    changeEncoded(number, encoded) {
      const title = titles.pick(number, CHANGED_FIELDS);
      setOf(number, { ...title, holdings: decodeHoldings(encoded, title.holdings) }, encoded);
    },
    finish: () => (isChanged ? catalogWith({ base, ...finish() }) : catalog),
  };
}

/** Creates an editor of the changed holdings of a catalog and of the columns that depend on them. */
function edit({ titles }: Catalog, { holdings, columns }: ChangedHoldings) {
  const edited = holdings.edit();
  const editors = mapColumns((name) => columns[name].edit());
  return {
    /** @param valuesIn returns the values of the title in a column, or undefined if they do not change */
    set(
      number: number,
      encoded: EncodedHoldings,
      valuesIn: (name: ColumnName) => readonly string[] | undefined,
    ): void {
      edited.set(number, titles.id(number), encoded);
      for (const name of COLUMN_NAMES) {
        const values = valuesIn(name);
        if (values !== undefined) editors[name].set(number, values);
      }
    },
    finish: (): ChangedHoldings => ({
      holdings: edited.finish(),
      columns: mapColumns((name) => editors[name].finish()),
    }),
  };
}

/** Returns the catalog that a catalog with changed holdings was created from, or else the catalog itself. */
export function withoutChangedHoldings(catalog: Catalog): Catalog {
  return changedCatalogOf(catalog)?.base ?? catalog;
}

/** Yields the number and the changed holdings of each title of a catalog with changed holdings. */
export function changedHoldingsOf(catalog: Catalog): Iterable<[number, EncodedHoldings]> {
  return changedCatalogOf(catalog)?.holdings.entries() ?? [];
}

/** The number of titles whose changed holdings one step of {@link moveChangedHoldings} moves. */
const TITLES_PER_STEP = 128;

/** The titles that replaced the titles of a catalog, and the changed holdings before and after. */
interface ReplacedTitles {
  /** The new titles. */
  readonly by: WeakRef<Titles>;
  readonly newNumbers: Uint32Array;
  /** The changed holdings before they were moved. */
  readonly holdings: HoldingsByTitle;
  /** The changed holdings after they were moved. */
  readonly moved: HoldingsByTitle;
}

/** Replaced titles without changed holdings; see {@link moveChangedHoldings}. */
const replacedTitles = new WeakMap<Titles, ReplacedTitles>();

function replacementBetween(before: Catalog, after: Catalog): ReplacedTitles | undefined {
  const replaced = replacedTitles.get(withoutChangedHoldings(before).titles);
  const isReplacedBy = replaced?.by.deref() === withoutChangedHoldings(after).titles;
  return isReplacedBy ? replaced : undefined;
}

/**
 * Returns the new numbers of titles that {@link moveChangedHoldings} received for two catalogs, or undefined if it did not
 * receive these catalogs.
 */
export function newNumbersBetween(before: Catalog, after: Catalog): Uint32Array | undefined {
  return replacementBetween(before, after)?.newNumbers;
}

/**
 * Returns the changed holdings of a catalog that differ from the changed holdings of an earlier catalog, by the number
 * of the title. Except for changed holdings, the catalogs have the same titles, or {@link newNumbersBetween} returns
 * the new numbers.
 *
 * @returns undefined if the earlier catalog has changed holdings of a title whose holdings the other catalog has not
 *   changed
 * @remarks O(changes) if the second catalog was created from the first, otherwise O(titles). Holdings that were moved
 *   to new numbers are not compared.
 */
export function changedHoldingsSince(
  before: Catalog,
  after: Catalog,
): ReadonlyMap<number, EncodedHoldings> | undefined {
  const [then, now] = [before, after].map((catalog) => changedHoldingsIn(catalog).holdings);
  const replaced = replacementBetween(before, after);
  if (replaced === undefined) return now.changedSince(then);
  const { holdings, moved, newNumbers } = replaced;
  const beforeMove = holdings.changedSince(then);
  const afterMove = now.changedSince(moved);
  if (beforeMove === undefined || afterMove === undefined) return undefined;
  for (const number of beforeMove.keys()) {
    const newNumber = newNumbers[number];
    if (newNumber !== LEFT_OUT) afterMove.set(newNumber, now.get(newNumber)!);
  }
  return afterMove;
}

/**
 * Returns a catalog with the changed holdings of another catalog, in steps.
 *
 * @param base the catalog without changed holdings
 * @param newNumbers By number of a title in `from`: its number in `base`, or `LEFT_OUT` if its holdings in `base` are left
 *   as they are. Undefined: the titles are the same.
 */
export function* moveChangedHoldings(
  base: Catalog,
  from: Catalog,
  newNumbers: Uint32Array | undefined,
): Generator<undefined, Catalog, void> {
  const changed = changedCatalogOf(from);
  if (newNumbers === undefined)
    return changed === undefined ? base : catalogWith({ ...changed, base });
  const { holdings, columns } = changedHoldingsIn(from);
  const { set, finish } = edit(base, unchanged(base));
  let count = 0;
  for (const [number, encoded] of holdings.entries()) {
    if (newNumbers[number] === LEFT_OUT) continue;
    if (count++ % TITLES_PER_STEP === 0) yield;
    set(newNumbers[number], encoded, (name) => columns[name].changedValuesOf(number));
  }
  const moved = finish();
  replacedTitles.set(withoutChangedHoldings(from).titles, {
    by: new WeakRef(base.titles),
    newNumbers,
    holdings,
    moved: moved.holdings,
  });
  return count === 0 ? base : catalogWith({ base, ...moved });
}

function catalogWith(changed: CatalogWithHoldings): Catalog {
  const { base, holdings } = changed;
  const titles: Titles = Object.assign(titlesWith(changed), { [CHANGED]: changed });
  const { source, library, counts, users, userContent, lists, sessions } = base;
  const records = { titles, users, userContent, lists, sessions };
  const fingerprint = () => combine(base.fingerprint, holdings.hash);
  return withGetters({ source, counts, library, ...records }, { fingerprint }) as Catalog;
}

/**
 * Returns whether the holdings of a title can be replaced without indexing the title again: the call numbers and
 * barcodes, which are searched, are the same, and so is the number of holdings of a title without a popularity.
 */
export function canChangeHoldings(
  catalog: Catalog,
  number: number,
  next: readonly Holding[],
): boolean {
  // Changed holdings have the same texts as the holdings in the record.
  const { titles } = withoutChangedHoldings(catalog);
  return hasSameTexts(titles, number, titles.pick(number, ['holdings']).holdings, next);
}

function hasSameTexts(
  titles: Titles,
  number: number,
  before: readonly Holding[] = [],
  next: readonly Holding[],
): boolean {
  const hasSame = (searchedOf: (holding: Holding) => string | undefined) => {
    const ofBefore = new Set(before.map(searchedOf)).add(undefined);
    const ofNext = new Set(next.map(searchedOf)).add(undefined);
    return ofBefore.size === ofNext.size && [...ofBefore].every((text) => ofNext.has(text));
  };
  if (!hasSame(({ call_number }) => call_number)) return false;
  if (!hasSame(({ barcode }) => barcode)) return false;
  if (before.length === next.length) return true;
  return titles.pick(number, ['popularity']).popularity !== undefined;
}

function titlesWith({ base, holdings, columns }: CatalogWithHoldings): Titles {
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
  /** Replaces the holdings among the fields of a title with the changed holdings. */
  const withHoldings = <Fields extends object>(number: number, fields: Fields): Fields => {
    const changed = holdings.get(number);
    if (changed === undefined) return fields;
    const { availability: _, ...others } = fields as Pick<Title, 'availability' | 'holdings'>;
    return { ...others, holdings: decodeHoldings(changed, others.holdings) } as Fields;
  };
  return Object.assign({}, titles, {
    get: (number) => withHoldings(number, titles.get(number)),
    pick: (number, fields) => {
      const isPicked = new Set<keyof Title>(fields);
      if (!isPicked.has('holdings')) {
        const picked = titles.pick(number, fields);
        if (holdings.get(number) === undefined) return picked;
        const { availability: _, ...others } = picked as Partial<Title>;
        return others as typeof picked;
      }
      return withHoldings(number, titles.pick(number, fields));
    },
    summary(number) {
      const changed = holdings.get(number);
      const fields = titles.summary(number);
      if (changed === undefined) return fields;
      const { availability: _, ...others } = fields;
      return { ...others, ...summarizeHoldings(changed) };
    },
    index: titles.index.withColumns({ ...columns }),
    columns: { ...titles.columns, available_at },
    queryColumns: { ...titles.queryColumns, branch: columns.branch, on_order: columns.on_order },
    facets: withChangedColumn(titles.facets, 'available_at', available_at),
    valueOrd: (narrowing, id) =>
      narrowing === 'available_at' ? (ordOf.get(id) ?? -1) : titles.valueOrd(narrowing, id),
    value: (narrowing, ord) =>
      narrowing === 'available_at' ? branchValue(ord) : titles.value(narrowing, ord),
  } satisfies Partial<Titles>);
}

/** Returns a fingerprint of 16 hexadecimal digits that depends on a fingerprint and a number below 2^32. */
function combine(fingerprint: string, hash: number): string {
  const last = (Number.parseInt(fingerprint.slice(8), 16) ^ hash) >>> 0;
  return fingerprint.slice(0, 8) + last.toString(16).padStart(8, '0');
}
