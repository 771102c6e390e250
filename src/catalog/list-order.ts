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
