import { expect, it } from 'vitest';
import type { SectionData } from '../../src/snapshot/format/section.js';
import { indexTexts } from '../../src/snapshot/index-texts.js';
import { createTitlesEncoder } from '../../src/snapshot/titles-encoder.js';
import { book, recordsOf } from '../catalog/catalog-of.js';

it('An encoder of titles keeps no segment that it has merged', () => {
  const { library } = recordsOf({});
  const encoder = createTitlesEncoder(library, () => ({ tags: [], ratings: [] }));
  const segments = ['Typee', 'Omoo'].flatMap((name) => indexTexts([encoder.add(book(name, name))]));
  const sections = new Map<string, SectionData>();
  encoder.finish(sections, segments);
  expect(segments).toEqual([]);
  expect(sections.has('titles.record.bytes')).toBe(true);
});
