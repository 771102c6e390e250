import { expect, it } from 'vitest';
import { createQueryColumnsEncoder } from '../../../src/snapshot/encoding/columns-encoder.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { book } from '../../catalog/catalog-of.js';

it('A number column omits numbers of changed records of a snapshot that was tampered with', () => {
  const encoder = createQueryColumnsEncoder();
  encoder.add(book('1', 'Emma', { added: '1970-01-02T00:00:00Z', rating: 4 }));
  encoder.add(book('2', 'Emma', { added: 'never', rating: 99_999_999 }));
  const sections = new Map<string, SectionData>();
  encoder.finish(sections, { size: 2, docIds: Uint32Array.of(0, 1) });
  expect(sections.get('titles.query.added_day')).toEqual(Int32Array.of(1, -(2 ** 31)));
  expect(sections.get('titles.query.rating')).toEqual(Int32Array.of(4000, -(2 ** 31)));
});
