import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { isOnSite } from '../../long-tests.js';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openTestScreen, useChromium } from './chromium.js';

const catalog = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const catalogs = [catalog];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Returns the number of titles that the API finds in Alderwick. */
function countTitles(params: Record<string, string>): number {
  const all = { q: '*', library: 'alderwick', ...params };
  return searchTitles([catalog, meridian], all, { baseUrl: 'http://localhost' }).count;
}

/** Waits until the page shows that exactly `expected` titles were found. */
async function expectCount(page: Page, expected: number): Promise<void> {
  await page.locator(`#results[data-count="${expected}"]`).waitFor();
}

/** Presses a key until the focused element matches a selector. */
async function pressUntil(page: Page, key: string, selector: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press(key);
    if (
      await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)
    ) {
      return;
    }
  }
  throw new Error(`${key}: expected to focus ${selector} after at most 200 presses`);
}

useChromium();

describeInChromium('a reader', () => {
  it('searches, adds and removes two filters, and opens a title by touch', async () => {
    const { page, show } = await openTestScreen(catalogs, { branch: 'HILL' }, PHONE);
    await show('/');
    await page.getByLabel('Search the catalog').fill('sea');
    await page.getByRole('button', { name: 'Search' }).tap();
    await expectCount(page, countTitles({ q: 'sea' }));

    await page.getByText('Filter the results').first().tap();
    await page.getByRole('link', { name: /^Paperback, \d/ }).tap();
    await expectCount(page, countTitles({ q: 'sea', title_format: 'PAPERBACK' }));
    await page.getByText('Available at', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: /^Hillside Branch, \d/ }).tap();
    await expectCount(
      page,
      countTitles({ q: 'sea', title_format: 'PAPERBACK', available_at: 'HILL' }),
    );

    await page.getByRole('link', { name: 'Remove filter: Format: Paperback' }).tap();
    await expectCount(page, countTitles({ q: 'sea', available_at: 'HILL' }));
    await page.getByRole('link', { name: 'Remove filter: Available at: Hillside Branch' }).tap();
    await expectCount(page, countTitles({ q: 'sea' }));

    await page.getByRole('heading', { name: 'Moby-Dick' }).first().getByRole('link').tap();
    await page.getByRole('heading', { level: 1, name: 'Moby-Dick' }).waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    expect(rows[1]).toContain('Hillside Branch');
    expect(rows[1]).toContain('This branch');
    expect(rows[1]).toContain('CLASSICS MEL');
    expect(rows[1]).toContain('Available');
  });

  it('narrows a search to a range of years, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, show } = await openTestScreen(catalogs, {}, { javaScriptEnabled });
      await show('/search?q=*&title_format=BK');
      const filters = page.getByText('Filter the results').first();
      if (await filters.isVisible()) await filters.click();
      await page.locator('.facet > summary', { hasText: 'Publication date' }).click();
      await page.getByLabel('From year').fill('1850');
      await page.getByLabel('To year').fill('1874');
      await page.getByRole('button', { name: 'Show these years' }).click();
      await expectCount(page, countTitles({ title_format: 'BK', publication_date: '1850-1874' }));
      await page.getByRole('link', { name: 'Remove filter: Publication date: 1850-1874' }).click();
      await expectCount(page, countTitles({ title_format: 'BK' }));
    }
  });

  it('narrows a search to the years of a bar, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, show } = await openTestScreen(catalogs, {}, { javaScriptEnabled });
      await show('/search?q=*');
      await page.locator('.facet > summary', { hasText: 'Publication date' }).click();
      const bar = page.getByRole('link', { name: '1980-1999: ' });
      const count = countTitles({ publication_date: '1980-1999' });
      expect(await bar.innerText()).toBe(`1980-1999: ${count} titles`);
      await bar.focus();
      await page.keyboard.press('Enter');
      await expectCount(page, count);
      expect(await page.getByLabel('From year').inputValue()).toBe('1980');
      await page.getByRole('link', { name: `1980-1999: ${count} titles` }).click();
      await expectCount(page, countTitles({}));
    }
  });

  it('sees the years and count of a bar while the bar has the focus', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=*');
    await page.locator('.facet > summary', { hasText: 'Publication date' }).click();
    const clip = (bar: number) =>
      page.evaluate(
        `getComputedStyle(document.querySelectorAll('.histogram .label')[${bar}]).clipPath`,
      );
    expect(await clip(0)).toBe('inset(50%)');
    await page.locator('.facet > summary', { hasText: 'Publication date' }).focus();
    await page.keyboard.press('Tab');
    expect(await clip(0)).toBe('none');
    await page.keyboard.press('Tab');
    expect([await clip(0), await clip(1)]).toEqual(['inset(50%)', 'none']);
  });

  it('searches, filters and opens a title using only the keyboard', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await pressUntil(page, 'Tab', 'input[type=search]');
    await page.keyboard.type('verne');
    await page.keyboard.press('Enter');
    await expectCount(page, countTitles({ q: 'verne' }));

    await pressUntil(page, 'Tab', '[data-key="title_format:EBOOK"]');
    await page.keyboard.press('Enter');
    await expectCount(page, countTitles({ q: 'verne', title_format: 'EBOOK' }));
    // The link of the facet value is still focused.
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe('title_format:EBOOK');
    expect(await page.evaluate('document.activeElement.ariaCurrent')).toBe('true');

    await pressUntil(page, 'Tab', '.row h2 a');
    const title = await page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('sees a focus outline on every focusable element of a results page', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=verne');
    for (let i = 0; ; i++) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate<{
        name: string;
        outline: string;
        isInView: boolean;
      }>(`(() => {
        const element = document.activeElement;
        const { top, bottom } = element.getBoundingClientRect();
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return { name: element.outerHTML.slice(0,80), outline: outlineStyle + ' ' + outlineWidth, isInView: bottom > 0 && top < innerHeight };
      })()`);
      // After the last link, the focus leaves the page.
      if (seen.name.startsWith('<body')) return expect(i).toBeGreaterThan(40);
      expect(seen).toEqual({ name: seen.name, outline: 'solid 3px', isInView: true });
    }
  });

  it('chooses a suggestion with the arrow keys and restores the typed text with Escape', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/');
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await field.pressSequentially('moby');
    await page.locator('[id^=suggestion-]').first().waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await field.inputValue()).toBe('Moby-Dick');
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('moby');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Moby-Dick' }).waitFor();
  });

  it('sees a notice when a misspelled query was relaxed', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=frankenstien');
    await expectCount(page, countTitles({ q: 'frankenstien' }));
    const notice = await page.locator('.relaxed').innerText();
    expect(notice).toMatch(/^No results for frankenstien\. Showing results for frankenstein/);
  });

  it('opens a list and a title of the list', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/');
    await page.getByRole('link', { name: 'Ice: Reading toward the Poles' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ice: Reading toward the Poles' }).waitFor();
    const first = page.locator('.row h2 a').first();
    const title = await first.innerText();
    await first.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('link', { name: 'Ice: Reading toward the Poles' }).waitFor();
  });

  it('keeps the search when changing the language', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=sea&title_format=PAPERBACK');
    await page.getByText('English').first().click();
    await page.getByRole('link', { name: 'Français' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA');
    const found = countTitles({ q: 'sea', title_format: 'PAPERBACK' });
    expect(await page.locator('.found > span').first().innerText()).toBe(
      `${found} ${found === 1 ? 'titre' : 'titres'}`,
    );
    await page.locator('.row h2 a').first().click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA');
    await page.getByRole('heading', { name: 'Où le trouver' }).waitFor();
  });

  it('sees the pages in the language of the browser', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, { locale: 'zh-CN' });
    await show('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await page.getByRole('button', { name: '检索' }).waitFor();
  });

  it('hears the number of results after choosing a facet value', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=whale');
    await page.locator('[data-key="title_format:EBOOK"]').click();
    const found = countTitles({ q: 'whale', title_format: 'EBOOK' });
    await page
      .getByRole('status')
      .filter({ hasText: `${found} ${found === 1 ? 'title' : 'titles'}` })
      .waitFor();
  });

  it('unfolds the editions of a work with the keyboard, opens one and comes back, without JavaScript', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, { javaScriptEnabled: false });
    await show('/search?q=whale');
    const fold = page.locator('.row .editions').first();
    await fold.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await fold.locator('li').count()).toBe(4);
    await fold.getByRole('link', { name: 'eBook' }).click();
    await page.getByRole('link', { name: 'Back to results' }).click();
    await page.waitForURL(/#result-1$/);
    await page.getByRole('link', { name: 'Show all editions separately' }).click();
    await page.getByRole('link', { name: 'Show each work once' }).waitFor();
    expect(await page.locator('.row').count()).toBe(countTitles({ q: 'whale' }));
  });

  it('removes a facet value with Back and adds it again with Forward', async () => {
    const { page, show } = await openTestScreen(catalogs);
    await show('/search?q=whale');
    await page.locator('[data-key="title_format:EBOOK"]').click();
    await expectCount(page, countTitles({ q: 'whale', title_format: 'EBOOK' }));
    await page.goBack();
    await expectCount(page, countTitles({ q: 'whale' }));
    await page.goForward();
    await expectCount(page, countTitles({ q: 'whale', title_format: 'EBOOK' }));
  });

  it('searches, filters and changes the language without JavaScript', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, { javaScriptEnabled: false });
    await show('/');
    await page.getByLabel('Search the catalog').fill('sea');
    await page.keyboard.press('Enter');
    await expectCount(page, countTitles({ q: 'sea' }));
    await page.locator('[data-key="title_format:PAPERBACK"]').click();
    await expectCount(page, countTitles({ q: 'sea', title_format: 'PAPERBACK' }));
    await page.getByRole('link', { name: 'Remove filter: Format: Paperback' }).click();
    await expectCount(page, countTitles({ q: 'sea' }));
    await page.locator('.sorts > summary').click();
    await page.locator('.sorts a').nth(1).click();
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    await page.getByText('English').first().click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Wo es steht' }).waitFor();
  });

  it('sees pages that load nothing from other sites', async () => {
    const { page, show, baseUrl } = await openTestScreen([catalog, meridian]);
    const external: string[] = [];
    await page.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(`${baseUrl}/`)) return route.continue();
      external.push(url);
      return route.abort('internetdisconnected');
    });
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const url of ['/', '/?library=meridian', '/search?q=*&library=alderwick']) {
      await show(url);
      await page.waitForLoadState('networkidle');
    }
    await show('/list/show/staff-galle/500201');
    await show('/item/show/0000001101');
    await page.waitForLoadState('networkidle');
    expect({ external, errors }).toEqual({ external: [], errors: [] });
  });

  // A site needs no server.
  it.skipIf(isOnSite)(
    'sees the error page of the browser when the server is unreachable',
    async () => {
      const { page, show } = await openTestScreen(catalogs);
      await show('/search?q=whale');
      await page.context().setOffline(true);
      await page.locator('[data-key="title_format:EBOOK"]').click();
      await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
    },
  );
});

describeInChromium('a kiosk with idleMinutes', () => {
  it('shows a dialog, and stays on the page when the reader chooses to stay', async () => {
    const { page, show } = await openTestScreen(catalogs, { idleMinutes: 2 });
    const start = Date.parse('2026-11-01T10:00:00Z');
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start + 1000);
    await show('/search?q=whale');
    await page.clock.runFor(99_000);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.clock.runFor(2_000);
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.innerText()).toMatch(/In \d+ seconds, this screen will clear your search/);
    await page.getByRole('button', { name: 'I’m still here' }).click();
    expect(await dialog.isVisible()).toBe(false);
    await page.clock.runFor(60_000);
    expect(page.url()).toContain('q=whale');
  });

  it('returns to the home page when the reader does nothing, and Back does not show the search', async () => {
    const { page, show, baseUrl } = await openTestScreen(catalogs, { idleMinutes: 2 });
    await page.clock.install();
    await show('/');
    await page.getByLabel('Search the catalog').fill('whale');
    await page.keyboard.press('Enter');
    await expectCount(page, countTitles({ q: 'whale' }));
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    const navigations: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(request.url());
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${baseUrl}/`, (route) => released.then(() => route.continue()));
    await page.clock.runFor(125_000);
    release();
    await page.waitForURL(`${baseUrl}/`);
    expect(navigations).toEqual([`${baseUrl}/`]);
    expect(await page.getByLabel('Search the catalog').inputValue()).toBe('');
    for (let i = 0; i < 2; i++) {
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForTimeout(300);
      await page.waitForURL((url) => url.pathname === '/' && url.search === '');
      expect(await page.getByLabel('Search the catalog').inputValue()).toBe('');
    }
  });

  it('shows the previous page with Back for the same reader', async () => {
    const { page, show } = await openTestScreen(catalogs, { idleMinutes: 2 });
    await show('/search?q=whale');
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    await page.goBack();
    await expectCount(page, countTitles({ q: 'whale' }));
  });

  it('shows the URL of a website on a list as text, without a link', async () => {
    const { page, show, baseUrl } = await openTestScreen([catalog, meridian], { idleMinutes: 2 });
    await show('/list/show/staff-galle/500201');
    await page.getByText('https://en.wikipedia.org/wiki/Silent_film').waitFor();
    const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)');
    expect(links.filter((href) => !href.startsWith(`${baseUrl}/`))).toEqual([]);
  });
});
