import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { importRecords } from '../../../src/import/import-records.js';
import { createCatalog } from '../../../src/snapshot/create-catalog.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { hasRealMarc } from '../../import/marc/real-marc.js';
import { REAL } from '../../shared-data.js';
import {
  describeInChromium,
  openScreen,
  openTestScreen,
  type Screen,
  useChromium,
} from './chromium.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Imports a file of real MARC records as a catalog. */
async function catalogOfMarc(id: string, file: string): Promise<Catalog> {
  const library = { id, name: 'Real Library', snapshot_date: '2026-11-01T00:00:00Z' };
  const titles: Title[] = [];
  for await (const title of importRecords([join(REAL, 'marc', file)], library).titles) {
    titles.push(title);
  }
  return createCatalog({ library, titles });
}

if (!hasRealMarc) {
  process.stderr.write(
    `${join(REAL, 'marc')}: expected record files, found none. Skipping the errands on real MARC records.\n`,
  );
}

useChromium();

describe.skipIf(!hasRealMarc)('with real MARC records', () => {
  describeInChromium('a reader', () => {
    let publications: Catalog;
    let university: Catalog;
    let government: Screen;
    let phone: Screen;
    beforeAll(async () => {
      publications = await catalogOfMarc('gpo', 'gpo-covid.utf8.mrc');
      university = await catalogOfMarc('uva', 'uva.marc8.mrc');
      government = await openScreen([publications]);
      phone = await openScreen([university], {}, PHONE);
    }, 120_000);
    afterAll(async () => {
      await government?.close();
      await phone?.close();
    });

    it.each([
      ['words of its title', 'stockpile critical supplies', 'gpo148543'],
      ['its number', 'GAO-20-659T', 'gpo141296'],
    ])('finds a report by %s, and opens it', async (_by, words, name) => {
      const { page, show } = government;
      const url = new RegExp(`^https://purl.fdlp.gov/GPO/${name}$`);
      await page.route(url, (route) =>
        route.fulfill({ contentType: 'text/html', body: 'The report' }),
      );
      await show('/');
      await page.getByLabel('Search the catalog').fill(words);
      await page.keyboard.press('Enter');
      await page.locator('.row h2 a').first().click();
      expect(await page.locator('.title-header .status').innerText()).toBe('Online');
      await page.getByRole('link', { name: 'Read online' }).click();
      await page.getByText('The report').waitFor();
      expect(page.url()).toMatch(url);
    });

    it('finds volume 11 of a set among its volumes, in the order of their numbers', async () => {
      const { page, show } = phone;
      await show('/search?q=browning+correspondence');
      await page.getByRole('link', { name: 'The Brownings' }).tap();
      const volume = page.locator('.holdings').getByText('PR4231 .A43 1984 v.11');
      expect(await volume.isVisible()).toBe(false);
      await page.getByText(/^Show \d+ more$/).tap();
      await volume.waitFor();
      const shown = await page.locator('.holdings .callnumber').allInnerTexts();
      const numbers = shown.map((text) => Number(/v\.(\d+)$/.exec(text)?.[1]));
      expect(numbers.slice(0, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      expect(await page.locator('.statements').innerText()).toContain('v.1-13');
    });

    it('comes back to the third result of a filtered search', async () => {
      const { page, show } = phone;
      await show('/search?q=history');
      await page.getByText('Filter the results').first().tap();
      await page.getByRole('link', { name: /^German \d/ }).tap();
      await page.getByRole('link', { name: 'Remove filter: Language: German' }).waitFor();
      const third = await page.locator('.row h2 a').nth(2).innerText();
      await page.locator('.row h2 a').nth(2).tap();
      await page.getByRole('heading', { level: 1, name: third }).waitFor();
      await page.getByRole('link', { name: 'Back to results' }).tap();
      await page.getByRole('link', { name: 'Remove filter: Language: German' }).waitFor();
      expect(page.url()).toMatch(/#result-3$/);
      const { y = -1 } = (await page.locator('#result-3').boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(PHONE.viewport.height / 2);
    });

    it('takes a call number along on paper', async () => {
      const { page, show } = phone;
      await show('/item/show/u55');
      await page.emulateMedia({ media: 'print' });
      expect((await page.innerText('body')).trim()).toMatch(
        /^The Brownings' correspondence\s+Browning, Robert, 1812-1889\s+ALDERMAN STACKS\s+PR4231 \.A43 1984 v\.1$/,
      );
      await page.emulateMedia({ media: 'screen' });
    });

    it('takes the address of a report along as a QR code', async () => {
      const { page, show } = await openTestScreen([publications], { idleMinutes: 2 });
      await show('/item/show/001133765');
      await page.locator('.title-header .qr').waitFor();
      await page.getByText('https://purl.fdlp.gov/GPO/gpo148543', { exact: true }).waitFor();
      expect(await page.locator('a[rel~="external"]').count()).toBe(0);
    });

    it('cites a book, on the page and with a file', async () => {
      const { page, show, baseUrl } = phone;
      await show('/item/show/u1');
      await page.getByText('Cite this title').tap();
      const { title } = university.titles.get(university.titles.numberOf('u1'));
      const citation = page.locator('.cite dd').first();
      await citation.waitFor();
      expect(await citation.innerText()).toContain(title);
      const href = await page.getByRole('link', { name: 'RIS' }).getAttribute('href');
      const file = await page.request.get(baseUrl + href);
      expect(await file.text()).toMatch(/^TY {2}- BOOK\r?\n/);
    });

    it('searches by form and by years', async () => {
      const { page, show } = phone;
      await show('/advanced');
      await page.getByLabel('Subject', { exact: true }).fill('history');
      await page.getByLabel('Book', { exact: true }).check();
      await page.getByLabel('Language').selectOption('German');
      await page.getByLabel('From year').fill('1980');
      await page.getByLabel('To year').fill('1984');
      await page.locator('main').getByRole('button', { name: 'Search' }).tap();
      const q = 'subject:history format:BK language:German pubyear:[1980 TO 1984]';
      const request = { q, library: 'uva', search_type: 'custom' } as const;
      const { count } = searchTitles([university], request, { baseUrl: '' });
      expect(count).toBeGreaterThan(10);
      await page.locator(`.found[data-count="${count}"]`).waitFor();
      expect(await page.getByLabel('Search the catalog').inputValue()).toBe(q);
    });
  });
});
