import { expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createKiosk } from '../../../src/kiosk/create-kiosk.js';
import { textsOf } from '../../../src/texts/page-texts.js';
import { startTestServer } from '../../http/test-server.js';
import { isOnSite } from '../../long-tests.js';
import { openedCatalog } from '../../shared-data.js';
import { violationsOn } from './axe.js';
import { describeInChromium, openContext, openTestScreen, useChromium } from './chromium.js';

const alderwick = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const KIOSK = { idleMinutes: 2, branch: 'HILL' };

/** A function for the browser: how many pixels the page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';

useChromium();

describeInChromium('the pages of a library', () => {
  it('have its logo and its colors, in light and dark mode, which are readable', async () => {
    const { page, show } = await openTestScreen(
      [meridian],
      {},
      { bypassCSP: true, reducedMotion: 'reduce' },
    );
    await show('/');
    expect(await page.evaluate('document.querySelector(".brand img").naturalWidth > 0')).toBe(true);
    const colorOf = (element: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${element}')).${property}`);
    expect(await colorOf('.header', 'backgroundColor')).toBe('rgb(40, 48, 107)');
    expect(await colorOf('.all a', 'color')).toBe('rgb(58, 71, 168)');
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colorOf('.all a', 'color')).not.toBe('rgb(58, 71, 168)');
  });

  it.each([320, 390, 1366])(
    'lead from the header to new titles, lists and lists to browse, %s pixels wide',
    async (width) => {
      const { page, show } = await openTestScreen(
        [alderwick],
        {},
        { viewport: { width, height: 800 } },
      );
      await show('/');
      for (const [name, heading] of [
        ['New', /./],
        ['Lists', 'Lists'],
        ['Browse', 'Authors'],
      ] as const) {
        await page.locator('.menu').getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        expect([name, await page.evaluate(OVERFLOW)]).toEqual([name, 0]);
      }
    },
  );

  it.each(['en-CA', 'de-DE', 'zh-CN', 'ru-RU'])(
    'do not scroll sideways at 320 pixels in %s, on a kiosk or not',
    async (locale) => {
      for (const kiosk of [{}, KIOSK]) {
        const viewport = { width: 320, height: 640 };
        const { page, show } = await openTestScreen([alderwick], kiosk, { viewport });
        for (const path of ['/', '/lists', '/item/show/0000001101', '/nowhere', '/help']) {
          await show(`${path}?locale=${locale}`);
          expect([path, kiosk, await page.evaluate(OVERFLOW)]).toEqual([path, kiosk, 0]);
        }
      }
    },
  );

  it('have tiles that find their titles, and lists with covers', async () => {
    const { page, show } = await openTestScreen([alderwick]);
    await show('/');
    const tile = page.locator('.tiles a').first();
    const count = await tile.locator('.count').textContent();
    expect(await page.locator('.card .covers img').count()).toBeGreaterThan(10);
    await tile.click();
    await page.locator(`[data-count="${count}"]`).first().waitFor();
  });

  it('show the hours and the address of a branch beside its copies, with the keyboard too', async () => {
    const { page, show } = await openTestScreen(
      [alderwick],
      {},
      { bypassCSP: true, reducedMotion: 'reduce' },
    );
    await show('/item/show/0000001101');
    const hours = page.locator('.holdings').getByText('Mon–Thu 9–20');
    expect(await hours.isVisible()).toBe(false);
    await page.locator('.branch-info summary').first().press('Enter');
    expect(await hours.isVisible()).toBe(true);
    expect(
      await page
        .locator('.holdings')
        .getByRole('link', { name: 'Map' })
        .first()
        .getAttribute('href'),
    ).toContain('openstreetmap');
    expect(await violationsOn(page)).toEqual([]);
  });
});

describeInChromium('a kiosk', () => {
  it('always shows the button to start over, which discards the search for good', async () => {
    const viewport = { width: 1366, height: 700 };
    const { page, show, baseUrl } = await openTestScreen([alderwick], KIOSK, {
      viewport,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    await show('/');
    await show('/search?q=whale');
    const button = page.getByRole('link', { name: 'Start over' });
    for (const y of [0, 500, 5000]) {
      await page.evaluate(`scrollTo(0, ${y})`);
      expect((await button.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      expect((await button.boundingBox())?.y).toBeLessThan(viewport.height - 40);
    }
    expect(await violationsOn(page)).toEqual([]);
    await button.click();
    await page.waitForURL(`${baseUrl}/`);
    await page.goBack();
    await page.waitForURL(`${baseUrl}/`);
    expect(await page.getByText('Results for').count()).toBe(0);
  });

  it('starts over without JavaScript too', async () => {
    const { page, show, baseUrl } = await openTestScreen([alderwick], KIOSK, {
      javaScriptEnabled: false,
    });
    await show('/search?q=whale');
    await page.getByRole('link', { name: 'Start over' }).click();
    await page.waitForURL(`${baseUrl}/`);
  });

  it('shows the code of an e-book beside its address, within the page', async () => {
    const { page, show } = await openTestScreen([alderwick], KIOSK, {
      viewport: { width: 1366, height: 900 },
    });
    await show('/item/show/0000002101');
    const code = (await page.locator('.to-phone .qr').first().boundingBox())!;
    const text = (await page.locator('.to-phone .address').first().boundingBox())!;
    expect(text.x).toBeGreaterThan(code.x + code.width);
    expect(text.y).toBeGreaterThan(code.y);
    expect(text.y + text.height).toBeLessThan(code.y + code.height);
    expect(await page.getByRole('link', { name: /MARC/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  });
});

describeInChromium('errors', () => {
  // A site without a server has no server that fails.
  it.skipIf(isOnSite)(
    'of a server without a snapshot are a page that opens the catalog by itself',
    async () => {
      let catalogs: readonly Catalog[] = [];
      const { baseUrl } = await startTestServer(() => catalogs, { site: createKiosk(KIOSK) });
      const context = await openContext({
        locale: 'de-DE',
        bypassCSP: true,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(baseUrl);
      const { unavailable } = textsOf('de-DE').errors;
      await page.getByRole('heading', { name: unavailable }).waitFor();
      expect(
        await page.evaluate('getComputedStyle(document.querySelector(".header")).backgroundColor'),
      ).toBe('rgb(14, 71, 72)');
      expect(await violationsOn(page)).toEqual([]);
      catalogs = [alderwick];
      await page.getByRole('heading', { name: 'Was suchen Sie?' }).waitFor();
      await context.close();
    },
  );

  it('in a search lead to a new search and home', async () => {
    const { page, show, baseUrl } = await openTestScreen(
      [alderwick],
      {},
      { bypassCSP: true, reducedMotion: 'reduce' },
    );
    await show(`/search?q=${'whale+'.repeat(600)}`);
    await page.getByRole('heading', { name: 'This search is too long' }).waitFor();
    await page.getByText('Please use fewer words.').waitFor();
    expect(await page.getByLabel('Search the catalog').inputValue()).toBe('');
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(`${baseUrl}/`);
  });
});
