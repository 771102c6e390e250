import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../src/snapshot/file/build-snapshot.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import type { SourceRecords } from '../../../src/snapshot/source-records.js';
import { recordsOf } from '../../catalog/catalog-of.js';
import { getTitle } from '../../v1/validated.js';
import { type FileContent, scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

const title = { id: '1', title: 'Moby-Dick', format: { id: 'BK' } };

async function build(files: Record<string, FileContent>) {
  const directory = scratchDirectory();
  const snapshot = join(directory, 'harbour.snapshot');
  const { warnings } = await buildSnapshot(writeSource(join(directory, 'source'), files), snapshot);
  return { warnings, catalog: openCatalog(snapshot) };
}

describe('a build warns', () => {
  it('of nothing when there is nothing', async () => {
    expect((await build({})).warnings).toEqual([]);
  });

  it('of an unknown field once, with how often it stood, and leaves it out', async () => {
    const { warnings, catalog } = await build({
      'library.json':
        '{"id":"harbour","name":"Harbour","snapshot_date":"2026-11-01T00:00:00Z","city":"Hull"}',
      'titles.jsonl': [
        {
          ...title,
          shelf: 1,
          authors: [
            { name: 'A', born: 1819 },
            { name: 'B', born: 1820 },
          ],
        },
        { ...title, id: '2', shelf: null, format: { id: 'BK', colour: 'red' } },
        { ...title, id: '3', shelf: '' },
      ],
    });
    expect(warnings).toEqual([
      "library.json: unknown field 'city', left out (1 time)",
      "titles.jsonl: unknown field 'shelf', left out (3 times)",
      "titles.jsonl: unknown field 'authors[].born', left out (2 times)",
      "titles.jsonl: unknown field 'format.colour', left out (1 time)",
    ]);
    expect(catalog.library).not.toHaveProperty('city');
    expect(catalog.titles.get(0)).toEqual({ ...title, authors: [{ name: 'A' }, { name: 'B' }] });
    expect(catalog.titles.get(1)).toEqual({ ...title, id: '2' });
  });

  it.each(['a/b', 'a~b', 'a~1b', '__proto__', 'constructor', '', 'a.b', '水'])(
    "of an unknown field '%s' by its name",
    async (name) => {
      const line = `{"id":"1","title":"Moby-Dick",${JSON.stringify(name)}:{"x":1},"format":{"id":"BK"}}`;
      const { warnings, catalog } = await build({ 'titles.jsonl': line });
      expect(warnings).toEqual([`titles.jsonl: unknown field '${name}', left out (1 time)`]);
      expect(catalog.titles.get(0)).toStrictEqual(title);
    },
  );

  it('of a branch that the library does not name, and keeps its copies', async () => {
    const copy = (branch: string) => ({ branch, status: 'AVAILABLE' });
    const { warnings, catalog } = await build({
      'library.json': [
        {
          id: 'harbour',
          name: 'Harbour',
          snapshot_date: '2026-11-01T00:00:00Z',
          branches: [{ id: 'MAIN', name: 'Main' }],
        },
      ],
      'titles.jsonl': [
        { ...title, holdings: [copy('MAIN'), copy('EAST'), copy('EAST')] },
        { ...title, id: '2', holdings: [copy('EAST'), copy('main')] },
      ],
    });
    expect(warnings).toEqual([
      "titles.jsonl: the library names no branch 'EAST'; its code stands as its name (3 times)",
      "titles.jsonl: the library names no branch 'main'; its code stands as its name (1 time)",
    ]);
    expect(catalog.titles.get(1).holdings?.[0].branch).toBe('EAST');
  });

  it('of a status that it does not know, and takes it for UNAVAILABLE', async () => {
    const copy = (status: string) => ({ branch: 'M', status });
    const { warnings, catalog } = await build({
      'library.json': [
        {
          id: 'harbour',
          name: 'Harbour',
          snapshot_date: '2026-11-01T00:00:00Z',
          branches: [{ id: 'M', name: 'Main' }],
        },
      ],
      'titles.jsonl': [{ ...title, holdings: [copy('available'), copy('LOST'), copy('ON_ORDER')] }],
    });
    const known = 'AVAILABLE, LIBRARY_USE_ONLY, UNAVAILABLE, ON_ORDER';
    expect(warnings).toEqual([
      `titles.jsonl: holdings of the status 'available' count as UNAVAILABLE; known are ${known} (1 time)`,
      `titles.jsonl: holdings of the status 'LOST' count as UNAVAILABLE; known are ${known} (1 time)`,
    ]);
    const context = { baseUrl: 'https://api.example.org' };
    expect(getTitle([catalog], '1', context).title.availability?.id).toBe('UNAVAILABLE');
  });

  it('of the first twenty of a kind by themselves, and of the rest with how many there are', async () => {
    const ascending = Array.from({ length: 25 }, (_, number) => number);
    const copies = [...ascending, 24, 0].map((n) => ({ branch: `B${n}`, status: `S${n}` }));
    const fields = Object.fromEntries(ascending.map((number) => [`x-${number}`, number]));
    const { warnings } = await build({
      'titles.jsonl': [{ ...title, ...fields, holdings: copies }],
    });
    expect(warnings).toHaveLength(3 * 21);
    expect(warnings.filter((warning) => warning.includes('other'))).toEqual([
      'titles.jsonl: yet other unknown fields, left out (5 times)',
      'titles.jsonl: the library names no branch of yet other codes; they stand as names (6 times)',
      'titles.jsonl: holdings of yet other statuses count as UNAVAILABLE (6 times)',
    ]);
    expect(warnings).toContain(
      "titles.jsonl: the library names no branch 'B0'; its code stands as its name (2 times)",
    );
  });

  it('of unknown fields in records in memory, whatever they hold', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const extra = { format_price: () => 5, cents: 5n, cyclic };
    const titles = [{ ...title, ...extra }] as unknown as SourceRecords['titles'];
    const file = join(scratchDirectory(), 'harbour.snapshot');
    expect((await buildSnapshot(recordsOf({ titles }), file)).warnings).toEqual([
      "titles: unknown field 'format_price', left out (1 time)",
      "titles: unknown field 'cents', left out (1 time)",
      "titles: unknown field 'cyclic', left out (1 time)",
    ]);
  });
});
