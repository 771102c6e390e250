import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import {
  addTextBlocks,
  checkTextBlocks,
  openTextBlocks,
} from '../../../src/snapshot/format/text-blocks.js';
import { runs } from '../../random-seed.js';

function blocksOf(texts: readonly string[]): Map<string, SectionData> {
  const sections = new Map<string, SectionData>();
  addTextBlocks(
    sections,
    't',
    texts.map((text) => new TextEncoder().encode(text)),
  );
  return sections;
}

const isJson = (text: string) => text.startsWith('"');
const check = (sections: Map<string, SectionData>, size: number) =>
  checkTextBlocks(sections, 't', size, isJson);

/** JSON texts of which some are longer than a block, and some compress to a small part of their size. */
const texts = fc
  .array(fc.record({ text: fc.string({ unit: 'binary' }), times: fc.constantFrom(1, 1, 1, 9000) }))
  .map((all) => all.map(({ text, times }) => JSON.stringify(text.repeat(times))));

describe('texts in blocks', () => {
  it('are read as they were written, in any order, and pass their check', () => {
    fc.assert(
      fc.property(texts, (written) => {
        const sections = blocksOf(written);
        expect(() => check(sections, written.length)).not.toThrow();
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
      'another number of texts',
      (sections) => sections.set('t.first', Uint32Array.of(0, 1400, 2999)),
      't.first: expected 3000 texts, found 2999',
    ],
    [
      'blocks out of order',
      (sections) => sections.set('t.first', Uint32Array.of(0, 0, 3000)),
      't.first: expected an ascending index at 1, found 0',
    ],
    [
      'a block of any size',
      (sections) => sections.set('t.size', Uint32Array.of(2 ** 31, 1)),
      't.size: expected at most ',
    ],
    [
      'a block that is too short',
      (sections) => sections.set('t.size', Uint32Array.of(100, 100)),
      't.bytes: expected a block of ',
    ],
    [
      'other compressed bytes',
      (sections) => (sections.get('t.bytes') as Uint8Array).fill(255, 0, 9),
      't.bytes: expected a block of ',
    ],
    [
      'a text that is not valid',
      (sections) => {
        for (const [name, data] of blocksOf(words.with(7, 'x'))) sections.set(name, data);
      },
      't.bytes: expected a block of ',
    ],
  ])('with %s are refused', (_, change, message) => {
    const sections = blocksOf(words);
    change(sections);
    expect(() => check(sections, words.length)).toThrow(message);
  });
});
