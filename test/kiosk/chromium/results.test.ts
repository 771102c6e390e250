import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openTestScreen, useChromium } from './chromium.js';

const alderwick = openedCatalog('alderwick');
const catalogs = [alderwick];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function count(params: Record<string, string>): number {
  const all = { q: '*', library: 'alderwick', ...params };
  return searchTitles(catalogs, all, { baseUrl: '' }).count;
}

const waitForCount = (page: Page, expected: number) =>
  page.locator(`#results[data-count="${expected}"]`).waitFor({ state: 'attached' });

const waitForHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

useChromium();

describeInChromium('a reader of results', () => {
  it('leaves an empty page by the link to the titles without the filters', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=whale&title_format=DVD&language=French');
    await page
      .getByRole('link', { name: `${count({ q: 'whale' })} titles without the filters` })
      .click();
    await waitForCount(page, count({ q: 'whale' }));
    expect(await page.locator('.chosen').count()).toBe(0);
  });

  it('is offered titles by the button below the filters of a phone only if there are any', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, PHONE);
    await show('/search?q=whale&title_format=DVD');
    await page.locator('summary', { hasText: 'Filter the results' }).click();
    const button = page.locator('.show');
    expect(await button.innerText()).toBe('No titles match all of these filters.');
    await page.getByRole('link', { name: /^DVD, 0 titles/ }).click();
    await waitForCount(page, count({ q: 'whale' }));
    expect(await button.innerText()).toBe(`Show ${count({ q: 'whale' })} titles`);
  });

  it('removes a word that selects titles by its chip', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=ebook+frankenstein');
    await page.getByRole('link', { name: 'Remove from the search: Format: eBook' }).click();
    await waitForCount(page, count({ q: 'frankenstein' }));
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await expect.poll(() => field.inputValue()).toBe('frankenstein');
    await field.fill('typed');
    await page.goBack();
    await waitForCount(page, count({ q: 'ebook frankenstein' }));
    expect(await field.inputValue()).toBe('typed');
  });

  it('sees new titles with their dates from the home page, and narrows them to 30 days', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/');
    await page.getByRole('link', { name: 'See all: New at the library' }).click();
    await waitForHeading(page, 'New at the library');
    const dates = await page.getByText(/^Added \w+ \d+, \d{4}$/).allInnerTexts();
    expect(dates).toHaveLength(10);
    const times = dates.map((text) => Date.parse(text.replace('Added ', '')));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    await page.getByRole('link', { name: /^Added in the last 30 days, \d+ titles$/ }).click();
    await waitForCount(page, count({ q: 'new:[0 TO 30]', search_type: 'custom' }));
    const oldest = Date.parse(alderwick.library.snapshot_date) - 30 * 86_400_000;
    for (const text of await page.getByText(/^Added \w+ \d+, \d{4}$/).allInnerTexts()) {
      expect(Date.parse(`${text.replace('Added ', '')} UTC`)).toBeGreaterThanOrEqual(oldest);
    }
  });

  it('filters on a phone, and sees the first result on the first screen', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, PHONE);
    await show('/search?q=sea');
    await page.getByText('Filter the results').first().tap();
    const button = page.locator('.show .button');
    await page.getByRole('link', { name: /^Book, \d/ }).tap();
    const found = count({ q: 'sea', title_format: 'BK' });
    await waitForCount(page, found);
    const bottomOf = (it: typeof button) =>
      it.boundingBox().then((box) => (box === null ? -1 : box.y + box.height));
    for (const y of [0, 300, 600]) {
      await page.evaluate(`scrollTo(0, ${y})`);
      expect(await button.innerText()).toBe(`Show ${found} titles`);
      expect(await bottomOf(button)).toBeLessThanOrEqual(844);
    }
    await button.tap();
    const row = page.locator('.row').first();
    await expect.poll(() => bottomOf(row)).toBeLessThan(844);
    expect(await page.locator('.filters').getAttribute('open')).toBeNull();
    expect(await page.evaluate('document.activeElement.id')).toBe('list');
    await show('/search?q=sea&title_format=BK');
    expect(await bottomOf(row)).toBeLessThan(844);
  });

  it('goes from the filters of a phone to the results without JavaScript', async () => {
    const { page, show } = await openTestScreen(
      catalogs,
      {},
      { ...PHONE, javaScriptEnabled: false },
    );
    await show('/search?q=sea');
    await page.getByText('Filter the results').first().tap();
    await page.locator('.show .button').tap();
    await expect
      .poll(() =>
        page
          .locator('.row')
          .first()
          .boundingBox()
          .then((box) => box?.y ?? -1),
      )
      .toBeLessThan(200);
  });

  it('skips to the results by keyboard', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea');
    for (const text of ['Skip to content', 'Skip to results']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe(text);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.matches(".row:first-child h2 a")')).toBe(
      true,
    );
    await show('/help');
    expect(await page.getByText('Skip to results').count()).toBe(0);
  });

  it('hears the number of titles of a value, and whether the value is chosen', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea');
    const found = count({ q: 'sea', title_format: 'EBOOK' });
    await page.getByRole('link', { name: `eBook, ${found} titles`, exact: true }).click();
    await page
      .getByRole('link', { name: `eBook, ${found} titles, chosen, remove`, exact: true })
      .click();
    await waitForCount(page, count({ q: 'sea' }));
  });

  it('sees chosen filters and the sort order in forced colors', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, { forcedColors: 'active' });
    await show('/search?q=sea&title_format=BK&sort=title&limit=10');
    const colorOf = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    for (const list of ['.facet', '.sorts']) {
      const chosen = await colorOf(`${list} li a[aria-current]`, 'backgroundColor');
      expect(chosen).not.toBe(await colorOf(`${list} li a:not([aria-current])`, 'backgroundColor'));
      expect(chosen).not.toBe(await colorOf(`${list} li a[aria-current]`, 'color'));
    }
  });

  it('finds a rare value on the page of all values, by its first letter', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=*');
    await page.locator('.facet > summary', { hasText: 'Author' }).click();
    await page.locator('[data-key="more:author"] > summary').click();
    await page.getByRole('link', { name: 'See all: Author' }).click();
    await waitForHeading(page, 'Author');
    await page.getByRole('link', { name: 'J', exact: true }).click();
    await page.getByRole('link', { name: /^Joshua Slocum, \d+ titles?$/ }).click();
    await waitForCount(page, count({ author: 'Joshua Slocum' }));
    await page.getByRole('link', { name: 'Remove filter: Author: Joshua Slocum' }).waitFor();
  });

  it('sorts from the oldest, and chooses 25 titles a page, which the next search keeps', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=*');
    await page.locator('.sorts > summary').click();
    await page.getByRole('link', { name: 'Oldest first' }).click();
    await page.getByRole('link', { name: '25', exact: true }).click();
    await page.waitForURL(/limit=25/);
    expect(await page.locator('.row').count()).toBe(25);
    await page.getByLabel('Search the catalog').fill('sea');
    await page.keyboard.press('Enter');
    await page.waitForURL(/limit=25.*q=sea|q=sea.*limit=25/);
  });

  it('closes menus with Escape, and the focus returns to the button', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, PHONE);
    await show('/search?q=sea');
    for (const menu of ['.languages', '.sorts', '.filters']) {
      await page.locator(`${menu} > summary`).click();
      await page.locator(`${menu}[open]`).waitFor();
      await page.locator(`${menu} li a`).first().focus();
      await page.keyboard.press('Escape');
      expect(await page.locator(`${menu}[open]`).count()).toBe(0);
      expect(await page.evaluate(`document.activeElement.matches('${menu} > summary')`)).toBe(true);
    }
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await page.locator('.languages > summary').click();
    await field.fill('');
    await field.pressSequentially('mob');
    await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('[role=option]').count()).toBe(0);
    expect(await page.locator('.languages[open]').count()).toBe(1);
  });

  it('searches everywhere after an advanced search', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/advanced');
    await page.getByLabel('Author', { exact: true }).fill('dickens');
    await page.getByLabel('Audiobook CD').check();
    await page.locator('main').getByRole('button', { name: 'Search' }).first().click();
    await waitForHeading(page, 'Author: dickens, Format: Audiobook CD');
    await page.getByLabel('Search the catalog').fill('moby dick');
    await page.keyboard.press('Enter');
    await waitForCount(page, count({ q: 'moby dick' }));
    expect(new URL(page.url()).searchParams.get('search_type')).toBe('keyword');
    await page.getByRole('link', { name: 'Advanced search' }).click();
    await page.getByLabel('Query').fill('title:whale NOT author:melville');
    await page.keyboard.press('Enter');
    const q = 'title:whale NOT author:melville';
    await waitForCount(page, count({ q, search_type: 'custom' }));
    await page.getByRole('link', { name: 'Edit this search' }).click();
    expect(await page.getByLabel('Query').inputValue()).toBe(q);
  });

  it('searches all libraries, and sees all results of one with one click', async () => {
    const both = [alderwick, openedCatalog('meridian')];
    const { page, show } = await openTestScreen(both);
    await show('/');
    await page.getByLabel('Search the catalog').fill('whale');
    await page.getByRole('button', { name: 'Search' }).click();
    const headings = page.locator('.in-library h2');
    await headings.first().waitFor();
    const counts = both.map(({ library: { id, name } }) => {
      const found = searchTitles(both, { q: 'whale', library: id }, { baseUrl: '' }).count;
      return `${name} ${found} titles`;
    });
    expect(await headings.allInnerTexts()).toEqual(counts);
    await page.getByRole('link', { name: 'Meridian World Library', exact: true }).click();
    await page.locator('.results').waitFor();
    expect(await page.locator('select[name=library]').inputValue()).toBe('meridian');
  });

  it('sees the status of an e-book beside its link', async () => {
    const ebook = book('1', 'Report', {
      format: { id: 'EBOOK' },
      links: [{ kind: 'resource', url: 'https://reports.example.org/1' }],
    });
    const { page, show } = await openTestScreen([catalogOf({ titles: [ebook] })], {}, PHONE);
    for (const view of ['', '&view=compact']) {
      await show(`/search?q=report${view}`);
      const [status, link] = await page.evaluate<number[]>(
        `['.state .status', '.state .online a'].map((it) => document.querySelector(it).getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)`,
      );
      expect(Math.abs(status - link)).toBeLessThan(6);
    }
  });
});
