import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';
import { violationsInDark, violationsInLight, violationsOn } from './axe.js';
import {
  describeInChromium,
  openScreen,
  openTestScreen,
  type Screen,
  useChromium,
} from './chromium.js';

const URL_OF_SET = 'https://books.example.org/letters';

/** A title with more volumes than are unfolded, and with links of each kind. */
const set = book('set', 'Letters', {
  format: { id: 'EBOOK' },
  links: (['resource', 'resource', 'version', 'related'] as const).map((kind, i) => ({
    kind,
    url: `${URL_OF_SET}/${i}`,
    part: `v. ${i}`,
    note: 'For readers of the library',
  })),
  holdings: Array.from({ length: 13 }, (_, i) => ({
    branch: 'MAIN',
    status: 'AVAILABLE',
    call_number: `PR4231 .A43 v.${i}`,
    collection: 'Stacks',
  })),
  holdings_statements: [{ branch: 'MAIN', text: 'v.1-13 (1979-1988)', note: 'v.4 damaged' }],
  alternate_authors: ['Мелвилл'],
  extra: { pages: 300, bought: '2024-05-31' },
  related: [{ relation: 'contains', title: 'Poems' }],
  marc: {
    leader: '00000nam a2200000 i 4500',
    fields: [
      { tag: '001', value: 'set' },
      {
        tag: '245',
        indicator1: '0',
        indicator2: ' ',
        subfields: [{ code: 'a', value: 'Letters' }],
      },
    ],
  },
});

const extra_fields = (['number', 'date'] as const).map((type, i) => {
  const name = ['pages', 'bought'][i];
  return { name, from: `extra.${name}`, type, narrowing: true, names: { en: name } };
});

const catalogs = [
  ...['alderwick', 'meridian'].map(openedCatalog),
  catalogOf({ library: { id: 'hill', extra_fields }, titles: [set] }),
];

const PAGES = {
  'the choice of libraries': '/',
  'a home page': '/?library=alderwick',
  'filtered results': '/search?library=meridian&q=*&language=Arabic&title_format=BK',
  'results of a misspelled search': '/search?library=alderwick&q=fictoin',
  'results with folded editions': '/search?library=alderwick&q=dickens&view=compact',
  'a list of all editions': '/search?library=alderwick&q=dickens&editions=all',
  'a search whose words name values':
    '/search?library=alderwick&q=ebooks+for+kids&title_format=EBOOK',
  'a search without a library': '/search?q=whale',
  'results of a range of years': '/search?library=alderwick&q=*&publication_date=1850-',
  'results of a range of numbers': '/search?library=hill&q=*&pages.from=250&bought.to=2024-12-31',
  'results in the colors of a library, with marked names': '/search?library=meridian&q=kalila',
  'no results': '/search?library=alderwick&q=xyzzyqqq',
  'filters that exclude all results': '/search?library=alderwick&q=whale&title_format=DVD',
  'the values of a facet': '/search/author?library=meridian&q=*&prefix=a',
  'a title': '/item/show/0000001101',
  'an online title in many volumes': '/item/show/set',
  'a MARC record': '/item/marc/set',
  'results with an online title': '/search?library=hill&q=letters',
  'all lists': '/lists?library=alderwick',
  'a list': '/list/show/1008/500101',
  'a shared list of titles': '/list?ids=0000001101&ids=set&ids=unknown',
  'the page of saved titles': '/saved',
  'a collection': '/collection/show/1001',
  'the advanced form': '/advanced?library=alderwick',
  'a title opened from filtered results':
    '/item/show/0000001101?q=whale&title_format=PAPERBACK&result=1',
  'the authors': '/browse/author?library=meridian&prefix=a',
  'the shelf': '/browse/call_number?library=alderwick&prefix=F+MEL',
  'the search help': '/help?library=alderwick',
  'an unknown path': '/nowhere',
  'a search with a syntax error': '/search?library=alderwick&q=(&search_type=custom',
} as const;

/** The sizes of the screens. Pages have another layout on a large screen. */
const SMALL = { width: 320, height: 640 };
const LARGE = { width: 1280, height: 900 };

/**
 * Options of a browser context. `bypassCSP` allows axe-core to run. Without transitions, axe-core finds
 * no intermediate colors.
 */
const WITHOUT_MOTION = { bypassCSP: true, reducedMotion: 'reduce' } as const;

const scrollWidthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

/** Unfolds all parts of a page, but not the menus. Open menus and the button below the filters would cover links. */
async function unfold(page: Page): Promise<void> {
  await page.addStyleTag({ content: '.show { position: static !important }' });
  await page.evaluate(
    'for (const it of document.querySelectorAll("details:not(.languages, .sorts)")) it.open = true',
  );
}

useChromium();

describeInChromium('axe-core', () => {
  let small: Screen;
  let large: Screen;
  beforeAll(async () => {
    [small, large] = await Promise.all(
      [SMALL, LARGE].map((viewport) =>
        openScreen(catalogs, { branch: 'HARB' }, { ...WITHOUT_MOTION, viewport }),
      ),
    );
  });
  afterAll(async () => {
    for (const { close } of [small, large]) await close();
  });

  /** Opens a page, which may not scroll horizontally. */
  async function showOn({ page, show }: Screen, url: string): Promise<void> {
    await show(url);
    expect(await scrollWidthOf(page)).toBe(page.viewportSize()?.width);
  }

  // axe-core takes longer than all other steps together, so that it does not check each state on both screens.
  it.each(Object.entries(PAGES))(
    'finds no violations on %s, and the page does not scroll horizontally',
    async (_name, url) => {
      await showOn(large, url);
      expect(await violationsInLight(large.page)).toEqual([]);
      await unfold(large.page);
      expect(await violationsInDark(large.page)).toEqual([]);
      await showOn(small, url);
      await unfold(small.page);
      expect(await scrollWidthOf(small.page)).toBe(SMALL.width);
      expect(await violationsInLight(small.page)).toEqual([]);
    },
  );

  it.each([
    ['languages', '/nowhere'],
    ['sorts', '/search?library=alderwick&q=whale&view=compact'],
  ])('finds no violations on the open menu of %s', async (menu, url) => {
    const { page, show } = small;
    await show(url);
    await page.evaluate(`document.querySelector(".${menu}").open = true`);
    expect(await violationsOn(page)).toEqual([]);
  });

  it('finds no violations in suggestions and in the idle dialog', async () => {
    const { page, show } = await openTestScreen(catalogs, { idleMinutes: 2 }, WITHOUT_MOTION);
    const start = Date.parse('2026-11-01T10:00:00Z');
    await page.clock.setFixedTime(start);
    await show('/?library=alderwick');
    await page.getByRole('combobox', { name: 'Search the catalog' }).pressSequentially('mob');
    await page.locator('[id^=suggestion-]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await violationsOn(page)).toEqual([]);
    await page.clock.setFixedTime(start + 110_000);
    await page.getByRole('dialog').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('reports low contrast in %s colors', async (colorScheme) => {
    const { page, show } = await openTestScreen(catalogs, {}, WITHOUT_MOTION);
    await show('/');
    await page.addStyleTag({
      content: `@media (prefers-color-scheme: ${colorScheme}) { body * { color: #808080 !important; background: #777 !important } }`,
    });
    expect((await violationsOn(page)).map(({ rule }) => rule)).toContain('color-contrast');
  });
});

describeInChromium('a page', () => {
  it('without an alternative text for an image has a violation', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, WITHOUT_MOTION);
    await show('/');
    await page.evaluate('document.querySelector("main").innerHTML += "<img src=/icon.svg>"');
    expect((await violationsInLight(page)).map(({ rule }) => rule)).toContain('image-alt');
  });

  it('has no motion for readers who prefer reduced motion', async () => {
    const { page, show } = await openTestScreen(catalogs, {}, { reducedMotion: 'reduce' });
    await show('/search?library=alderwick&q=whale');
    const moving = await page.evaluate(`[...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return transitionDuration !== '0s' || animationName !== 'none';
    }).length`);
    expect(moving).toBe(0);
  });
});
