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

  it('of a university have the statements of its branches', async () => {
    const { record } = await buildUniversity();
    expect(record('u27').holdings_statements).toEqual([
      { branch: 'ALDERMAN', text: 't.1-3 (1979-1983)' },
      { branch: 'ALDERMAN', text: 't.4 (1985)' },
      { branch: 'ALDERMAN', text: 't.5-6 (1988)' },
    ]);
    expect(record('u1356').holdings_statements).toContainEqual({
      branch: 'DARDEN',
      text: 'v.33 no.1-13 (2016-01-15 – 2016-07-15)',
    });
  });

  it('have only fields without rules for which the documentation has a reason', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/marc-mapping.md'), 'utf8');
    const [, section] = page.split('## Fields that no rule uses');
    const covid = await buildReal('gpo-covid.utf8.mrc');
    for (const { report } of [await buildUniversity(), covid]) {
      const unexplained = Object.keys(report.unused_fields).filter(
        (tag) => !tag.startsWith('9') && !section.includes(tag),
      );
      expect(unexplained).toEqual([]);
    }
    expect(covid.count({ q: 'OSHA 4076-08 2020' })).toBe(2);
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

  it('of a university have contained and related works, which are no other titles', async () => {
    const { record } = await buildUniversity();
    expect(record('u22')).toMatchObject({
      related: [
        {
          relation: 'related',
          title:
            'Introduction to morphology and syntax / Elson, Benjamin F. (Benjamin Franklin), 1921-2009',
        },
      ],
    });
    expect(record('u22').alternate_titles).toBeUndefined();
    expect(record('u157').related?.[0].relation).toBe('contains');
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
    expect(title('4083985').statement_of_responsibility).toBe('שלום רצבי = Shalom Ratsabi');
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
      performers: expect.arrayContaining([
        { name: 'Karlin, Jan (viola)' },
        { name: 'Sims, Amy (violins)' },
      ]),
    });
  });

  it('in many scripts produce the same snapshot from ISO 2709 and from MARCXML', async () => {
    const iso = await buildReal('traject-test_data.utf8.mrc');
    const xml = await buildReal('traject-test_data.utf8.marc.xml');
    expect(readFileSync(iso.file).equals(readFileSync(xml.file))).toBe(true);
    expect(iso.report).toMatchObject({ records: 30, titles: 29, deleted: 1, refused: [] });
  });
});
