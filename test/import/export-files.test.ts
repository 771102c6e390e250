import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importTitles } from '../../src/import/import-records.js';
import { REAL } from '../shared-data.js';

const CASES = join(REAL, 'cases/marc');

/** Imports a file. Returns its titles and the report. */
async function importCase(name: string) {
  const { titles, report } = importTitles([join(CASES, name)], { isLenient: true });
  const imported = [];
  for await (const title of titles) imported.push(title);
  return { titles: imported, report };
}

describe.skipIf(!existsSync(CASES))('An export that not every machine has', () => {
  it.each([
    ['struct-offsets-six-digits.mrc', /^directory: expected 4 digits/],
    ['struct-leader-23-bytes.mrc', /^leader: expected 24 bytes, found 23/],
  ])('%s is read and reported as repaired', async (name, repair) => {
    const { titles, report } = await importCase(name);
    expect(titles).toMatchObject([{ id: 'c1', title: 'Case title', publication_date: '2001' }]);
    expect(report.repairs[0].repairs).toContainEqual(expect.stringMatching(repair));
  });

  it('struct-alma-tar-gz-xml.tar.gz is read', async () => {
    const { titles, report } = await importCase('struct-alma-tar-gz-xml.tar.gz');
    expect(titles).toMatchObject([{ id: 'c1', title: 'Case title' }]);
    expect(report.files[0].name).toMatch(/tar\.gz\/bibs_new_1\.xml$/);
  });

  it('struct-mnemonic-text.mrk is refused by the name of its format', async () => {
    await expect(importCase('struct-mnemonic-text.mrk')).rejects.toThrow(
      "found records in MarcEdit's mnemonic format",
    );
  });

  it('unimarc-record-in-marc21-file.mrc has no title of the UNIMARC record', async () => {
    const { titles, report } = await importCase('unimarc-record-in-marc21-file.mrc');
    expect(titles.map(({ title }) => title)).toEqual(['Case title', 'Case title', 'Case title']);
    expect(report.refused).toMatchObject([
      { id: 'u1', problem: expect.stringMatching(/a title in 200, as in UNIMARC/) },
    ]);
  });
});
