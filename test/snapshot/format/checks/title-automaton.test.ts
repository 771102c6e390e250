import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../../src/snapshot/file/open-catalog.js';
import { TitleAutomaton } from '../../../../src/snapshot/format/checks/title-automaton.js';
import { checkTitlePart } from '../../../../src/snapshot/format/checks/title-part-check.js';
import { CompressedStringsWriter } from '../../../../src/snapshot/format/compressed-strings.js';
import type { SectionData } from '../../../../src/snapshot/format/container/sections.js';
import { stringTableData } from '../../../../src/snapshot/format/records.js';
import {
  encodeTitle,
  RECORD_PARTS,
  type RecordPart,
} from '../../../../src/snapshot/format/title-codec.js';
import { createRandom, mutateText } from '../../fuzzing/mutations.js';

const DATA = join(import.meta.dirname, '../../../../data/alderwick');

const TITLES = 50;

/** The parts of real titles, and the sizes of their shared strings in bytes. */
function encodedTitles() {
  const shared = new Map<string, number>();
  const share = (text: string) => {
    const index = shared.get(text) ?? shared.size;
    shared.set(text, index);
    return index;
  };
  const { titles: all } = openCatalog(DATA);
  const titles = Array.from({ length: TITLES }, (_, i) => encodeTitle(all.get(i), share));
  const sharedSizes = Uint32Array.from(shared.keys(), (text) => Buffer.byteLength(text));
  return { titles, sharedSizes };
}

/** Returns whether the automaton recognizes each text. */
function recognize(
  part: RecordPart,
  texts: readonly string[],
  sharedSizes: Uint32Array,
): boolean[] {
  const sections = new Map<string, SectionData>();
  const writer = new CompressedStringsWriter();
  for (const text of texts) writer.add(text);
  writer.finish(sections, 'parts');
  const { offsets, bytes } = stringTableData(sections, 'parts');
  const automaton = new TitleAutomaton(
    part,
    stringTableData(sections, 'parts.symbols'),
    sharedSizes,
  );
  return texts.map((text, i) => {
    const size = automaton.sizeOf(bytes, offsets[i], offsets[i + 1]);
    if (size >= 0) expect(size).toBe(Buffer.byteLength(text));
    return size >= 0;
  });
}

describe('TitleAutomaton', () => {
  it('recognizes all parts of real titles, and returns their sizes', () => {
    const { titles, sharedSizes } = encodedTitles();
    for (const part of RECORD_PARTS) {
      const texts = titles.map((title) => title[part]);
      expect(recognize(part, texts, sharedSizes)).not.toContain(false);
    }
  });

  it('recognizes only parts that can be decoded', () => {
    const { titles, sharedSizes } = encodedTitles();
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...RECORD_PARTS), (seed, part) => {
        const random = createRandom(seed);
        const texts = titles.map((title) => {
          const other = RECORD_PARTS[random(20) === 0 ? random(2) : RECORD_PARTS.indexOf(part)];
          return mutateText(title[other], random);
        });
        const recognized = recognize(part, texts, sharedSizes);
        texts.forEach((text, i) => {
          if (recognized[i]) expect(checkTitlePart(part, text, sharedSizes), text).toBeDefined();
        });
        expect(recognized).toContain(true);
        expect(recognized).toContain(false);
      }),
      { numRuns: 6 },
    );
  });

  it.each<[string, boolean]>([
    ['[0,"Sea",1,[0]]', true],
    ['[0,"Sea",1,[9,10]]', true],
    ['[0,"Sea",1,[0,11]]', false],
    ['[0,"Sea",1,[01]]', false],
    ['[0,"",1,[0]]', false],
    ['[0,"Sea",1,[1]]', false],
    ['[0,"Sea",1,[0,1]]', true],
    ['[0,"Sea",1,[0],3,[[1]]]', false],
    ['[0,"Sea",1,[0],2,"",3,[[10]]]', true],
    ['[0,"Sea",1,[]]', false],
    ['[0,"Sea",1,[null]]', false],
    ['[0,"Sea"]', false],
    ['[1,[0],0,"Sea"]', false],
    ['[0,"S\\u00E9a\\n",1,[0,null],3,[],4,["1","2"]]', true],
    ['[0,"S\\u00Ga",1,[0]]', false],
    ['[0,"Sea",1,[0],9,[0]]', false],
    ['[0,"Sea",1,[0]]]', false],
    ['[0,"Sea",1,[0]', false],
    ['', false],
  ])('returns for the summary %s whether it can be decoded: %s', (text, isValid) => {
    const sharedSizes = new Uint32Array(11).fill(3);
    sharedSizes[1] = 0;
    expect(recognize('summary', [text], sharedSizes)).toEqual([isValid]);
    expect(checkTitlePart('summary', text, sharedSizes) !== undefined).toBe(isValid);
  });

  it.each<[string, boolean]>([
    ['[0,"Sea",1,[0,10]]', true],
    ['[0,"Sea",1,[0,11]]', false],
    ['[0,"Sea",1,[0],2,"",3,[[11]]]', false],
  ])('returns for repeated summaries %s, whose indexes are within codes: %s', (text, isValid) => {
    const texts = Array.from({ length: 200 }, () => text);
    const recognized = recognize('summary', texts, new Uint32Array(11).fill(3));
    expect(new Set(recognized)).toEqual(new Set([isValid]));
  });
});
