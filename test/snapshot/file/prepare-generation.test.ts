import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import { NO_CHANGES } from '../../../src/snapshot/file/changes-file.js';
import {
  decodePairs,
  type Generation,
  prepareGeneration,
} from '../../../src/snapshot/file/prepare-generation.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import {
  groupSections,
  openSections,
  replaceSections,
  sectionsOf,
} from '../../../src/snapshot/format/open-sections.js';
import { book, catalogOf, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

function linesOf(changes: readonly Change[]): string[] {
  return changes.map((change) => `${JSON.stringify(change)}\n`);
}

function titlesIn({ titles }: Catalog): Title[] {
  return Array.from({ length: titles.size }, (_, number) => titles.get(number));
}

describe('prepareGeneration of a file', () => {
  const LIBRARY = { id: 'branch', name: 'Branch', snapshot_date: '2026-11-01T00:00:00Z' };
  const LINES = linesOf([
    { op: 'put', kind: 'titles', record: book('t1', 'Emma') },
    { op: 'holdings', title: 't1', holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] },
    { op: 'delete', kind: 'titles', id: 't1', at: '2026-10-01T00:00:00Z' },
    { op: 'delete', kind: 'titles', id: 'unknown' },
    { op: 'put', kind: 'titles', record: book('t2', 'Persuasion'), at: '2026-11-02T10:00:00Z' },
    { op: 'delete', kind: 'titles', id: 't0' },
    { op: 'holdings', title: 't0', holdings: [] },
  ]);
  const open = ({ sections }: Generation) => openSections('branch', sections);

  it.each([1, LINES[0].length, LINES[0].length + 1, LINES.join('').length, 10_000])(
    'applies a file of changes in parts of %i bytes like the whole file at once',
    async (maxBytes) => {
      const directory = scratchDirectory();
      const path = join(directory, 'branch.snapshot');
      await buildSnapshot({ library: LIBRARY, titles: [book('t0', 'Sanditon')] }, path);
      const changes = { path: join(directory, 'changes.jsonl'), needsLibrary: false };
      writeFileSync(changes.path, LINES.join(''));
      const generation = await prepareGeneration({ path, changes }, maxBytes);
      expect(generation.counts).toEqual({ applied: 4, superseded: 1, skipped: 2 });
      expect(generation.skipped.map(({ line }) => line)).toEqual([4, 7]);
      expect(generation.changed).toBe('2026-11-02T10:00:00Z');
      expect(generation.position).toMatchObject({ bytes: LINES.join('').length, lines: 7 });
      const atOnce = await prepareGeneration({ path, changes });
      expect(generation.holdings).toEqual(atOnce.holdings);
      expect(titlesIn(open(generation))).toEqual(titlesIn(open(atOnce)));
    },
  );
});

it('A generation has the changed holdings of all titles, in small arrays', async () => {
  const directory = scratchDirectory();
  const path = join(directory, 'branch.snapshot');
  const titles = Array.from({ length: 600 }, (_, i) =>
    book(String(1000 + i), `Volume ${i}`, { popularity: 1 }),
  );
  await buildSnapshot(recordsOf({ titles }), path);
  const changes = { path: join(directory, 'changes.jsonl'), needsLibrary: false };
  const holdings = [{ branch: 'MAIN', status: 'AVAILABLE' }] as const;
  const lines = titles.map(({ id }) => ({ op: 'holdings', title: id, holdings }) as const);
  writeFileSync(changes.path, linesOf(lines).join(''));
  const generation = await prepareGeneration({ path, changes });
  expect(generation.holdings).toHaveLength(3);
  const numbers = Array.from(decodePairs(generation.holdings), ([number]) => number);
  expect(numbers).toEqual(Array.from({ length: 600 }, (_, number) => number));
});

describe('prepareGeneration of an open catalog', () => {
  const CHANGES = Array.from({ length: 5 }, (_, i) => ({
    op: 'put' as const,
    kind: 'titles' as const,
    record: book(`t${i}`, `Changed title ${i}`),
  }));
  const LINES = linesOf(CHANGES);

  it.each([
    [1, [1, 2, 3, 4, 5]],
    [LINES[0].length + 1, [2, 4, 5]],
    [LINES.join('').length, [5]],
    [undefined, [5]],
  ])('applies changes until %s bytes are read', async (maxBytes, expected) => {
    const changes = { path: join(scratchDirectory(), 'changes.jsonl'), needsLibrary: false };
    writeFileSync(changes.path, LINES.join(''));
    const before = catalogOf({ titles: [book('t0', 'Emma'), book('z', 'Persuasion')] });
    const { source: path, library, fingerprint, titles } = before;
    const snapshot = {
      library: library.id,
      snapshot: fingerprint,
      date: library.snapshot_date,
      titles: titles.size,
    };
    const opened = { snapshot, version: undefined, changed: undefined };
    let catalog = before;
    let read: Pick<Generation, 'position' | 'counts'> = { position: undefined, counts: NO_CHANGES };
    const counts: number[] = [];
    while (read.counts.applied < LINES.length) {
      const open = { ...opened, ...read, sections: new Map(sectionsOf(catalog)) };
      const generation = await prepareGeneration({ path, changes, open }, maxBytes);
      counts.push(generation.counts.applied);
      catalog = replaceSections(catalog, groupSections(generation.sections));
      read = generation;
    }
    expect(counts).toEqual(expected);
    expect(titlesIn(catalog)).toEqual(titlesIn(applyChanges(before, CHANGES)));
  });
});
