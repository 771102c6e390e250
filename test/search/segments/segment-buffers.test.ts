import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../src/search/segments/build-segment.js';
import { SegmentBuffers } from '../../../src/search/segments/segment-buffers.js';

const FIELDS = ['title', 'author'];
const LONG = Array.from({ length: 1000 }, (_, i) => `word${i}`).join(' ');

const SEGMENTS = [
  [{ title: 'Typee, Omoo' }],
  [],
  [{ title: LONG }, { author: 'Melville' }, {}],
  ...Array.from({ length: 15 }, (_, i) => [{ title: `${LONG} volume${i}` }]),
].map((documents) => buildSegment(documents, { fields: FIELDS }));

describe('SegmentBuffers', () => {
  it('copies segments without changing their contents', () => {
    const buffers = new SegmentBuffers();
    expect(SEGMENTS.map((segment) => buffers.keep(segment))).toEqual(SEGMENTS);
  });

  it('stores the arrays of a property in a few buffers, separate from the arrays of other properties', () => {
    const buffers = new SegmentBuffers();
    const kept = SEGMENTS.map((segment) => buffers.keep(segment));
    const forwardIdBuffers = new Set(kept.map(({ forwardIds }) => forwardIds.buffer));
    const termUnitBuffers = new Set(kept.map(({ termUnits }) => termUnits.buffer));
    expect(forwardIdBuffers.size).toBeLessThan(5);
    expect(termUnitBuffers.size).toBeLessThan(8);
    expect([...forwardIdBuffers].filter((buffer) => termUnitBuffers.has(buffer))).toEqual([]);
  });

  it('copies arrays of 1-byte, 2-byte and 4-byte numbers of different lengths', () => {
    const [small] = SEGMENTS;
    const segments = [
      Uint8Array.of(1, 2, 3),
      Uint16Array.of(300, 4, 5),
      Uint32Array.of(70_000),
      Uint16Array.of(6),
      Uint32Array.of(80_000, 7),
      Uint32Array.from({ length: 40_000 }, (_, i) => 70_000 + i),
      Uint8Array.of(8),
    ].map((forwardIds) => ({ ...small, forwardIds }));
    const buffers = new SegmentBuffers();
    expect(segments.map((segment) => buffers.keep(segment))).toEqual(segments);
  });

  it('stores 100 arrays of 60,000 bytes in fewer than 10 buffers', () => {
    const buffers = new SegmentBuffers();
    const forwardIds = new Uint8Array(60_000);
    const distinct = new Set<ArrayBufferLike>();
    for (let i = 0; i < 100; i++) {
      distinct.add(buffers.keep({ ...SEGMENTS[0], forwardIds }).forwardIds.buffer);
    }
    expect(distinct.size).toBeLessThan(10);
  });
});
