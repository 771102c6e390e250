/* The numbers of the lists of a catalog: of all lists by date, and of the lists that contain a title. */

import { parseInstant } from '../base/instant.js';
import { memoizePerObject } from '../base/lazy.js';
import type { Catalog } from './catalog.js';

/** The numbers in `lists` of all lists, of the lists by staff and of all others, each with the most recently updated list first. */
export const listOrder = memoizePerObject((lists: Catalog['lists']) => {
  const sorted = Array.from({ length: lists.size }, (_, number) => ({
    number,
    list: lists.header(number),
  })).sort((a, b) => parseInstant(b.list.updated) - parseInstant(a.list.updated));
  const numbersOf = (isStaff: boolean): readonly number[] =>
    sorted.filter(({ list }) => (list.staff_list === true) === isStaff).map((it) => it.number);
  return { all: sorted.map((it) => it.number), staff: numbersOf(true), others: numbersOf(false) };
});

/** The maximum number of lists that {@link listNumbersContaining} returns. */
const MAX_LISTS_OF_TITLE = 20;

/** Returns the numbers in `lists` of the first 20 lists that contain a title, in ascending order. */
export function listNumbersContaining(
  { lists }: Pick<Catalog, 'lists'>,
  titleId: string,
): readonly number[] {
  return listNumbersByTitle(lists).get(titleId) ?? [];
}

const listNumbersByTitle = memoizePerObject((lists: Catalog['lists']) => {
  const byTitle = new Map<string, number[]>();
  for (let number = 0; number < lists.size; number++) {
    for (const id of new Set(lists.items(number).flatMap(({ title }) => title ?? []))) {
      const numbers = byTitle.get(id);
      if (numbers === undefined) byTitle.set(id, [number]);
      else if (numbers.length < MAX_LISTS_OF_TITLE) numbers.push(number);
    }
  }
  return byTitle;
});
