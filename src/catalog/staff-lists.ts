import { parseInstant } from '../base/instant.js';
import { memoizePerObject } from '../base/lazy.js';
import type { Catalog } from './catalog.js';

/** Returns the numbers in `lists` of the lists by staff, the most recently updated list first. */
export const staffLists = memoizePerObject((lists: Catalog['lists']): readonly number[] =>
  Array.from({ length: lists.size }, (_, number) => ({ number, list: lists.header(number) }))
    .filter(({ list }) => list.staff_list === true)
    .sort((a, b) => parseInstant(b.list.updated) - parseInstant(a.list.updated))
    .map(({ number }) => number),
);
