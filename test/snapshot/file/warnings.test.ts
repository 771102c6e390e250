import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { createCatalog, openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import type { SourceRecords } from '../../../src/snapshot/source/source.js';
import { recordsOf } from '../../catalog/catalog-of.js';
import { getTitle } from '../../v1/validated-operations.js';
import { type FileContent, scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

const title = { id: '1', title: 'Moby-Dick', format: { id: 'BK' } };

async function build(files: Record<string, FileContent>) {
  const directory = scratchDirectory();
  const snapshot = join(directory, 'harbour.snapshot');
  const { warnings } = await buildSnapshot(writeSource(join(directory, 'source'), files), snapshot);
  return { warnings, catalog: openCatalog(snapshot) };
}

it('createCatalog and buildSnapshot call onWarning with each warning', async () => {
  const warnings: string[] = [];
  const records = recordsOf({ titles: [{ ...title, shelf: 1 } as Title] });
  const options = { onWarning: (warning: string) => warnings.push(warning) };
  createCatalog(records, options);
  expect(warnings).toEqual(["titles: unknown field 'shelf' ignored (1 time)"]);
  expect(() => createCatalog(records, { onWarn: () => {} } as object)).toThrow(
    "createCatalog: options: expected the name onWarning, found 'onWarn'",
  );
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const report = await buildSnapshot(records, file, options);
  expect(warnings).toEqual([...report.warnings, ...report.warnings]);
});

describe('the warnings of buildSnapshot', () => {
  it('are empty for a source without problems', async () => {
    expect((await build({})).warnings).toEqual([]);
  });

  it('list each unknown field once with its count', async () => {
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
      "library.json: unknown field 'city' ignored (1 time)",
      "titles.jsonl: unknown field 'shelf' ignored (3 times)",
      "titles.jsonl: unknown field 'authors[].born' ignored (2 times)",
      "titles.jsonl: unknown field 'format.colour' ignored (1 time)",
    ]);
    expect(catalog.library).not.toHaveProperty('city');
    expect(catalog.titles.get(0)).toEqual({ ...title, authors: [{ name: 'A' }, { name: 'B' }] });
    expect(catalog.titles.get(1)).toEqual({ ...title, id: '2' });
  });

  it.each(['a/b', 'a~b', 'a~1b', '__proto__', 'constructor', '', 'a.b', '水'])(
    "name the unknown field '%s'",
    async (name) => {
      const line = `{"id":"1","title":"Moby-Dick",${JSON.stringify(name)}:{"x":1},"format":{"id":"BK"}}`;
      const { warnings, catalog } = await build({ 'titles.jsonl': line });
      expect(warnings).toEqual([`titles.jsonl: unknown field '${name}' ignored (1 time)`]);
      expect(catalog.titles.get(0)).toStrictEqual(title);
    },
  );

  it('name each unknown branch', async () => {
    const holding = (branch: string) => ({ branch, status: 'AVAILABLE' });
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
        { ...title, holdings: [holding('MAIN'), holding('EAST'), holding('EAST')] },
        { ...title, id: '2', holdings: [holding('EAST'), holding('main')] },
      ],
    });
    expect(warnings).toEqual([
      "titles.jsonl: unknown branch 'EAST'; its code is used as its name (3 times)",
      "titles.jsonl: unknown branch 'main'; its code is used as its name (1 time)",
    ]);
    expect(catalog.titles.get(1).holdings?.[0].branch).toBe('EAST');
  });

  it('name each unknown holding status, which is read as UNAVAILABLE', async () => {
    const holding = (status: string) => ({ branch: 'M', status });
    const { warnings, catalog } = await build({
      'library.json': [
        {
          id: 'harbour',
          name: 'Harbour',
          snapshot_date: '2026-11-01T00:00:00Z',
          branches: [{ id: 'M', name: 'Main' }],
        },
      ],
      'titles.jsonl': [
        { ...title, holdings: [holding('available'), holding('DAMAGED'), holding('ON_ORDER')] },
      ],
    });
    const statuses = 'AVAILABLE, LIBRARY_USE_ONLY, UNAVAILABLE, ON_ORDER, LOST';
    expect(warnings).toEqual([
      `titles.jsonl: unknown holding status 'available' read as UNAVAILABLE; expected one of ${statuses} (1 time)`,
      `titles.jsonl: unknown holding status 'DAMAGED' read as UNAVAILABLE; expected one of ${statuses} (1 time)`,
    ]);
    const context = { baseUrl: 'https://api.example.org' };
    expect(getTitle([catalog], '1', {}, context).title.availability?.id).toBe('UNAVAILABLE');
  });

  it('name lists of the type READ_A_LIKE without anchor_bib', async () => {
    const list = (id: string, type: string, more = {}) => ({
      ...{ id, name: 'Sea', user: '1001', list_type: { id: type }, list_items: [] },
      ...{ created: '2020-01-01T00:00:00Z', updated: '2020-01-01T00:00:00Z', ...more },
    });
    const { warnings } = await build({
      'lists.jsonl': [
        list('a', 'READ_A_LIKE'),
        list('b', 'READ_A_LIKE', { anchor_bib: '1' }),
        list('c', 'TOP_10'),
        list('d', 'READ_A_LIKE', { anchor_bib: null }),
      ],
    });
    expect(warnings).toEqual([
      "lists.jsonl: list 'a' of the type READ_A_LIKE without anchor_bib (1 time)",
      "lists.jsonl: list 'd' of the type READ_A_LIKE without anchor_bib (1 time)",
    ]);
  });

  it('omit optional fields that are null, which count as absent', async () => {
    const { warnings, catalog } = await build({
      'titles.jsonl': [
        {
          ...title,
          sub_title: null,
          format: { id: 'BK', name: null },
          series: [{ name: 'S', number: null }],
          holdings: null,
        },
      ],
    });
    expect(warnings).toEqual([]);
    expect(catalog.titles.get(0)).toEqual({ ...title, series: [{ name: 'S' }] });
  });

  it('list the first 20 warnings of each kind and count the others', async () => {
    const ascending = Array.from({ length: 25 }, (_, number) => number);
    const holdings = [...ascending, 24, 0].map((n) => ({ branch: `B${n}`, status: `S${n}` }));
    const fields = Object.fromEntries(ascending.map((number) => [`x-${number}`, number]));
    const { warnings } = await build({
      'titles.jsonl': [{ ...title, ...fields, holdings }],
    });
    expect(warnings).toHaveLength(3 * 21);
    expect(warnings.filter((warning) => warning.includes('other'))).toEqual([
      'titles.jsonl: other unknown fields ignored (5 times)',
      'titles.jsonl: other unknown branches; their codes are used as their names (6 times)',
      'titles.jsonl: other unknown holding statuses read as UNAVAILABLE (6 times)',
    ]);
    expect(warnings).toContain(
      "titles.jsonl: unknown branch 'B0'; its code is used as its name (2 times)",
    );
  });

  it('name unknown fields of records in memory, even with values that are not JSON', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const extra = { format_price: () => 5, cents: 5n, cyclic };
    const titles = [{ ...title, ...extra }] as unknown as SourceRecords['titles'];
    const file = join(scratchDirectory(), 'harbour.snapshot');
    expect((await buildSnapshot(recordsOf({ titles }), file)).warnings).toEqual([
      "titles: unknown field 'format_price' ignored (1 time)",
      "titles: unknown field 'cents' ignored (1 time)",
      "titles: unknown field 'cyclic' ignored (1 time)",
    ]);
  });
});
