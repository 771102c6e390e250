import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { LOCALES } from '../../../src/texts/locales.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openScreen, type Screen, useChromium } from './chromium.js';

const NAMES = [
  'Charlotte Perkins Gilman',
  'Wilhelmina Featherstonehaugh',
  'Bartholomew Fitzgerald',
];

/** A catalog of titles with several authors and with punctuation between spaces. */
const catalogOfPairs = catalogOf({
  library: { id: 'pairs' },
  titles: Array.from({ length: 12 }, (_, i) =>
    book(
      `p${i}`,
      `${'Concerto '.repeat(i % 5)}in ${'E minor '.repeat(1 + (i % 3))}; Sea Pictures`,
      {
        authors: NAMES.map((name) => ({ name: name.slice(i) })),
        publication_date: '1999',
        series: [{ name: `Great Recordings of the ${'long '.repeat(i % 4)}Century` }],
      },
    ),
  ),
});

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A catalog whose texts have long words in each field, and many branches. */
const catalogOfLongWords = catalogOf({
  library: {
    id: 'long',
    branches: [
      { id: 'A', name: LONG },
      { id: 'B', name: 'Branch' },
    ],
  },
  titles: ['BK', 'EBOOK', 'MAG'].map((format, i) =>
    book(`${i}`, i === 1 ? LONG : `The ${LONG} and its works`, {
      format: { id: format },
      sub_title: LONG,
      authors: [{ name: LONG }, { name: `${LONG}, Anna` }],
      additional_contributors: [{ name: `${LONG} (illustrator)` }],
      publishers: [{ name: LONG }],
      publication_date: '1999',
      edition: LONG,
      series: [{ name: LONG, number: LONG }],
      subjects: [`${LONG} -- ${LONG}`, 'Indians of North America -- Massachusetts -- Fiction'],
      genres: [LONG],
      notes: [`https://example.org/${LONG}/${LONG}`],
      contents: [LONG],
      description: LONG,
      isbns: ['9780142437247'],
      added: '2026-10-01',
      holdings: ['A', 'B'].map((branch) => ({
        branch,
        status: 'AVAILABLE',
        call_number: `${LONG}.${LONG}`,
        collection: LONG,
      })),
      holdings_statements: [{ branch: 'A', text: `${LONG}${LONG}` }],
      links: [{ kind: 'resource', url: `https://example.org/${LONG}`, text: LONG, note: LONG }],
      related: [{ relation: LONG, title: LONG }],
    }),
  ),
});

/** A function for the browser: the lines of the text of an element, as they are wrapped. */
const LINES_OF = `(element) => {
  const lines = new Map();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let i = 0; i < text.data.length; i++) {
      const range = document.createRange();
      range.setStart(text, i);
      range.setEnd(text, i + 1);
      const { width, bottom } = range.getBoundingClientRect();
      const line = Math.round(bottom / 8);
      if (width > 0) lines.set(line, (lines.get(line) ?? '') + text.data[i]);
    }
  }
  return [...lines.values()].map((line) => line.trim());
}`;

/** A catalog with branches whose names have all lengths. */
const catalogOfBranches = catalogOf({
  library: {
    id: 'branches',
    branches: Array.from({ length: 40 }, (_, i) => ({
      id: `${i}`,
      name: `Library of ${'St Ives '.repeat(1 + i / 8)}${'x'.repeat(i % 8)}`.trim(),
      hours: 'Mon 9-17',
    })),
  },
  titles: [
    book('1', 'Typee', {
      holdings: Array.from({ length: 40 }, (_, i) => ({ branch: `${i}`, status: 'AVAILABLE' })),
    }),
  ],
});

/** A function for the browser: the branches whose icon is below the last line of the name. */
const ICONS_ALONE = `() =>
  [...document.querySelectorAll('.holdings .branch')].flatMap((branch) => {
    const range = document.createRange();
    range.selectNodeContents(branch);
    const last = [...range.getClientRects()].at(-1);
    const { top, bottom } = branch.nextElementSibling.getBoundingClientRect();
    return top < last.bottom && bottom > last.top ? [] : branch.textContent;
  })`;

useChromium();

describe('the geometry of pages', () => {
  describeInChromium('in Chromium', () => {
    const screens = new Map<string, Screen>();
    const open = async (
      name: string,
      catalogs: readonly Catalog[],
      width: number,
      height: number,
    ) => screens.set(name, await openScreen(catalogs, {}, { viewport: { width, height } }));
    beforeAll(async () => {
      const alderwick = openedCatalog('alderwick');
      await open('phone', [alderwick], 390, 844);
      await open('pairs', [catalogOfPairs], 390, 844);
      await open('wide', [alderwick], 1920, 1080);
      await open('narrow', [catalogOfLongWords], 320, 640);
      await open('narrow demo', [alderwick], 320, 640);
      await open('branches', [catalogOfBranches], 390, 844);
      await open('libraries', [alderwick, openedCatalog('meridian')], 1280, 900);
    });
    afterAll(async () => {
      for (const { close } of screens.values()) await close();
    });
    const pageAt = async (name: string, url: string) => {
      const { page, show } = screens.get(name)!;
      await show(url);
      return page;
    };

    it.each(LOCALES)('break no status between letters on a phone in %s', async (locale) => {
      const page = await pageAt('phone', `/item/show/0000001101?locale=${locale}`);
      const statuses: [string, string[]][] = await page.evaluate(
        `[...document.querySelectorAll('.holdings .status')].map((it) => [it.textContent, (${LINES_OF})(it)])`,
      );
      expect(statuses.length).toBeGreaterThan(3);
      for (const [text, lines] of statuses) {
        if (!locale.startsWith('zh')) expect(lines.join(' ')).toBe(text.trim());
      }
    });

    it('show the icon of a branch beside the last word of its name', async () => {
      const page = await pageAt('branches', '/item/show/1');
      await page.evaluate(
        `document.querySelectorAll('.more-values').forEach((it) => (it.open = true))`,
      );
      for (const width of [320, 390, 480, 768, 1024, 1366]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await page.evaluate(`(${ICONS_ALONE})()`)]).toEqual([width, []]);
      }
    });

    it('show the label of the lists at the beginning of its line in the footer', async () => {
      const page = await pageAt('phone', '/help?locale=de-DE');
      const left = await page.evaluate(
        `document.querySelector('.footer p').getBoundingClientRect().left`,
      );
      expect(left).toBe(16);
    });

    it.each(LOCALES)(
      'show the first result in the upper 45 percent of a phone in %s',
      async (locale) => {
        const page = await pageAt('phone', `/search?q=sea&locale=${locale}`);
        const top = await page.evaluate(
          'document.querySelector(".rows").getBoundingClientRect().top / innerHeight',
        );
        expect(top).toBeLessThan(0.45);
      },
    );

    it.each(LOCALES)(
      'show the name of the library and two icons in one line in %s',
      async (locale) => {
        const page = await pageAt('phone', `/search?q=sea&locale=${locale}`);
        const lines = await page.evaluate(`(${LINES_OF})(document.querySelector('.brand a'))`);
        expect(lines).toEqual(['Alderwick Public Library']);
        const middles: number[] = await page.evaluate(
          `['.brand', '#my-list', '.languages'].map((it) => document.querySelector(it).getBoundingClientRect()).map((it) => Math.round((it.top + it.bottom) / 2))`,
        );
        expect(middles).toEqual([middles[0], middles[0], middles[0]]);
      },
    );

    it.each(LOCALES)(
      'show the sort order beside the heading of a wide screen in %s',
      async (locale) => {
        const page = await pageAt('libraries', `/search?library=alderwick&q=sea&locale=${locale}`);
        const [heading, menu, list]: Record<'top' | 'right' | 'bottom' | 'left', number>[] =
          await page.evaluate(
            `['.head h1', '.sorts', '.rows'].map((it) => document.querySelector(it).getBoundingClientRect().toJSON())`,
          );
        expect(menu.top).toBe(heading.top);
        expect(menu.right).toBeCloseTo(list.right, 0);
        expect(menu.bottom).toBeLessThan(list.top);
        const right = await page.evaluate(
          `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.head h1')); return range.getBoundingClientRect().right; })()`,
        );
        expect(right).toBeLessThan(menu.left);
        expect(await page.evaluate('document.querySelector(".sorts").open')).toBe(false);
      },
    );

    it('keep the space before the name of the author of a list', async () => {
      const page = await pageAt('phone', '/');
      const facts = await page.locator('.card .facts').first().innerText();
      expect(facts).toMatch(/^A list by \S/);
    });

    it.each(['sorts', 'filters'])('give open %s the whole line of a phone', async (name) => {
      const page = await pageAt('phone', '/search?q=sea');
      await page.locator(`.${name} > summary`).click();
      const widths = await page.evaluate(
        `[...document.querySelectorAll('.sorts > summary, .filters > summary')].map((it) => it.offsetWidth)`,
      );
      expect(widths).toEqual([358, 358]);
    });

    it.each(LOCALES)('fit the texts of buttons on a phone in %s', async (locale) => {
      const page = await pageAt('phone', `/search?q=sea&locale=${locale}`);
      const overflows = await page.evaluate(
        `[...document.querySelectorAll('.columns > details > summary')].filter((it) => it.scrollWidth > it.clientWidth).length`,
      );
      expect(overflows).toBe(0);
    });

    it('unfold the search types while the search form has the focus', async () => {
      const page = await pageAt('phone', '/search?q=sea');
      const menu = page.getByRole('combobox', { name: 'Search in' });
      const heightOfMenu = () =>
        page.evaluate('document.querySelector(".search .choice").getBoundingClientRect().height');
      expect(await heightOfMenu()).toBeLessThan(2);
      await menu.focus();
      expect(await heightOfMenu()).toBeGreaterThan(40);
      await page.goto(`${screens.get('phone')!.baseUrl}/search?q=verne&search_type=author`);
      expect(await heightOfMenu()).toBeGreaterThan(40);
    });

    it.each([320, 390, 500])(
      'begin no line with a semicolon and end none with a dot at %d px',
      async (width) => {
        const page = await pageAt('pairs', '/search?q=*');
        await page.setViewportSize({ width, height: 844 });
        const lines: string[] = await page.evaluate(
          `[...document.querySelectorAll('.row h2, .authors, .facts')].flatMap(${LINES_OF})`,
        );
        expect(lines.filter((line) => line.includes(';')).length).toBeGreaterThan(12);
        expect(lines.filter((line) => /^[;·]|·$/.test(line))).toEqual([]);
        const separators: number[] = await page.evaluate(
          `[...document.querySelectorAll('.facts > :first-child')].map((it) => it.parentElement.getBoundingClientRect().left + 19 - it.getBoundingClientRect().left)`,
        );
        for (const clipped of separators) expect(clipped).toBeGreaterThan(18);
      },
    );

    it('break no separator of the parts of a subject', async () => {
      const page = await pageAt('phone', '/item/show/0000194101');
      onTestFinished(() => page.setViewportSize({ width: 390, height: 844 }));
      for (let width = 320; width < 440; width += 10) {
        await page.setViewportSize({ width, height: 844 });
        const lines: string[] = await page.evaluate(
          `[...document.querySelectorAll('.details dd')].flatMap(${LINES_OF})`,
        );
        expect(lines.some((line) => line.includes('--'))).toBe(true);
        expect(lines.filter((line) => /^-|\s-$/.test(line))).toEqual([]);
      }
    });

    it('show authors directly below the titles of a compact list', async () => {
      const page = await pageAt('wide', '/search?q=sea&view=compact&locale=ru-RU');
      onTestFinished(() => page.setViewportSize({ width: 1920, height: 1080 }));
      await page.setViewportSize({ width: 820, height: 1080 });
      const gaps: number[] = await page.evaluate(
        `[...document.querySelectorAll('.row .authors')].map((it) => it.getBoundingClientRect().top - it.parentElement.querySelector('h2').getBoundingClientRect().bottom)`,
      );
      expect(gaps.length).toBeGreaterThan(5);
      for (const gap of gaps) expect(gap).toBeLessThan(8);
    });

    it.each(LOCALES)('give the sort orders and the filters equal buttons in %s', async (locale) => {
      const page = await pageAt('phone', `/search?q=sea&locale=${locale}`);
      const heights: number[] = await page.evaluate(
        `[...document.querySelectorAll('.sorts > summary, .filters > summary')].map((it) => it.offsetHeight)`,
      );
      expect(heights).toEqual([heights[0], heights[0]]);
    });

    it('space the values of a field equally', async () => {
      const page = await pageAt('phone', '/item/show/0000048101?locale=ru-RU');
      const gaps: number[] = await page.evaluate(
        `[...document.querySelectorAll('.details dd + dd')].map((it) => it.getBoundingClientRect().top - it.previousElementSibling.getBoundingClientRect().bottom)`,
      );
      expect(gaps.length).toBeGreaterThan(5);
      for (const gap of gaps) expect(gap).toBeLessThan(1);
    });

    it('show the link to the next result at the end of a line of a phone', async () => {
      const page = await pageAt('phone', '/item/show/0000001101?q=whale&result=1');
      const right = await page.evaluate(
        'document.querySelector(".way-back [rel=next]").getBoundingClientRect().right',
      );
      expect(right).toBe(390 - 16);
    });

    it('keep the choices of the advanced form apart', async () => {
      const page = await pageAt('phone', '/advanced?locale=ru-RU');
      const gaps: number[] = await page.evaluate(
        `[...document.querySelectorAll('.checks label')].map((it) => {
          const range = document.createRange();
          range.selectNodeContents(it.lastChild);
          return it.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom;
        })`,
      );
      expect(gaps.length).toBeGreaterThan(5);
      for (const gap of gaps) expect(gap).toBeGreaterThan(2);
    });

    it.each(LOCALES)('give the search of a tablet most of its line in %s', async (locale) => {
      const page = await pageAt('wide', `/?locale=${locale}`);
      onTestFinished(() => page.setViewportSize({ width: 1920, height: 1080 }));
      await page.setViewportSize({ width: 820, height: 1080 });
      const width = await page.evaluate('document.getElementById("q").offsetWidth');
      expect(width).toBeGreaterThan(350);
    });

    // A screen of 1,280 pixels enlarged to 400 percent is 320 pixels wide.
    it.each([
      '/item/show/0?q=the&genre=x&result=1',
      '/item/show/1',
      '/item/show/2',
      '/search?q=the',
      '/search?q=the&view=compact&sort=newly_acquired',
      `/search?q=*&author=${encodeURIComponent(LONG)}&publication_date=1999-`,
      `/search?q=${LONG}&language=French`,
      '/search/author?q=*',
      '/search/subject?q=the&order=name',
      `/advanced?search_type=custom&q=title:${LONG}+OR+x`,
      `/search?search_type=custom&q=title:${LONG}`,
    ])('fit long words on a screen of 320 pixels: %s', async (url) => {
      const page = await pageAt('narrow', url);
      const widths = () => page.evaluate('document.documentElement.scrollWidth');
      expect(await widths()).toBe(320);
      await page.evaluate(
        'for (const it of document.querySelectorAll("main details, search")) { it.open = true; it.querySelector("input")?.focus(); }',
      );
      expect(await widths()).toBe(320);
    });

    it('fit the titles of a library on a screen of 320 pixels', async () => {
      const { titles } = openedCatalog('alderwick');
      for (let number = 0; number < titles.size; number += 9) {
        const page = await pageAt('narrow demo', `/item/show/${titles.id(number)}?locale=de-DE`);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect([titles.id(number), width]).toEqual([titles.id(number), 320]);
      }
    });

    it('keep the name of the library in one line above the menu of libraries', async () => {
      const page = await pageAt('libraries', '/item/show/0000001101');
      const lines = await page.evaluate(`(${LINES_OF})(document.querySelector('.brand a'))`);
      expect(lines).toEqual(['Alderwick Public Library']);
    });

    it('break no Chinese label of a table on a phone', async () => {
      const page = await pageAt('phone', '/help?locale=zh-CN');
      const labels: string[][] = await page.evaluate(
        `[...document.querySelectorAll('thead th')].map(${LINES_OF})`,
      );
      expect(labels.map((lines) => lines.length)).toEqual(labels.map(() => 1));
      expect(labels.length).toBeGreaterThan(3);
    });

    it('show eight whole covers on a shelf of a wide screen', async () => {
      const page = await pageAt('wide', '/');
      const shelf: [number, number, number] = await page.evaluate(
        '(({ scrollWidth, clientWidth, children }) => [scrollWidth, clientWidth, children.length])(document.querySelector(".shelf"))',
      );
      expect(shelf[2]).toBe(8);
      expect(shelf[0]).toBeLessThanOrEqual(shelf[1]);
    });

    it('show ten results of the compact list on a wide screen', async () => {
      const page = await pageAt('wide', '/search?q=*');
      const shown = `[...document.querySelectorAll('.row')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
      expect(await page.evaluate(shown)).toBeLessThan(6);
      await page.getByRole('link', { name: 'Compact list' }).click();
      await page.locator('.compact').waitFor();
      expect(await page.evaluate(shown)).toBeGreaterThanOrEqual(10);
      await page.getByRole('link', { name: 'Detailed list' }).waitFor();
    });
  });
});
