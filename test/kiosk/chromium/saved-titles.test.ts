import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it } from 'vitest';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { isOnSite } from '../../long-tests.js';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openTestScreen, useChromium } from './chromium.js';

const alderwick = openedCatalog('alderwick');
const MOBY_DICK = '/item/show/0000001101';
const DESKTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

useChromium();

/** Opens a screen whose pages can read and write the clipboard. */
async function openWithClipboard(browsing: BrowserContextOptions = {}) {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const screen = await openTestScreen([alderwick], {}, { ...DESKTOP, permissions, ...browsing });
  const clipboard = () => screen.page.evaluate<string>('navigator.clipboard.readText()');
  return { ...screen, clipboard };
}

describeInChromium('a reader who saves titles', () => {
  it.each([DESKTOP, PHONE])(
    'saves three titles, and shares the list, which opens without JavaScript: %j',
    async (browsing) => {
      const { page, show, clipboard, baseUrl } = await openWithClipboard(browsing);
      await show('/search?q=sea');
      const names = await page.locator('.row h2 a').allInnerTexts();
      for (const i of [0, 1]) await page.locator('.row .save').nth(i).click();
      await page.locator('.row h2 a').nth(2).click();
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.locator('#my-list').innerText()).toMatch(/^My list\s+3$/);
      await page.locator('#my-list').click();
      await page.getByRole('heading', { level: 1, name: 'Saved titles' }).waitFor();
      expect(await page.locator('.row h2').allInnerTexts()).toEqual(names.slice(0, 3));
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Link copied' }).waitFor();
      const address = await clipboard();
      expect(address.startsWith(`${baseUrl}/list?ids=`)).toBe(true);

      const other = await openTestScreen([alderwick], {}, { javaScriptEnabled: false });
      await other.show(address.slice(baseUrl.length));
      expect(await other.page.locator('.row h2').allInnerTexts()).toEqual(names.slice(0, 3));
      expect(await other.page.locator('.save:visible, .actions button:visible').count()).toBe(0);
    },
  );

  it('keeps the titles in this browser, and removes them', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(MOBY_DICK);
    await page.getByRole('button', { name: 'Save', pressed: false }).click();
    await page.getByRole('button', { name: 'Saved', pressed: true }).waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('button', { name: 'Saved', pressed: true }).click();
    // The first page follows what the second page changes.
    await page.getByRole('button', { name: 'Save', pressed: false }).waitFor();
    expect((await page.locator('#my-list').innerText()).trim()).toBe('My list');
    await page.locator('#my-list').click();
    await page.getByText('Your list is empty.').waitFor();
  });

  it('opens the list from the address of the saved titles', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(`${MOBY_DICK}?locale=de-DE`);
    await page.getByRole('button', { name: 'Merken' }).click();
    await show('/saved?locale=de-DE');
    await page.waitForURL(/\/list\?locale=de-DE&ids=0000001101$/);
    await page.getByRole('heading', { level: 1, name: 'Gemerkte Titel' }).waitFor();
  });

  it('sees which titles are saved after the results were changed without reloading', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show('/search?q=sea');
    const name = await page.locator('.row h2').first().innerText();
    await page.locator('.row .save').first().click();
    await page.locator('.sorts > summary').click();
    await page.getByRole('link', { name: 'Title', exact: true }).click();
    await page.waitForURL(/sort=title/);
    await page.locator('.row .save[aria-pressed="true"]').waitFor();
    const saved = page.locator('.row', { has: page.locator('[aria-pressed="true"]') });
    expect(await saved.locator('h2').allInnerTexts()).toEqual([name]);
  });

  it('saves up to 200 titles, and then sees that the list is full', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(MOBY_DICK);
    const ids = Array.from({ length: 200 }, (_, i) => `${i}`);
    await page.evaluate(`localStorage.setItem('saved /saved', '${JSON.stringify(ids)}')`);
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Your list is full' }).waitFor();
    expect(await page.locator('#announcement').textContent()).toBe('Your list is full');
    expect(await page.locator('#my-list .count').textContent()).toBe('200');
  });

  it('saves fewer titles with long ids, so that the server accepts the address of the list', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(MOBY_DICK);
    const ids = Array.from({ length: 190 }, (_, i) => `${i}`.padStart(38, '0'));
    await page.evaluate(`localStorage.setItem('saved /saved', '${JSON.stringify(ids)}')`);
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Your list is full' }).waitFor();
    await page.locator('#my-list').click();
    await page.getByText('No longer in the catalog: 190').waitFor();
  });

  it('can use the pages with damaged data, and without storage', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(MOBY_DICK);
    await page.evaluate(`localStorage.setItem('saved /saved', '{')`);
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#my-list .count').textContent()).toBe('1');
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('Denied', 'SecurityError') } })",
    );
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Denied' }).waitFor();
  });

  it('downloads the list as RIS, BibTeX and CSV', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show('/list?ids=0000001101&ids=0000002101');
    for (const [name, content] of [
      ['RIS', 'TY  - BOOK\r\nTI  - Moby-Dick: or, The Whale\r\n'],
      ['BibTeX', '@book{melville2001mobydick,\n'],
      ['CSV', 'id,title,authors,'],
    ]) {
      if (isOnSite) {
        // Playwright downloads no responses of a service worker.
        const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
        const text = await page.evaluate<string>(`fetch('${href}').then((it) => it.text())`);
        expect(text).toContain(content);
        continue;
      }
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name, exact: true }).click();
      expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(content);
    }
  });

  it('prints the list with call numbers, without buttons', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show('/list?ids=0000001101');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/Moby-Dick\s[\s\S]*Main Library\s+F MEL/);
    expect(text).not.toMatch(/Share|Print|Download/);
  });

  it('finds no button to save, share or copy on a shared screen', async () => {
    const { page, show } = await openTestScreen([alderwick], { idleMinutes: 2 }, DESKTOP);
    await show(MOBY_DICK);
    expect(await page.locator('#my-list, [data-save], [data-share], [data-copy]').count()).toBe(0);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });
});

describeInChromium('a reader on the page of a title', () => {
  it('sees where it is beside the title, without scrolling', async () => {
    const { page, show } = await openTestScreen([alderwick], {}, DESKTOP);
    await show(MOBY_DICK);
    const where = (await page.locator('#where').boundingBox())!;
    const title = (await page.locator('h1').boundingBox())!;
    const print = (await page.getByRole('button', { name: 'Print' }).boundingBox())!;
    expect(where.x).toBeGreaterThan(title.x + title.width);
    expect(where.y).toBeLessThan(title.y + title.height);
    expect(print.y).toBeGreaterThan(where.y + where.height);
    const branches = await page.locator('#where tbody .branch').allInnerTexts();
    expect(branches.slice(0, 2)).toEqual(['Main Library', 'Hillside Branch']);
  });

  it.each([true, false])(
    'opens the citations and another format, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, show } = await openTestScreen(
        [alderwick],
        {},
        { ...DESKTOP, javaScriptEnabled },
      );
      await show(MOBY_DICK);
      await page.getByRole('link', { name: 'Cite' }).click();
      await page.getByText('Melville, H. (2003).').waitFor({ state: 'visible' });
      await page
        .locator('.formats')
        .getByRole('link', { name: /^eBook/ })
        .click();
      await page.getByRole('link', { name: 'Open online' }).waitFor();
      expect(await page.locator('.formats [aria-current]').innerText()).toMatch(/^eBook/);
    },
  );

  it.each([true, false])('copies a citation, with https: %s', async (isSecure) => {
    const { page, show, clipboard } = await openWithClipboard();
    // Browsers have no such property on pages without https.
    if (!isSecure) {
      await page.addInitScript(
        "if (location.hash !== '#read') Object.defineProperty(navigator, 'clipboard', {})",
      );
    }
    await show(`${MOBY_DICK}#cite`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.locator('#announcement').textContent()).toBe('Copied');
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    if (!isSecure) {
      await show('/help#read');
    }
    expect(await clipboard()).toBe(
      'Melville, H. (2003). Moby-Dick: or, The Whale. Penguin Classics.',
    );
  });

  it('opens the page for requests', async () => {
    const holdings = [{ branch: 'A', status: 'UNAVAILABLE' }];
    const library = { request_url: 'https://ils.example.org/request?id={id}' };
    const catalog = catalogOf({ library, titles: [book('1', 'Typee', { holdings })] });
    const { page, show } = await openTestScreen([catalog]);
    await show('/item/show/1');
    const href = await page.getByRole('link', { name: 'Request' }).getAttribute('href');
    expect(href).toBe('https://ils.example.org/request?id=1');
  });

  it('scrolls no page of a title sideways at 320 pixels', async () => {
    const { page, show } = await openTestScreen(
      [alderwick],
      {},
      { viewport: { width: 320, height: 640 } },
    );
    await show(MOBY_DICK);
    const { titles } = alderwick;
    // Every eighth title, because a page takes a sixth of a second.
    const paths = Array.from(
      { length: titles.size / 8 },
      (_, i) => `/item/show/${titles.id(8 * i)}`,
    );
    const wide = await page.evaluate<string[]>(
      `(async (paths) => {
        const wide = [];
        for (const path of paths) {
          const text = await (await fetch(path)).text();
          const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
          for (const it of fresh.querySelectorAll('details')) it.open = true;
          document.querySelector('main').replaceWith(document.adoptNode(fresh));
          if (document.documentElement.scrollWidth !== 320) wide.push(path);
        }
        return wide;
      })(${JSON.stringify(paths)})`,
    );
    expect(wide).toEqual([]);
  });
});
