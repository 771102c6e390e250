import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import { textsOf } from '../../../src/texts/page-texts.js';
import { openedCatalog } from '../../shared-data.js';
import { violationsOn } from './axe.js';
import { describeInChromium, openContext, useChromium } from './chromium.js';
import { type FileHost, hostFiles, type SiteFiles, writeTestSite } from './open-site.js';

const alderwick = openedCatalog('alderwick');
const FOLDER = '/catalog/';
const texts = textsOf('en-CA').first_page;

useChromium();

/** Opens a page, and hosts the files of a site in a folder. */
async function openSite(
  files: () => SiteFiles,
  browsing: BrowserContextOptions = {},
  untilSent?: (path: string) => Promise<void>,
): Promise<{ page: Page; context: BrowserContext; host: FileHost; site: string }> {
  const host = await hostFiles(FOLDER, files, untilSent);
  const context = await openContext({ locale: 'en-CA', ...browsing });
  onTestFinished(() => context.close().then(host.close));
  const page = await context.newPage();
  return { page, context, host, site: host.address + FOLDER };
}

/** Returns the path of the only piece of a snapshot. */
function pieceOf(files: SiteFiles): string {
  const [piece] = [...files.keys()].filter((path) => path.startsWith('data/'));
  return piece;
}

describeInChromium('a site without a server', () => {
  it('opens the page of any address in its folder, and needs no network after that', async () => {
    const files = await writeTestSite([alderwick]);
    const { page, context, host, site } = await openSite(() => files);
    await page.goto(`${site}item/show/0000001101?q=whale`);
    await page.getByRole('heading', { level: 1, name: 'Moby-Dick' }).waitFor();
    await host.close();
    await context.setOffline(true);
    await page.getByLabel('Search the catalog').fill('frankenstein');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}search?**`);
    await page.getByRole('heading', { name: 'Frankenstein' }).first().waitFor();
    await page.goto(`${site}index.html`);
    expect(page.url()).toBe(site);
  });

  it('can be installed', async () => {
    const files = await writeTestSite([alderwick]);
    const { page, context, site } = await openSite(() => files);
    await page.goto(site);
    await page.locator('.header').waitFor();
    const session = await context.newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect([url.startsWith(`${site}assets/`), errors]).toEqual([true, []]);
    const { name, start_url, scope } = JSON.parse(data ?? '');
    expect(name).toBe('Alderwick Public Library');
    expect([start_url, scope].map((path) => new URL(path, url).href)).toEqual([site, site]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  it('loads a new catalog in the background, and shows it on the next page', async () => {
    const changed = applyChanges(alderwick, [
      {
        op: 'put',
        kind: 'titles',
        record: { id: 'n', title: 'A new atlas', format: { id: 'BK' } },
      },
    ]);
    const files = { now: await writeTestSite([alderwick]) };
    const { page, site, host } = await openSite(() => files.now);
    await page.goto(`${site}search?q=atlas`);
    await page.locator('.header').waitFor();
    expect(await page.getByRole('heading', { name: 'A new atlas' }).count()).toBe(0);
    const before = pieceOf(files.now);
    files.now = await writeTestSite([changed]);
    // A browser looks for a new service worker one second after a page is shown.
    await page.reload();
    const stored = () =>
      page.evaluate<string[]>(
        `caches.open('carrel ${site}').then((it) => it.keys()).then((all) => all.map(({ url }) => url))`,
      );
    await expect.poll(stored).not.toContain(site + before);
    expect(await stored()).toContain(site + pieceOf(files.now));
    await page.reload();
    await page.getByRole('heading', { name: 'A new atlas' }).waitFor();
    expect(host.requested.filter((path) => path === FOLDER + before)).toHaveLength(1);
  });

  it('shows the progress and a problem of the download, and continues', async () => {
    const whole = await writeTestSite([alderwick]);
    const piece = pieceOf(whole);
    const files = { now: new Map([...whole].filter(([path]) => path !== piece)) as SiteFiles };
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const { page, site } = await openSite(
      () => files.now,
      { bypassCSP: true },
      (path) => (path === piece ? sent : Promise.resolve()),
    );
    await page.goto(site);
    await page.getByRole('progressbar').waitFor();
    await page.getByText(/^Loading the catalog: 0\.0 of 0\.\d\sMB$/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.clock.install();
    send();
    await page.getByText(texts.missing).waitFor();
    await page.getByText(`${site}${piece}: expected a file, found status 404`).waitFor();
    files.now = whole;
    await page.clock.fastForward(5000);
    await page.locator('.header').waitFor();
  });

  it('shows a page in the language of the reader without its stored catalog and without a network', async () => {
    const files = await writeTestSite([alderwick]);
    const { page, context, host, site } = await openSite(() => files, { locale: 'zh-CN' });
    await page.goto(site);
    await page.locator('.header').waitFor();
    const [worker] = context.serviceWorkers();
    await page.evaluate(`caches.open('carrel ${site}').then(async (cache) => {
      for (const { url } of await cache.keys()) if (url.includes('/data/')) await cache.delete(url);
    })`);
    const session = await context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    expect(worker.url()).toBe(`${site}worker.js`);
    await host.close();
    await page.goto(`${site}search?q=whale`);
    const { unavailable } = textsOf('zh-CN').errors;
    await page.getByRole('heading', { name: unavailable }).waitFor();
  });

  it('reports that the device has no room for the catalog', async () => {
    const files = await writeTestSite([alderwick]);
    const { page, context, site } = await openSite(() => files);
    const session = await context.newCDPSession(page);
    const { origin } = new URL(site);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 200_000 });
    await page.goto(site);
    await page.getByText(texts.storage.split('{total}')[0]).waitFor();
  });

  it('describes what it needs to browsers without JavaScript or service workers', async () => {
    const files = await writeTestSite([alderwick]);
    const without = await openSite(() => files, { javaScriptEnabled: false });
    await without.page.goto(without.site);
    const sentence = without.page.locator('noscript p[lang=en]');
    await sentence.waitFor();
    expect(await sentence.textContent()).toBe(texts.unsupported);
    const old = await openSite(() => files, { locale: 'de-DE' });
    await old.page.addInitScript('delete Navigator.prototype.serviceWorker');
    await old.page.goto(old.site);
    await old.page.getByText(textsOf('de-DE').first_page.unsupported).first().waitFor();
  });
});
