import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { searchTitles } from '../../../src/v1/titles.js';
import { openedCatalog } from '../../shared-data.js';
import { inChromium, screen, useChromium } from './chromium.js';

const catalog = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const catalogs = [catalog];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** How many titles the API finds. */
function count(params: Record<string, string>): number {
  const all = { q: '*', library: 'alderwick', ...params };
  return searchTitles([catalog, meridian], all, { baseUrl: 'http://localhost' }).count;
}

/** The number of results that the page says, once it says this. */
async function said(page: Page, wanted: number): Promise<void> {
  await page.locator(`.found[data-count="${wanted}"]`).waitFor();
  expect(await page.locator('.found').textContent()).toMatch(
    new RegExp(`^${wanted} titles? found$`),
  );
}

async function pressUntil(page: Page, key: string, isThere: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press(key);
    if (
      await page.evaluate(`document.activeElement?.matches(${JSON.stringify(isThere)}) ?? false`)
    ) {
      return;
    }
  }
  throw new Error(`${key} does not lead to ${isThere}.`);
}

useChromium();

inChromium('A reader', () => {
  it('searches by touch, narrows twice, widens again, opens a title and finds the shelf', async () => {
    const { page, show } = await screen(catalogs, { branch: 'HILL' }, PHONE);
    await show('/');
    await page.getByLabel('Search the catalog').fill('sea');
    await page.getByRole('button', { name: 'Search' }).tap();
    await said(page, count({ q: 'sea' }));

    await page.getByText('Narrow the results').first().tap();
    await page.getByRole('link', { name: /^Paperback \d/ }).tap();
    await said(page, count({ q: 'sea', title_format: 'PAPERBACK' }));
    await page.getByText('Available at', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: /^Hillside Branch \d/ }).tap();
    await said(page, count({ q: 'sea', title_format: 'PAPERBACK', available_at: 'HILL' }));

    await page.getByRole('link', { name: 'Remove: Format: Paperback' }).tap();
    await said(page, count({ q: 'sea', available_at: 'HILL' }));
    await page.getByRole('link', { name: 'Remove: Available at: Hillside Branch' }).tap();
    await said(page, count({ q: 'sea' }));

    await page.getByRole('heading', { name: 'Moby-Dick' }).first().getByRole('link').tap();
    await page.getByRole('heading', { level: 1, name: 'Moby-Dick' }).waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    expect(rows[1]).toContain('Hillside Branch');
    expect(rows[1]).toContain('This branch');
    expect(rows[1]).toContain('CLASSICS MEL');
    expect(rows[1]).toContain('Available');
  });

  it('searches, narrows and opens a title with nothing but the keyboard', async () => {
    const { page, show } = await screen(catalogs);
    await show('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await pressUntil(page, 'Tab', 'input[type=search]');
    await page.keyboard.type('verne');
    await page.keyboard.press('Enter');
    await said(page, count({ q: 'verne' }));

    await pressUntil(page, 'Tab', '[data-keep="title_format:EBOOK"]');
    await page.keyboard.press('Enter');
    await said(page, count({ q: 'verne', title_format: 'EBOOK' }));
    // The focus stays where the reader was.
    expect(await page.evaluate('document.activeElement.dataset.keep')).toBe('title_format:EBOOK');
    expect(await page.evaluate('document.activeElement.ariaCurrent')).toBe('true');

    await pressUntil(page, 'Tab', '.row h2 a');
    const title = await page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('sees where the focus is, wherever it goes', async () => {
    const { page, show } = await screen(catalogs);
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
      // Behind the last link comes the browser itself.
      if (seen.name.startsWith('<body')) return expect(i).toBeGreaterThan(40);
      expect(seen).toEqual({ name: seen.name, outline: 'solid 3px', isInView: true });
    }
  });

  it('chooses a suggestion with the arrow keys, and gets back what was typed with Escape', async () => {
    const { page, show } = await screen(catalogs);
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

  it('misspells, and is told what is shown instead and how much there is', async () => {
    const { page, show } = await screen(catalogs);
    await show('/search?q=frankenstien');
    await said(page, count({ q: 'frankenstien' }));
    const notice = await page.locator('.forgiven').innerText();
    expect(notice).toMatch(/^Nothing for frankenstien; showing frankenstein/);
  });

  it('follows a list to a title', async () => {
    const { page, show } = await screen(catalogs);
    await show('/');
    await page.getByRole('link', { name: 'Ice: Reading toward the Poles' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ice: Reading toward the Poles' }).waitFor();
    const first = page.locator('.row h2 a').first();
    const title = await first.innerText();
    await first.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('link', { name: 'Ice: Reading toward the Poles' }).waitFor();
  });

  it('switches the language in the middle of a search and keeps the search', async () => {
    const { page, show } = await screen(catalogs);
    await show('/search?q=sea&title_format=PAPERBACK');
    await page.getByText('English').first().click();
    await page.getByRole('link', { name: 'Français' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA');
    const found = count({ q: 'sea', title_format: 'PAPERBACK' });
    expect(await page.locator('.found').innerText()).toBe(
      `${found} ${found === 1 ? 'titre trouvé' : 'titres trouvés'}`,
    );
    await page.locator('.row h2 a').first().click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA');
    await page.getByRole('heading', { name: 'Où le trouver' }).waitFor();
  });

  it('finds the language of their browser', async () => {
    const { page, show } = await screen(catalogs, {}, { locale: 'zh-CN' });
    await show('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await page.getByRole('button', { name: '检索' }).waitFor();
  });

  it('hears the number of results when facets change them', async () => {
    const { page, show } = await screen(catalogs);
    await show('/search?q=whale');
    await page.locator('[data-keep="title_format:EBOOK"]').click();
    const found = count({ q: 'whale', title_format: 'EBOOK' });
    await page
      .getByRole('status')
      .filter({ hasText: `${found} ${found === 1 ? 'title' : 'titles'} found` })
      .waitFor();
  });

  it('goes back through facets as through pages', async () => {
    const { page, show } = await screen(catalogs);
    await show('/search?q=whale');
    await page.locator('[data-keep="title_format:EBOOK"]').click();
    await said(page, count({ q: 'whale', title_format: 'EBOOK' }));
    await page.goBack();
    await said(page, count({ q: 'whale' }));
    await page.goForward();
    await said(page, count({ q: 'whale', title_format: 'EBOOK' }));
  });

  it('does all of it without any script', async () => {
    const { page, show } = await screen(catalogs, {}, { javaScriptEnabled: false });
    await show('/');
    await page.getByLabel('Search the catalog').fill('sea');
    await page.keyboard.press('Enter');
    await said(page, count({ q: 'sea' }));
    await page.locator('[data-keep="title_format:PAPERBACK"]').click();
    await said(page, count({ q: 'sea', title_format: 'PAPERBACK' }));
    await page.getByRole('link', { name: 'Remove: Format: Paperback' }).click();
    await said(page, count({ q: 'sea' }));
    await page.locator('.sorts a').nth(1).click();
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    await page.getByText('English').first().click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Wo es steht' }).waitFor();
  });

  it('needs nothing from anywhere but the kiosk itself', async () => {
    const { page, show, baseUrl } = await screen([catalog, meridian]);
    const elsewhere: string[] = [];
    await page.route('**', (route) => {
      const address = route.request().url();
      if (address.startsWith(`${baseUrl}/`)) return route.continue();
      elsewhere.push(address);
      return route.abort('internetdisconnected');
    });
    const failed: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') failed.push(message.text());
    });
    for (const address of ['/', '/?library=meridian', '/search?q=*&library=alderwick']) {
      await show(address);
      await page.waitForLoadState('networkidle');
    }
    await show('/list/show/staff-galle/500201');
    await show('/item/show/0000001101');
    await page.waitForLoadState('networkidle');
    expect({ elsewhere, failed }).toEqual({ elsewhere: [], failed: [] });
  });

  it('is told by the browser itself when the kiosk is away, not by a page that does nothing', async () => {
    const { page, show } = await screen(catalogs);
    await show('/search?q=whale');
    await page.context().setOffline(true);
    await page.locator('[data-keep="title_format:EBOOK"]').click();
    await expect.poll(() => page.url(), { timeout: 30_000 }).toMatch(/^chrome-error:/);
  });
});

inChromium('A kiosk', () => {
  it('asks after a while, and stays when somebody answers', async () => {
    const { page, show } = await screen(catalogs, { idleMinutes: 2 });
    const begin = Date.parse('2026-11-01T10:00:00Z');
    await page.clock.install({ time: begin });
    await page.clock.pauseAt(begin + 1000);
    await show('/search?q=whale');
    await page.clock.runFor(99_000);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.clock.runFor(2_000);
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.innerText()).toMatch(/In \d+ seconds this screen returns to the start/);
    await page.getByRole('button', { name: 'I am still here' }).click();
    expect(await dialog.isVisible()).toBe(false);
    await page.clock.runFor(60_000);
    expect(page.url()).toContain('q=whale');
  });

  it('returns to the home page once when nobody answers, however slow it is, and forgets the search, Back included', async () => {
    const { page, show, baseUrl } = await screen(catalogs, { idleMinutes: 2 });
    await page.clock.install();
    await show('/');
    await page.getByLabel('Search the catalog').fill('whale');
    await page.keyboard.press('Enter');
    await said(page, count({ q: 'whale' }));
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(request.url());
    });
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`${baseUrl}/`, (route) => isAnswered.then(() => route.continue()));
    await page.clock.runFor(125_000);
    answer();
    await page.waitForURL(`${baseUrl}/`);
    expect(asked).toEqual([`${baseUrl}/`]);
    expect(await page.getByLabel('Search the catalog').inputValue()).toBe('');
    for (let i = 0; i < 2; i++) {
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForTimeout(300);
      await page.waitForURL((url) => url.pathname === '/' && url.search === '');
      expect(await page.getByLabel('Search the catalog').inputValue()).toBe('');
    }
  });

  it('goes back for the reader who is still there', async () => {
    const { page, show } = await screen(catalogs, { idleMinutes: 2 });
    await show('/search?q=whale');
    await page.locator('.row h2 a').first().click();
    await page.getByRole('heading', { name: 'Where to find it' }).waitFor();
    await page.goBack();
    await said(page, count({ q: 'whale' }));
  });

  it('has no links to where no way leads back from', async () => {
    const { page, show, baseUrl } = await screen([catalog, meridian], { idleMinutes: 2 });
    await show('/list/show/staff-galle/500201');
    await page.getByText('https://en.wikipedia.org/wiki/Silent_film').waitFor();
    const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)');
    expect(links.filter((href) => !href.startsWith(`${baseUrl}/`))).toEqual([]);
  });
});
