import { expect, it } from 'vitest';
import { createSharedStringsEncoder } from '../../../src/snapshot/encoding/shared-strings-encoder.js';
import { openCompressedStrings } from '../../../src/snapshot/format/compressed-strings.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';

/** Encodes the strings of titles. The ids of the titles are single characters. */
function encode(titles: Readonly<Record<string, readonly string[]>>, order: string) {
  const encoder = createSharedStringsEncoder();
  const provisional = new Map<string, number>();
  for (const id of order) {
    encoder.beginTitle(id);
    for (const text of titles[id]) provisional.set(text, encoder.add(text));
  }
  const sorted = [...order].sort();
  const docIds = Uint32Array.from(order, (id) => sorted.indexOf(id));
  const finalNumbers = encoder.finalNumbers(docIds);
  const sections = new Map<string, SectionData>();
  encoder.finish(sections, 'titles.shared', finalNumbers);
  const table = openCompressedStrings(sections, 'titles.shared');
  const strings = Array.from({ length: table.size }, (_, number) => table.get(number));
  for (const [text, number] of provisional) {
    expect(strings[finalNumbers?.[number] ?? number]).toBe(text);
  }
  return { strings, finalNumbers };
}

const TITLES = {
  a: ['Book', 'Main', 'Book', 'Sea'],
  b: ['Whales', 'Book', 'Acadia'],
  c: ['Acadia', 'Sea', 'Zoo', 'Main'],
};
const IN_ORDER_OF_IDS = ['Book', 'Main', 'Sea', 'Whales', 'Acadia', 'Zoo'];

it.for(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])(
  'shared strings are numbered in the order of title ids if the order of the titles is %s',
  (order) => {
    expect(encode(TITLES, order).strings).toEqual(IN_ORDER_OF_IDS);
  },
);

it('shared strings keep their numbers if the titles are in the order of their ids', () => {
  expect(encode(TITLES, 'abc').finalNumbers).toBeUndefined();
});
