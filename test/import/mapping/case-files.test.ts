import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { importTitles } from '../../../src/import/import-records.js';
import { REAL } from '../../shared-data.js';

const CASES = join(REAL, 'cases/marc');

/** Imports the only record of a file; returns its title and the report. */
async function importCase(name: string) {
  const { titles, report } = importTitles([join(CASES, `${name}.mrc`)]);
  const imported: Title[] = [];
  for await (const title of titles) imported.push(title);
  return { title: imported[0], report };
}

describe.skipIf(!existsSync(CASES))('A file of the cases that not every machine has', () => {
  it.each([
    ['format-playaway', 'PLAYAWAY_AUDIOBOOK'],
    ['format-videodisc-without-007', 'DVD'],
    ['format-microform-by-006', 'MICROFORM'],
    ['format-large-print-655', 'LPRINT'],
    ['format-braille', 'BR'],
    ['format-video-game-without-008-26', 'VIDEO_GAME'],
    ['format-object-equipment', 'EQUIPMENT'],
    ['format-article', 'ARTICLE'],
    ['format-lp-speed-in-300b', 'LP'],
    ['format-disc-before-cd-no-007', 'LP'],
  ])('%s has the format %s', async (name, id) => {
    expect((await importCase(name)).title.format.id).toBe(id);
  });

  it.each([
    ['date-reprint-order-reversed', '2010', 2010],
    ['date-bc', '2032 B.C. or 2031 B.C.?', -2032],
    ['date-hebrew-year-no-008', '734 [1973 or 1974]', 1973],
    ['date-corrected-no-008', '1957 [i.e. 1958]', 1958],
  ])('%s has the date %s', async (name, date, year) => {
    const { title } = await importCase(name);
    expect([title.publication_date, publicationYear(title.publication_date)]).toEqual([date, year]);
  });

  it.each([
    ['enc-ncr-in-utf8-iso', 'character_references', { title: 'Xiaofei’s show' }],
    [
      'enc-xml-entities-in-iso',
      'character_references',
      { publishers: [{ name: 'Grosset & Dunlap' }], series: [{ name: "World's classics" }] },
    ],
    ['enc-sierra-curly-code-points', 'code_points', { title: 'Today’s news' }],
    [
      'enc-double-encoded-utf8',
      'utf8_encoded_twice',
      { title: 'Das römische Privatrecht für Anfänger' },
    ],
    [
      'enc-utf8-with-superscript-escapes',
      'escape_sequences',
      { title: 'Spectrum 2935⁵ to 8770 °C' },
    ],
  ])('%s is decoded, and reported as %s', async (name, kind, expected) => {
    const { title, report } = await importCase(name);
    expect(title).toMatchObject(expected);
    expect(report.decoded).toMatchObject({ [kind]: { number: 1, id: 'c1' } });
  });

  it('sorts a title after its marked article', async () => {
    const { title } = await importCase('enc-dnb-nonsort-marks');
    // The default sort title of a German title leaves out `Der`.
    expect([title.title, title.sort_title]).toEqual(['Der Zauberberg', undefined]);
  });

  it('is MARC-8 with one stray mark', async () => {
    const { title } = await importCase('enc-utf8-declared-marc8-one-stray-accent');
    for (const word of ['traducción', 'Rodríguez', 'prólogo']) {
      expect(title.statement_of_responsibility).toContain(word);
    }
  });

  it('has a number of leaves', async () => {
    expect((await importCase('extent-leaves')).title.pages).toBe(291);
  });
});
