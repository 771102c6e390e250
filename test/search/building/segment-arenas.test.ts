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

it('Segments that are kept hold what they held, whatever their numbers take and however long they are', () => {
  const [small] = SEGMENTS;
  const segments = [
    Uint8Array.of(1, 2, 3),
    Uint16Array.of(300, 4, 5),
    Uint32Array.of(70_000),
    Uint16Array.of(6),
    Uint32Array.of(80_000, 7),
    Uint32Array.from({ length: 40_000 }, (_, i) => 70_000 + i),
    Uint8Array.of(8),
  ].map((tokens) => ({ ...small, tokens }));
  const arenas = new SegmentArenas();
  expect(segments.map((segment) => arenas.keep(segment))).toEqual(segments);
});

it('The more segments are kept, the longer are their buffers', () => {
  const arenas = new SegmentArenas();
  const tokens = new Uint8Array(60_000);
  const buffers = new Set<ArrayBufferLike>();
  for (let i = 0; i < 100; i++) {
    buffers.add(arenas.keep({ ...SEGMENTS[0], tokens }).tokens.buffer);
  }
  expect(buffers.size).toBeLessThan(10);
});
