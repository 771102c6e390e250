/*
 * The demand for titles: the sum of their weights by popularity (`name-levels.ts`). A search prefers an author or a
 * series to titles with the same name if its titles have more demand.
 */

import { intersect } from '../../search/index.js';
import type { Titles } from '../catalog.js';
import { titleWeight } from '../name-levels.js';

const NO_TITLES: Uint32Array = new Uint32Array();

/** The titles of an author whose surname was typed need more than this share of the demand for all titles found. */
const MIN_SURNAME_SHARE = 0.5;

/**
 * Returns the titles found of the author with a surname who has the most demand, or no titles if other titles have most
 * of the demand.
 */
export function ofMainAuthor(
  titles: Titles,
  ofSurname: Uint32Array,
  found: Uint32Array,
): Uint32Array {
  const ofFound = intersect(ofSurname, found);
  if (ofFound.length === 0) return NO_TITLES;
  const { valuesOf } = titles.columns.author;
  const demands = new Map<number, number>();
  for (const title of ofFound) {
    for (const author of valuesOf(title)) {
      demands.set(author, (demands.get(author) ?? 0) + demandFor(titles, title));
    }
  }
  const [[main, demand] = [-1, 0]] = [...demands].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const isMain = demand > MIN_SURNAME_SHARE * sumOfDemand(titles, found);
  return isMain ? ofFound.filter((title) => valuesOf(title).includes(main)) : NO_TITLES;
}

/**
 * Returns the titles of the name with the highest demand, among names of several titles whose demand is more than
 * `ratio` times the demand for the titles that equal the name.
 */
export function preferredName(
  titles: Titles,
  exact: Uint32Array,
  names: readonly { readonly ofName: Uint32Array; readonly ratio: number }[],
): Uint32Array | undefined {
  if (exact.length === 0) return undefined;
  const forExact = sumOfDemand(titles, exact);
  let preferred: Uint32Array | undefined;
  let highest = 0;
  for (const { ofName, ratio } of names) {
    const demand = ofName.length > 1 ? sumOfDemand(titles, ofName) : 0;
    if (demand <= Math.max(highest, ratio * forExact)) continue;
    preferred = ofName;
    highest = demand;
  }
  return preferred;
}

/** Returns the demand for titles together, in the unit of {@link titleWeight}. */
export function sumOfDemand(titles: Titles, documents: Uint32Array): number {
  return documents.reduce((sum, title) => sum + demandFor(titles, title), 0);
}

/** Returns the demand for a title, in the unit of {@link titleWeight}. */
export function demandFor({ popularityBoosts }: Titles, title: number): number {
  return titleWeight(popularityBoosts.values[title]);
}
