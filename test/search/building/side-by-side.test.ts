import { expect, it } from 'vitest';
import { buildSegment } from '../../../src/search/building/build-segment.js';
import { sideBySide } from '../../../src/search/building/side-by-side.js';

const FIELDS = ['title', 'author'];
const LONG = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');

it('Segments side by side hold what they held, all numbers of a kind in one buffer', () => {
  const segments = [
    [{ title: 'Typee, Omoo' }],
    [],
    [{ title: LONG }, { author: 'Melville' }, {}],
  ].map((documents) => buildSegment(documents, { fields: FIELDS }));
  const moved = sideBySide(segments);
  expect(moved).toEqual(segments);
  expect(new Set(moved.map(({ tokens }) => tokens.buffer)).size).toBe(1);
  expect(new Set(moved.map(({ termUnits }) => termUnits.buffer)).size).toBe(1);
  expect(moved[0].tokens.buffer).not.toBe(moved[0].termUnits.buffer);
});

it('No segments are none side by side', () => {
  expect(sideBySide([])).toEqual([]);
});
