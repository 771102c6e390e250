import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../src/snapshot/changes/apply-changes.js';
import { createChangesPreparer } from '../../../../src/snapshot/file/changes/prepare-changes.js';
import {
  openSections,
  replaceSections,
  sectionsOf,
} from '../../../../src/snapshot/format/open-sections.js';
import { groupSections } from '../../../../src/snapshot/format/section-groups.js';
import { book, catalogOf } from '../../../catalog/catalog-of.js';
import { scratchDirectory } from '../scratch-directory.js';

const CHANGES = Array.from({ length: 5 }, (_, i) => ({
  op: 'put' as const,
  kind: 'titles' as const,
  record: book(`t${i}`, `Changed title ${i}`),
}));
const LINES = CHANGES.map((change) => `${JSON.stringify(change)}\n`);

describe('createChangesPreparer', () => {
  it.each([
    [1, [1, 1, 1, 1, 1]],
    [LINES[0].length + 1, [2, 2, 1]],
    [LINES.join('').length, [5]],
    [undefined, [5]],
  ])('prepares changes until %s bytes are read', (maxBytes, expected) => {
    const path = join(scratchDirectory(), 'changes.jsonl');
    writeFileSync(path, LINES.join(''));
    const before = catalogOf({ titles: [book('t0', 'Emma'), book('z', 'Persuasion')] });
    const prepare = createChangesPreparer(maxBytes);
    const { source } = before;
    const file = { path, needsLibrary: false };
    let catalog = openSections(source, new Map(sectionsOf(before)));
    let sections = new Map(sectionsOf(catalog));
    let position = { file: '', bytes: 0, lines: 0, tail: '' };
    const counts: number[] = [];
    while (position.lines < LINES.length) {
      const prepared = prepare({ source, sections, changed: undefined, file, position });
      counts.push(prepared.counts.applied);
      catalog = replaceSections(catalog, groupSections(prepared.sections));
      sections = new Map();
      position = prepared.position;
    }
    expect(counts).toEqual(expected);
    const { titles } = applyChanges(before, CHANGES);
    expect(catalog.titles.size).toBe(6);
    for (let number = 0; number < titles.size; number++) {
      expect(catalog.titles.get(number)).toEqual(titles.get(number));
    }
  });
});
