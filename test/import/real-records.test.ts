import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportOptions, importRecords } from '../../src/import/import-records.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { REAL } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { getTitle, searchTitles } from '../v1/validated-operations.js';
import { hasRealMarc } from './marc/real-marc.js';

const DATA = join(REAL, 'marc');
const PAGE = join(import.meta.dirname, '../../docs/marc-mapping.md');
const context = { baseUrl: 'http://localhost:8080' };

/** Builds a catalog from a file of real records. */
async function buildReal(name: string, options: ImportOptions = {}) {
  const library = { id: 'real', name: 'Real Library', snapshot_date: '2026-11-01T00:00:00Z' };
  const imported = importRecords([join(DATA, name)], library, options);
  const { report } = imported;
  const file = join(scratchDirectory(), 'real.snapshot');
  await buildSnapshot(imported, file, { threads: 1 });
  const catalog = openCatalog(file);
  const count = (query: Record<string, string>) =>
    searchTitles([catalog], { q: '*', library: 'real', ...query }, context).count;
  const title = (id: string) => getTitle([catalog], id, {}, context).title;
  const record = (id: string) => catalog.titles.get(catalog.titles.numberOf(id));
  return { file, report, catalog, count, title, record };
}

let university: ReturnType<typeof buildReal> | undefined;

/** Returns the catalog of a university. The catalog is built once, because building it is slow. */
function buildUniversity() {
  university ??= buildReal('uva.marc8.mrc');
  return university;
}

/**
 * Returns the records of the university as text. `$` precedes each subfield code; other dollar signs are
 * replaced with spaces.
 */
function universityText(): string {
  const raw = readFileSync(join(DATA, 'uva.marc8.mrc'), 'latin1');
  return raw.replaceAll('$', ' ').replaceAll('\x1f', '$');
}

describe.skipIf(!hasRealMarc)('Real records', () => {
  it('of a university all become titles with their holdings', async () => {
    const { report, count, title, catalog } = await buildUniversity();
    expect(report).toMatchObject({ records: 2000, titles: 2000, refused: [], deleted: 0 });
    expect(report.holdings).toMatchObject({
      profile: 'symphony',
      copies: 2903,
      withdrawn: 104,
      without_branch: 0,
      samples: [
        { branch: 'IVY', collection: 'BY-REQUEST', status: 'Available' },
        { branch: 'SPEC-COLL', collection: 'MCGR-FOLIO', status: 'In-library use only' },
        { branch: 'ALDERMAN', collection: 'STACKS', status: 'In use' },
      ],
      warnings: [],
    });
    const raw = universityText();
    const branches = [...new Set(raw.match(/(?<=\$m)[A-Z-]+(?=\$tB)/g))];
    expect(branches.length).toBeGreaterThan(12);
    const anywhere = count({ available_at: '_anywhere_' });
    for (const branch of branches) {
      expect(count({ available_at: branch })).toBeLessThanOrEqual(anywhere);
    }
    expect(count({ available_at: 'ALDERMAN' })).toBeGreaterThan(800);
    expect(catalog.titles.size).toBe(2000);
    // The first holding of u1 is lost. The second holding is available.
    expect(title('u1').availability).toEqual({ id: 'AVAILABLE', name: 'Available' });
  });

  it('of a university have the formats of their carriers', async () => {
    const { count, record } = await buildUniversity();
    const numbers = { VHS: 5, LP: 13, MUSIC_CASSETTE: 2, BOOK_CASSETTE: 2, MICROFORM: 27, UK: 0 };
    for (const [id, number] of Object.entries(numbers)) {
      expect([id, count({ title_format: id })]).toEqual([id, number]);
    }
    // A videocassette, a journal on microfilm, and a score on microfiche.
    expect(['u251', 'u238', 'u1462'].map((id) => record(id).format.id)).toEqual([
      'VHS',
      'MICROFORM',
      'MICROFORM',
    ]);
  });

  it('of government publications are available online', async () => {
    const { report, record, count, title } = await buildReal('gpo-covid.utf8.mrc');
    expect(record('001117703').links).toContainEqual({
      kind: 'resource',
      url: 'https://purl.fdlp.gov/GPO/gpo134152',
      part: 'PDF version',
    });
    expect(title('001117703').availability?.id).toBe('AVAILABLE');
    expect(count({ available_at: '_anywhere_' })).toBe(1062);
    expect(report.links_omitted).toBe(2);
  });

  it('have no unused field without a documented reason', async () => {
    const { report } = await buildReal('gpo-covid.utf8.mrc');
    const page = readFileSync(PAGE, 'utf8').split('\n## Fields that no rule uses\n')[1];
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const documented = rows.flatMap((line) => line.split('|')[1].trim().split(' '));
    for (const { unused_fields } of [report, (await buildUniversity()).report]) {
      const tags = Object.keys(unused_fields);
      expect(tags.length).toBeGreaterThan(8);
      expect(tags.filter((tag) => !documented.includes(tag))).toEqual([]);
    }
  });

  it('of government publications all become titles, such as an e-book with pages and a publisher', async () => {
    const { title, report } = await buildReal('gpo-covid.utf8.mrc');
    expect(report).toMatchObject({ records: 1063, titles: 1063, refused: [] });
    expect(title('001133765')).toMatchObject({
      title: "The administration's efforts to procure, stockpile, and distribute critical supplies",
      format: { id: 'EBOOK' },
      pages: 37,
      publication_date: '2020',
      publishers: [{ name: 'U.S. Government Publishing Office' }],
    });
  });
});
