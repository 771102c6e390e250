import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { addTextBlocks, openTextBlocks } from '../../../src/snapshot/format/title-records.js';
import { runs } from '../../random-seed.js';

function blocksOf(texts: readonly string[]): Map<string, SectionData> {
  const sections = new Map<string, SectionData>();
  addTextBlocks(
    sections,
    't',
    texts.map((text) => new TextEncoder().encode(text)),
    1 << 15,
  );
  return sections;
}

/** JSON texts of which some are longer than a block, and some compress to a small part of their size. */
const texts = fc
  .array(fc.record({ text: fc.string({ unit: 'binary' }), times: fc.constantFrom(1, 1, 1, 9000) }))
  .map((all) => all.map(({ text, times }) => JSON.stringify(text.repeat(times))));

describe('texts in blocks', () => {
  it('are read as they were written, in any order', () => {
    fc.assert(
      fc.property(texts, (written) => {
        const sections = blocksOf(written);
        const { get } = openTextBlocks(sections, 't');
        const numbers = [...written.keys()].sort((a, b) => (a % 3) - (b % 3));
        for (const number of numbers) expect(get(number)).toBe(written[number]);
      }),
      { numRuns: runs(40) },
    );
  });

  const words = Array.from({ length: 3000 }, (_, i) => JSON.stringify(`record ${i * 7919}`));

  it('are smaller than the texts, in several blocks', () => {
    const sections = blocksOf(words);
    expect(sections.get('t.size')?.length).toBeGreaterThan(1);
    expect(sections.get('t.bytes')?.length).toBeLessThan(words.join('').length / 2);
  });

  it.each<[string, (sections: Map<string, SectionData>) => void, string]>([
    [
      'another number of blocks',
      (sections) => sections.set('t.first', Uint32Array.of(0, 3000)),
      't.first: expected 3 elements, found 2',
    ],
    [
      'another number of bytes',
      (sections) => sections.set('t.bytes', new Uint8Array(7)),
      't.offsets: expected offsets from 0 to 7, found 0 to ',
    ],
  ])('with %s are refused', (_, change, message) => {
    const sections = blocksOf(words);
    change(sections);
    expect(() => openTextBlocks(sections, 't')).toThrow(message);
  });

  it.each<[string, (sections: Map<string, SectionData>) => void]>([
    ['another number of texts', (sections) => sections.set('t.first', Uint32Array.of(0, 99, 3000))],
    ['a block of any size', (sections) => sections.set('t.size', Uint32Array.of(2 ** 31, 1))],
    ['a block that is too short', (sections) => sections.set('t.size', Uint32Array.of(100, 100))],
    [
      'other compressed bytes',
      (sections) => (sections.get('t.bytes') as Uint8Array).fill(255, 0, 9),
    ],
  ])('with %s are not read', (_, change) => {
    const sections = blocksOf(words);
    change(sections);
    const { get } = openTextBlocks(sections, 't');
    expect(() => get(7)).toThrow('t.bytes: expected a compressed block at 0, found other data');
  });
});
