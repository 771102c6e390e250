import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { isOnSite } from '../../long-tests.js';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openTestScreen, useChromium } from './chromium.js';

const catalogs = [openedCatalog('alderwick')];
/** Returns the number of titles that the API finds. */
function count(params: Record<string, string>): number {
  const all = new URLSearchParams({ q: '*', library: 'alderwick', ...params });
  return searchTitles(catalogs, all, { baseUrl: '' }).count;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

useChromium();

describeInChromium('a reader on an errand', () => {
  it.each([true, false])(
    'comes back to the third result of a filtered search, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, show } = await openTestScreen(
        catalogs,
        { idleMinutes: 2 },
        { ...PHONE, javaScriptEnabled },
      );
      await show('/search?q=sea');
      await page.getByText('Filter the results').first().tap();
      await page.getByRole('link', { name: /^Book, \d/ }).tap();
      await page.getByRole('link', { name: 'Remove filter: Format: Book' }).waitFor();
      const titles = page.locator('.row h2 a');
      const [second, third] = [await titles.nth(1).innerText(), await titles.nth(2).innerText()];
      await titles.nth(2).tap();
      await page.getByRole('heading', { level: 1, name: third }).waitFor();
      expect(await page.getByLabel('Search the catalog').inputValue()).toBe('sea');
      await page.getByRole('link', { name: 'Previous title' }).tap();
      await page.getByRole('heading', { level: 1, name: second }).waitFor();
      await page.getByRole('link', { name: 'Next title' }).tap();
      await page.getByText(/^Result 3 of \d+$/).waitFor();
      await page.getByRole('link', { name: 'Back to results' }).tap();
      await page.getByRole('link', { name: 'Remove filter: Format: Book' }).waitFor();
      const row = page.locator('.row', { has: page.getByRole('link', { name: third }) }).first();
      const { y = -1 } = (await row.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(PHONE.viewport.height / 2);
    },
  );

  it('chooses all filters that are clicked before the results of the first one arrive', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea');
    let requests = 0;
    await page.route(/title_format=/, async (route) => {
      requests++;
      await delay(300);
      await route.continue();
    });
    await page.getByRole('link', { name: /^Paperback, \d/ }).dblclick();
    await page.getByRole('link', { name: /^English, \d/ }).click();
    await page.getByRole('link', { name: 'Remove filter: Language: English' }).waitFor();
    await page.getByRole('link', { name: 'Remove filter: Format: Paperback' }).waitFor();
    expect(new URL(page.url()).search).toMatch(/title_format=PAPERBACK&.*language=/);
    // On a site, a service worker answers the requests, which the browser does not pass to the route.
    expect(requests).toBe(isOnSite ? 0 : 2);
    const english = page.getByRole('link', { name: 'Remove filter: Language: English' });
    await english.click();
    await english.waitFor({ state: 'detached' });
    expect(await page.locator('.chosen .chip').count()).toBe(1);
  });

  it('takes a double click on a filter as one click, even if its results arrive before the second click', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea');
    await page.getByRole('link', { name: /^Paperback, \d/ }).click();
    await page.getByRole('link', { name: 'Remove filter: Format: Paperback' }).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.getByRole('link', { name: /^English, \d/ }).click();
    await page.getByRole('link', { name: 'Remove filter: Language: English' }).waitFor();
    const chips = await page.locator('.chosen .chip').allInnerTexts();
    expect(chips).toEqual(['Format: Paperback', 'Language: English']);
  });

  it('keeps the filters for a new search only on demand, after they were changed without reloading', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea');
    await page.getByRole('link', { name: /^Paperback, \d/ }).click();
    await page.getByRole('link', { name: /^English, \d/ }).click();
    await page.getByRole('link', { name: 'Remove filter: Language: English' }).waitFor();
    await page.getByLabel('Search the catalog').fill('whale');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=whale/);
    expect(await page.locator('.chosen').count()).toBe(0);
    await page.goBack();
    await page.getByLabel('Search within Paperback, English').check();
    await page.getByLabel('Search the catalog').fill('whale');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/q=whale/);
    expect(await page.locator('.chosen .chip').count()).toBe(2);
    expect(await page.getByLabel(/^Search within/).isChecked()).toBe(false);
  });

  it.each([true, false])(
    'searches by form and by years, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, show } = await openTestScreen(catalogs, {}, { javaScriptEnabled });
      await show('/');
      await page.getByRole('link', { name: 'Advanced search' }).click();
      await page.getByLabel('Subject', { exact: true }).fill('fiction');
      await page.getByLabel('Paperback').check();
      await page.getByLabel('eBook').check();
      await page.getByLabel('Language').selectOption('English');
      await page.getByLabel('From year').fill('1990');
      await page.locator('main').getByRole('button', { name: 'Search' }).first().click();
      const q = 'subject:fiction format:(EBOOK OR PAPERBACK) language:English pubyear:[1990 TO *]';
      await page
        .getByRole('heading', { level: 1 })
        .getByText('Subject: fiction, Format: eBook or Paperback, Language: English')
        .waitFor();
      const found = page.locator(`#results[data-count="${count({ q, search_type: 'custom' })}"]`);
      await found.waitFor();
      await page.getByRole('link', { name: 'Edit this search' }).click();
      await page.getByLabel('From year').fill('');
      await page.locator('main').getByRole('button', { name: 'Search' }).first().click();
      const all = q.replace(' pubyear:[1990 TO *]', '');
      await page
        .locator(`#results[data-count="${count({ q: all, search_type: 'custom' })}"]`)
        .waitFor();
    },
  );

  it.each([true, false])(
    'chooses a range of numbers of the library, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const names = { en: 'Pages' };
      const field = { name: 'pages', from: 'extra.pages', type: 'number', names } as const;
      const library = { id: 'harbour', extra_fields: [{ ...field, narrowing: true }] };
      const titles = [90, 150, 300].map((pages) => book(`${pages}`, 'Sea', { extra: { pages } }));
      const harbour = [catalogOf({ library, titles })];
      const { page, show } = await openTestScreen(harbour, {}, { javaScriptEnabled });
      await show('/search?q=sea&editions=all');
      await page.locator('.facet > summary', { hasText: 'Pages' }).click();
      await page.getByLabel('From', { exact: true }).fill('100');
      await page.getByLabel('To', { exact: true }).fill('200');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('link', { name: 'Remove filter: Pages: 100–200' }).waitFor();
      expect(await page.locator('.row').count()).toBe(1);
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('200');
    },
  );

  it('chooses years with the two handles, by keyboard and by mouse', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=*');
    await page.locator('.facet > summary', { hasText: 'Publication date' }).click();
    const first = page.getByRole('slider', { name: 'Earliest year' });
    await first.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const from = await page.getByLabel('From year').inputValue();
    expect(from).toMatch(/^\d{4}$/);
    await page
      .locator(`#results[data-count="${count({ publication_date: `${from}-` })}"]`)
      .waitFor();
    // The handle still has the focus.
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe('years-first');
    const last = page.getByRole('slider', { name: 'Latest year' });
    const { x = 0, y = 0, width = 0, height = 0 } = (await last.boundingBox()) ?? {};
    await page.mouse.move(x + width - height / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 5 });
    await page.mouse.up();
    const to = await page.getByLabel('To year').inputValue();
    expect(Number(to)).toBeGreaterThan(Number(from));
    const years = `${from}-${to}`;
    await page.locator(`#results[data-count="${count({ publication_date: years })}"]`).waitFor();
  });

  it.each([true, false])(
    'finds the next volume of a series, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const titles = ['10', '2', '1'].map((number) =>
        book(`v${number}`, `Volume ${number}`, { series: [{ name: 'Discworld', number }] }),
      );
      const { page, show } = await openTestScreen(
        [catalogOf({ titles })],
        {},
        { javaScriptEnabled },
      );
      await show('/browse/series');
      await page.getByRole('link', { name: 'Discworld' }).click();
      await page.getByText('Discworld, 1').first().waitFor();
      expect(await page.locator('.row h2').allInnerTexts()).toEqual([
        'Volume 1',
        'Volume 2',
        'Volume 10',
      ]);
      await page.getByRole('link', { name: 'Volume 2' }).first().click();
      await page.getByRole('link', { name: 'Next: 10, Volume 10' }).click();
      await page.getByRole('heading', { level: 1, name: 'Volume 10' }).waitFor();
      expect(await page.getByRole('link', { name: 'Previous: 2, Volume 2' }).count()).toBe(1);
    },
  );

  it('finds an author by the family name and by the given name', async () => {
    const authors = [{ name: 'Charles Dickens' }];
    const { page, show } = await openTestScreen([
      catalogOf({ titles: [book('1', 'T', { authors })] }),
    ]);
    for (const name of ['dickens', 'charles']) {
      await show('/browse/author');
      await page.getByRole('searchbox', { name: 'Begins with' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Dickens, Charles' }).waitFor();
    }
  });

  it('takes a call number along as a printed slip, and from a phone', async () => {
    const { page, show } = await openTestScreen(catalogs, { branch: 'HILL' }, PHONE);
    await show('/search?q=moby+dick&title_format=PAPERBACK');
    await page.locator('.row h2 a').first().tap();
    const slip = page.locator('.slip');
    expect(await slip.innerText()).toMatch(/Hillside Branch Classics\s+CLASSICS MEL/);
    await page.evaluate('window.print = () => { window.printed = true }');
    await page.getByRole('button', { name: 'Print' }).tap();
    expect(await page.evaluate('window.printed')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect((await page.innerText('body')).trim()).toMatch(
      /^Alderwick Public Library\s+Moby-Dick\s+Herman Melville\s+Paperback, 2003\s+Hillside Branch Classics\s+CLASSICS MEL\s+Hillside Branch Classics CLASSICS MEL\s+Available\s+Main Library F MEL\s+Available\s+East Side Branch/,
    );
    const pages = await page
      .pdf()
      .then((pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g));
    expect(pages).toHaveLength(1);
  });

  it('sees a QR code of an online address on a kiosk, and no link', async () => {
    const report = book('1', 'Report', {
      format: { id: 'EBOOK' },
      links: [{ kind: 'resource', url: 'https://reports.example.org/1' }],
    });
    const online = catalogOf({ titles: [report] });
    const { page, show } = await openTestScreen([online], { idleMinutes: 2 });
    await show('/item/show/1');
    await page.getByText('https://reports.example.org/1', { exact: true }).waitFor();
    const { width = 0, height = 0 } = (await page.locator('.qr').boundingBox()) ?? {};
    expect(width).toBe(height);
    expect(width).toBeGreaterThan(100);
    expect(await page.getByRole('link', { name: 'Read online' }).count()).toBe(0);
  });
});
