import { readFileSync, writeFileSync } from 'node:fs';
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
const context = { baseUrl: 'http://localhost:8080' };

/** Builds a catalog from a file of real records. */
async function buildReal(name: string, options: Partial<ImportOptions> = {}) {
  const directory = scratchDirectory();
  const library = join(directory, 'library.json');
  writeFileSync(
    library,
    '{"id": "real", "name": "Real Library", "snapshot_date": "2026-11-01T00:00:00Z"}',
  );
  const { source, report } = importRecords([join(DATA, name)], { library, ...options });
  const file = join(directory, 'real.snapshot');
  await buildSnapshot(source, file, { threads: 1 });
  const catalog = openCatalog(file);
  const count = (query: Record<string, string>) =>
    searchTitles([catalog], { q: '*', library: 'real', ...query }, context).count;
  const title = (id: string) => getTitle([catalog], id, context).title;
  return { file, report, catalog, count, title };
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
    expect(report.holdings).toEqual({
      profile: 'symphony',
      copies: 2903,
      withdrawn: 104,
      without_branch: 0,
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

  it('of a university are not available if every holding is withdrawn, canceled, lost, missing or checked out', async () => {
    const { count, title } = await buildUniversity();
    const raw = universityText();
    const records = raw.split('\x1d').filter((record) => record !== '');
    const gone = /\$[lk](?:WITHDRAWN|LOST|CHECKEDOUT|MISSING|ORD-CANCLD)/;
    let available = 0;
    for (const record of records) {
      const fields = record.slice(Number(record.slice(12, 17))).split('\x1e');
      const id = fields[0].trim();
      const items = fields.filter((field) => /^ {2}\$a.*\$i.*\$l.*\$m/s.test(field));
      const isGone = items.length > 0 && items.every((item) => gone.test(item));
      if (isGone) expect(title(id).availability?.id).not.toBe('AVAILABLE');
      if (title(id).availability?.id === 'AVAILABLE') available++;
    }
    expect(count({ available_at: '_anywhere_' })).toBe(available);
    expect(available).toBeGreaterThan(1500);
    expect(available).toBeLessThan(2000);
  });

  it('of government publications produce the same snapshot from ISO 2709 and from MARCXML', async () => {
    const [iso, xml] = [await buildReal('gpo-legal.utf8.mrc'), await buildReal('gpo-legal.xml')];
    expect(readFileSync(iso.file).equals(readFileSync(xml.file))).toBe(true);
    const { files: _iso, ...ofIso } = iso.report;
    const { files: _xml, ...ofXml } = xml.report;
    expect(ofIso).toEqual(ofXml);
    expect(ofIso).toMatchObject({ records: 84, titles: 84, refused: [] });
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

  it('with an invalid subfield code keep their valid fields', async () => {
    const { title } = await buildReal('traject-bad_subfield_code.marc');
    expect(title('1174999')).toMatchObject({
      authors: [{ name: 'Cayrol, Jean' }],
      publication_date: '1959',
      pages: 188,
    });
  });

  it.each(['traject-bad_utf_byte.utf8.marc', 'traject-escaped_character_reference.marc8.marc'])(
    'without a title are refused: %s',
    async (name) => {
      await expect(buildReal(name)).rejects.toThrow('expected a title');
    },
  );

  it('with almost no fields become titles', async () => {
    const { title } = await buildReal('traject-emptyish_record.marc');
    expect(title('1000165')).toMatchObject({
      title: 'Collection la philosophie en effet',
      format: { id: 'BK' },
    });
    expect(title('1000165').publication_date).toBeUndefined();
  });

  it('in Hebrew are found in Hebrew and in romanized form', async () => {
    const { count, title } = await buildReal('traject-hebrew880s.marc');
    expect(count({ q: 'אנרכיזם' })).toBe(1);
    expect(count({ q: 'רצבי', search_type: 'author' })).toBe(1);
    expect(count({ q: 'anarkhizm' })).toBe(1);
    expect(title('4083985').statement_of_responsibility).toBe('Shalom Ratsabi = שלום רצבי');
  });

  it('with the link of field 880 in a wrong subfield are found in the original script', async () => {
    const { count } = await buildReal('traject-880_with_no_6.utf8.marc');
    expect(count({ q: 'Личные архивные фонды' })).toBe(1);
  });

  it('with unknown digits in the date have a decade and a century as their date', async () => {
    const { title, count } = await buildReal('traject-date_with_u.marc');
    expect(title('1000776').publication_date).toBe('1840s-18--');
    expect(count({ publication_date: '1840-1849' })).toBe(1);
  });

  it('of a recording have contents and performers', async () => {
    const { title } = await buildReal('traject-musical_cage.marc');
    expect(title('2350681')).toMatchObject({
      format: { id: 'MUSIC_CD' },
      upcs: ['021475088065'],
      contents: expect.arrayContaining(['Lecture on the weather / John Cage (33:42)']),
      performers: expect.arrayContaining([{ name: 'Jan Karlin, viola' }]),
    });
  });

  it('in many scripts produce the same snapshot from ISO 2709 and from MARCXML', async () => {
    const iso = await buildReal('traject-test_data.utf8.mrc');
    const xml = await buildReal('traject-test_data.utf8.marc.xml');
    expect(readFileSync(iso.file).equals(readFileSync(xml.file))).toBe(true);
    expect(iso.report).toMatchObject({ records: 30, titles: 29, deleted: 1, refused: [] });
  });
});
