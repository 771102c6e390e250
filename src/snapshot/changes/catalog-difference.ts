/*
 * The difference between two catalogs as plain data, so that another thread with the first catalog can open the second.
 * `apply-changes.ts` computes the second catalog, and `server/threads/shared-catalogs.ts` sends the difference.
 */

import type { Catalog } from '../../catalog/catalog.js';
import type { Section } from '../format/container/sections.js';
import {
  groupSections,
  type OpenSectionsOptions,
  openSections,
  replaceSections,
  SECTION_GROUPS,
  sectionsOf,
  selectGroups,
  withChangeTime,
} from '../format/open-sections.js';
import {
  changedHoldingsOf,
  changedHoldingsSince,
  type EncodedHoldings,
  editHoldings,
  type HoldingsEditor,
  moveChangedHoldings,
  newNumbersBetween,
  withoutChangedHoldings,
} from './change-holdings.js';

/** A catalog as plain data for another thread, without the sections that the thread has already opened. */
export interface CatalogDifference {
  /** The `source` of the catalog. */
  readonly name: string;
  /** The sections that differ, or all sections. */
  readonly sections: ReadonlyMap<string, Section>;
  /** Whether {@link sections} are all sections of the catalog. */
  readonly isWhole: boolean;
  /** Whether the changed holdings of the other catalog are kept, except for those in {@link holdings}. */
  readonly keepsHoldings: boolean;
  /**
   * The numbers of the titles in {@link sections}, by their numbers in the other catalog: see `moveChangedHoldings`.
   * Undefined if the titles do not differ.
   */
  readonly newNumbers: Uint32Array | undefined;
  /** Changed holdings, by the number of the title. */
  readonly holdings: readonly (readonly [number, EncodedHoldings])[];
  /** The `changed` of the catalog. */
  readonly changed: string | undefined;
}

/**
 * Returns whether {@link differenceBetween} can omit what the catalogs share: the catalogs share their titles, or
 * the titles of the second catalog were created from the titles of the first.
 */
export function canOmitShared(before: Catalog, after: Catalog): boolean {
  return sharesTitles(before, after) || newNumbersBetween(before, after) !== undefined;
}

/** Returns whether two catalogs share their titles, except for changed holdings. */
export function sharesTitles(a: Catalog, b: Catalog): boolean {
  return withoutChangedHoldings(a).titles === withoutChangedHoldings(b).titles;
}

/**
 * Returns the difference between two catalogs.
 *
 * @param before A catalog for which {@link canOmitShared} returns true. Default: the difference contains the whole catalog.
 * @remarks O(changes) if no titles differ and the second catalog was created from the first, otherwise O(titles)
 */
export function differenceBetween(before: Catalog | undefined, after: Catalog): CatalogDifference {
  const { source: name, changed } = after;
  if (before === undefined) {
    const holdings = [...changedHoldingsOf(after)];
    const all = new Map(sectionsOf(withoutChangedHoldings(after)));
    return {
      name,
      sections: all,
      isWhole: true,
      keepsHoldings: false,
      newNumbers: undefined,
      holdings,
      changed,
    };
  }
  const newNumbers = newNumbersBetween(before, after);
  const since = changedHoldingsSince(before, after);
  return {
    name,
    sections: replacedSections(before, after),
    isWhole: false,
    keepsHoldings: since !== undefined,
    newNumbers,
    holdings: [...(since ?? changedHoldingsOf(after))],
    changed,
  };
}

/** Returns the sections of each group in which a section differs from `before`, without changed holdings. */
function replacedSections(before: Catalog, after: Catalog): Map<string, Section> {
  const [old, sections] = [before, after].map((catalog) =>
    sectionsOf(withoutChangedHoldings(catalog)),
  );
  const isReplaced = (group: (typeof SECTION_GROUPS)[number]) => {
    const [now, then] = [selectGroups(sections, [group]), selectGroups(old, [group])];
    return [...new Set([...now.keys(), ...then.keys()])].some(
      (key) => now.get(key) !== then.get(key),
    );
  };
  return new Map(selectGroups(sections, SECTION_GROUPS.filter(isReplaced)));
}

/** The number of titles whose holdings one step of {@link applyDifferenceInSteps} changes. */
const TITLES_PER_STEP = 64;

/** A difference whose changed holdings may be decoded one by one while {@link applyDifferenceInSteps} applies them. */
type AppliedDifference = Omit<CatalogDifference, 'holdings'> &
  OpenSectionsOptions & { readonly holdings: Iterable<CatalogDifference['holdings'][number]> };

/**
 * Opens, in steps, the second catalog that {@link differenceBetween} compared.
 *
 * @param before the catalog that the difference was computed from; undefined for a difference that is a whole catalog
 * @param latest Returns the catalog whose changed holdings are kept, with the titles of `before` except for changed
 *   holdings. Called when the holdings are moved. Default: `before` is returned.
 */
export function* applyDifferenceInSteps(
  before: Catalog | undefined,
  difference: AppliedDifference,
  latest?: () => Catalog,
): Generator<undefined, Catalog, void> {
  const { name, sections, isWhole, keepsHoldings, newNumbers, holdings, changed } = difference;
  let catalog: Catalog;
  if (before === undefined || isWhole) {
    catalog = openSections(name, new Map(sections), difference);
  } else {
    const base = withoutChangedHoldings(before);
    catalog = sections.size === 0 ? base : replaceSections(base, groupSections(sections));
    yield;
    const holder = latest?.() ?? before;
    if (keepsHoldings) catalog = yield* moveChangedHoldings(catalog, holder, newNumbers);
  }
  let editor: HoldingsEditor | undefined;
  let count = 0;
  for (const [number, encoded] of holdings) {
    if (count++ % TITLES_PER_STEP === 0) yield;
    editor ??= editHoldings(catalog);
    editor.changeEncoded(number, encoded);
  }
  catalog = editor?.finish() ?? catalog;
  return changed === undefined ? catalog : withChangeTime(catalog, changed);
}
