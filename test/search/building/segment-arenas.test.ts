import { expect, it } from 'vitest';
import { buildSegment } from '../../../src/search/building/build-segment.js';
import { SegmentArenas } from '../../../src/search/building/segment-arenas.js';

const FIELDS = ['title', 'author'];
const LONG = Array.from({ length: 1000 }, (_, i) => `word${i}`).join(' ');

const SEGMENTS = [
  [{ title: 'Typee, Omoo' }],
  [],
  [{ title: LONG }, { author: 'Melville' }, {}],
  ...Array.from({ length: 15 }, (_, i) => [{ title: `${LONG} volume${i}` }]),
].map((documents) => buildSegment(documents, { fields: FIELDS }));

it('Segments that are kept hold what they held', () => {
  const arenas = new SegmentArenas();
  expect(SEGMENTS.map((segment) => arenas.keep(segment))).toEqual(SEGMENTS);
});

it('Segments that are kept have the numbers of a kind in a few buffers of their own', () => {
  const arenas = new SegmentArenas();
  const kept = SEGMENTS.map((segment) => arenas.keep(segment));
  const ofTokens = new Set(kept.map(({ tokens }) => tokens.buffer));
  const ofTerms = new Set(kept.map(({ termUnits }) => termUnits.buffer));
  expect(ofTokens.size).toBeLessThan(5);
  expect(ofTerms.size).toBeLessThan(8);
  expect([...ofTokens].filter((buffer) => ofTerms.has(buffer))).toEqual([]);
});
