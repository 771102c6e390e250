import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/catalog/changes/change.js';
import type { Title } from '../../../../src/catalog/records/title.js';
import {
  type PreparedCatalog,
  prepareCatalog,
} from '../../../../src/snapshot/file/changes/prepare-catalog.js';
import { buildSnapshot } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { openSections } from '../../../../src/snapshot/format/open-sections.js';
import { book } from '../../../catalog/catalog-of.js';
import { scratchDirectory } from '../scratch-directory.js';

const LIBRARY = { id: 'branch', name: 'Branch', snapshot_date: '2026-11-01T00:00:00Z' };
const CHANGES: readonly Change[] = [
  { op: 'put', kind: 'titles', record: book('t1', 'Emma') },
  { op: 'holdings', title: 't1', holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] },
  { op: 'delete', kind: 'titles', id: 't1', at: '2026-10-01T00:00:00Z' },
  { op: 'delete', kind: 'titles', id: 'unknown' },
  { op: 'put', kind: 'titles', record: book('t2', 'Persuasion'), at: '2026-11-02T10:00:00Z' },
  { op: 'delete', kind: 'titles', id: 't0' },
  { op: 'holdings', title: 't0', holdings: [] },
];
const LINES = CHANGES.map((change) => `${JSON.stringify(change)}\n`);

function titlesIn({ sections }: PreparedCatalog): Title[] {
  const { titles } = openSections('branch', new Map(sections));
  return Array.from({ length: titles.size }, (_, number) => titles.get(number));
}

describe('prepareCatalog', () => {
  it.each([1, LINES[0].length, LINES[0].length + 1, LINES.join('').length, 10_000])(
    'applies a file of changes in parts of %i bytes like the whole file at once',
    async (maxBytes) => {
      const directory = scratchDirectory();
      const path = join(directory, 'branch.snapshot');
      await buildSnapshot({ library: LIBRARY, titles: [book('t0', 'Sanditon')] }, path);
      const changes = { path: join(directory, 'changes.jsonl'), needsLibrary: false };
      writeFileSync(changes.path, LINES.join(''));
      const prepared = prepareCatalog({ path, changes }, maxBytes);
      expect(prepared.counts).toEqual({ applied: 4, superseded: 1, skipped: 2 });
      expect(prepared.skipped.map(({ line }) => line)).toEqual([4, 7]);
      expect(prepared.changed).toBe('2026-11-02T10:00:00Z');
      expect(prepared.position).toMatchObject({ bytes: LINES.join('').length, lines: 7 });
      const atOnce = prepareCatalog({ path, changes });
      expect(prepared.holdings).toEqual(atOnce.holdings);
      expect(titlesIn(prepared)).toEqual(titlesIn(atOnce));
    },
  );
});
