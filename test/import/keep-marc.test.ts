import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportOptions, importRecords } from '../../src/import/import-records.js';
import { applyChanges } from '../../src/index.js';
import { catalogSource, snapshotSections } from '../../src/snapshot/changes/catalog-source.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { sectionsOf } from '../../src/snapshot/format/open-sections.js';
import { recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { iso2709 } from './marc/iso2709-bytes.js';

const FIELDS = [
  ['001', '1'],
  ['245', '00$aMoby-Dick.'],
  ['541', '0 $aA gift'],
  ['852', '  $bMAIN$xOn the upper shelf'],
] as const;

const RECORD = {
  fields: [
    { tag: '001', value: '1' },
    {
      tag: '245',
      indicator1: '0',
      indicator2: '0',
      subfields: [{ code: 'a', value: 'Moby-Dick.' }],
    },
    {
      tag: '852',
      indicator1: ' ',
      indicator2: ' ',
      subfields: [{ code: 'b', value: 'MAIN' }],
    },
  ],
};

/** Builds a snapshot of a MARC record and of a row. */
async function build(options: ImportOptions) {
  const files = [
    { name: 'a.mrc', bytes: [iso2709(FIELDS.map(([tag, content]) => [tag, content]))] },
    { name: 'b.csv', bytes: [Buffer.from('id,title\n2,Typee\n')] },
  ];
  const file = join(scratchDirectory(), 'a.snapshot');
  await buildSnapshot(importRecords(files, recordsOf({}).library, options), file, { threads: 1 });
  const catalog = openCatalog(file);
  const { titles } = catalog;
  const marc = (id: string) => titles.pick(titles.numberOf(id), ['marc']).marc;
  return { catalog, marc, get: (id: string) => titles.get(titles.numberOf(id)) };
}

describe('The option keepMarc', () => {
  it('keeps the MARC record of each title that has one, but not in the title', async () => {
    const { catalog, marc, get } = await build({ keepMarc: true });
    expect(marc('1')).toMatchObject(RECORD);
    expect(JSON.stringify(marc('1'))).not.toMatch(/gift|shelf/);
    expect(marc('1')?.leader).toHaveLength(24);
    expect(marc('2')).toBeUndefined();
    expect(get('1')).toEqual((await build({})).get('1'));
    const sources: unknown[] = [];
    for await (const source of catalogSource(catalog).titles.records()) sources.push(source);
    expect(sources[0]).toMatchObject({ value: { id: '1', marc: RECORD } });
  });

  it('keeps nothing of a MARC record without the option', async () => {
    const bytesOf = async (options: ImportOptions) =>
      sectionsOf((await build(options)).catalog).get('titles.marc.bytes')?.length;
    expect(await bytesOf({})).toBe(0);
    expect(await bytesOf({ keepMarc: true })).toBeGreaterThan(0);
  });

  it('does not stop a change from removing or replacing the MARC record', async () => {
    const { catalog, get } = await build({ keepMarc: true });
    const put = (marc?: typeof RECORD & { readonly leader: string }) =>
      applyChanges(catalog, [
        { op: 'put', kind: 'titles', record: { ...get('1'), ...(marc && { marc }) } },
        { op: 'holdings', title: '2', holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] },
      ]);
    const without = put();
    expect(without.titles.pick(0, ['marc'])).toEqual({});
    expect(new Map(snapshotSections(without)).get('titles.marc.bytes')).toHaveLength(0);
    const replaced = { leader: 'new', fields: RECORD.fields.slice(1) };
    expect(put(replaced).titles.pick(0, ['marc'])).toEqual({ marc: replaced });
    const held = applyChanges(catalog, [{ op: 'holdings', title: '1', holdings: [] }]);
    expect(held.titles.pick(0, ['marc']).marc).toMatchObject(RECORD);
  });
});
