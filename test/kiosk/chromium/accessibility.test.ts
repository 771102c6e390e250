import { afterAll, beforeAll, expect, it } from 'vitest';
import { openedCatalog } from '../../shared-data.js';
import { violationsOn } from './axe.js';
import { inChromium, openScreen, type Screen, screen, useChromium } from './chromium.js';

const catalogs = ['alderwick', 'meridian'].map(openedCatalog);

const PAGES = {
  'the choice of libraries': '/',
  'a home page': '/?library=alderwick',
  'results that were narrowed': '/search?library=meridian&q=*&language=Arabic&title_format=BK',
  'results of a misspelt search': '/search?library=alderwick&q=fictoin',
  'a search in which library': '/search?q=whale',
  'no results': '/search?library=alderwick&q=xyzzyqqq',
  'a title': '/item/show/0000001101',
  'a list': '/list/show/1008/500101',
  'a collection': '/collection/show/1001',
  'the search help': '/help?library=alderwick',
  'nothing here': '/nowhere',
  'a search that does not parse': '/search?library=alderwick&q=(&search_type=custom',
} as const;

/** In the long tests on a large screen too, where everything else is laid out otherwise. */
const SCREENS = [
  { width: 320, height: 640 },
  ...(process.env.CARREL_LONG ? [{ width: 1280, height: 900 }] : []),
];

/** Colors that are on their way to others would be looked at in between. */
const STILL = { bypassCSP: true, reducedMotion: 'reduce' } as const;

useChromium();

inChromium('axe-core', () => {
  let screens: readonly Screen[] = [];
  beforeAll(async () => {
    screens = await Promise.all(
      SCREENS.map((viewport) => openScreen(catalogs, { branch: 'HARB' }, { ...STILL, viewport })),
    );
  }, 60_000);
  afterAll(async () => {
    for (const { close } of screens) await close();
  });

  it.each(Object.entries(PAGES))(
    'finds nothing wrong with %s, which needs no sideways scrolling',
    async (_name, address) => {
      for (const { page, show } of screens) {
        await show(address);
        const needed = await page.evaluate('document.documentElement.scrollWidth');
        expect(needed).toBe(page.viewportSize()?.width);
        // In the long tests, before anything is opened as well; then no element is another, but the layout.
        if (process.env.CARREL_LONG) expect(await violationsOn(page)).toEqual([]);
        await page.evaluate(
          'for (const it of document.querySelectorAll("details")) it.open = true',
        );
        expect(await violationsOn(page)).toEqual([]);
      }
    },
  );

  it('finds nothing wrong with suggestions, and with the question whether anybody is there', async () => {
    const { page, show } = await screen(catalogs, { idleMinutes: 2 }, STILL);
    const begin = Date.parse('2026-11-01T10:00:00Z');
    await page.clock.setFixedTime(begin);
    await show('/?library=alderwick');
    await page.getByRole('combobox', { name: 'Search the catalog' }).pressSequentially('mob');
    await page.locator('[id^=suggestion-]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await violationsOn(page)).toEqual([]);
    await page.clock.setFixedTime(begin + 110_000);
    await page.getByRole('dialog').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('finds pale letters, in %s colors', async (colorScheme) => {
    const { page, show } = await screen(catalogs, {}, STILL);
    await show('/');
    await page.addStyleTag({
      content: `@media (prefers-color-scheme: ${colorScheme}) { body * { color: #808080 !important; background: #777 !important } }`,
    });
    expect((await violationsOn(page)).map(({ rule }) => rule)).toContain('color-contrast');
  });
});

inChromium('A page', () => {
  it('on which something is wrong is told from one on which nothing is', async () => {
    const { page, show } = await screen(catalogs, {}, STILL);
    await show('/');
    await page.evaluate('document.querySelector("main").innerHTML += "<img src=/icon.svg>"');
    expect((await violationsOn(page)).map(({ rule }) => rule)).toContain('image-alt');
  });

  it('has no motion for those who want none', async () => {
    const { page, show } = await screen(catalogs, {}, { reducedMotion: 'reduce' });
    await show('/search?library=alderwick&q=whale');
    const moving = await page.evaluate(`[...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return transitionDuration !== '0s' || animationName !== 'none';
    }).length`);
    expect(moving).toBe(0);
  });
});
