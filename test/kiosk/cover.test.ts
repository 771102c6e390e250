import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { generateCover } from '../../src/kiosk/cover/generate-cover.js';
import { wrapText } from '../../src/kiosk/cover/wrap-text.js';
import { en } from '../../src/texts/en.js';
import { book } from '../catalog/catalog-of.js';

/** Returns the lines of text on a cover. */
function linesOf(svg: string): string[] {
  const texts = svg.matchAll(/<text x="\d+" y="\d+"[^>]*>([^<]*)<\/text>/g);
  return Array.from(texts, ([, line]) => line.replaceAll('\u00a0', ' '));
}

const WELLS = { authors: [{ name: 'H. G. Wells' }] };

describe('generateCover', () => {
  it('shows the title and the first author', () => {
    const lines = linesOf(generateCover(book('1', 'The Time Machine', WELLS)));
    expect(lines.join(' ')).toBe('The Time Machine H. G. Wells');
  });

  it('returns equal covers for equal records, and equal colors for the same title and author', () => {
    const cover = generateCover(book('1', 'The Time Machine', WELLS));
    expect(generateCover(book('1', 'The Time Machine', WELLS))).toBe(cover);
    const background = /<rect width="200" height="300" fill="(#\w+)"/;
    const film = generateCover(book('2', 'The Time Machine', { ...WELLS, format: { id: 'DVD' } }));
    expect(background.exec(film)?.[1]).toBe(background.exec(cover)?.[1]);
    expect(film).not.toBe(cover);
  });

  it.each(Object.keys(en.names.format))('generates a cover for the format %s', (id) => {
    expect(generateCover(book('1', 'Typee', { format: { id } }))).toContain('>Typee</text>');
  });

  it('varies covers of plain books by subject, year and title', () => {
    const coverOf = (title: string, subject: string, year: number) =>
      generateCover(book('1', title, { subjects: [subject], publication_date: String(year) }));
    const drawings = Array.from({ length: 40 }, (_, i) =>
      coverOf(`Book ${i}`, ['Whales', 'Murder', 'Physics', 'Gardens'][i % 4], 1880 + 4 * i)
        .replace(/<text.*?<\/text>/gs, '')
        .replace(/ font-size="\d+"/g, ''),
    );
    expect(new Set(drawings).size).toBeGreaterThanOrEqual(36);
    const sea = coverOf('Typee', 'Whales', 1990);
    expect(coverOf('Typee', 'Murder', 1990)).not.toBe(sea);
    expect(coverOf('Typee', 'Whales', 1850)).not.toBe(sea);
  });

  it('has texts within the cover, and no text on the pattern, for any title and author', () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 30 }),
        fc.lorem({ maxCount: 4 }),
        fc.integer({ min: 1500, max: 2030 }),
        (title, name, year) => {
          const svg = generateCover(
            book('1', title, { authors: [{ name }], publication_date: String(year) }),
          );
          const heights = Array.from(svg.matchAll(/<text x="\d+" y="(\d+)"/g), ([, y]) =>
            Number(y),
          );
          expect(Math.max(...heights)).toBeLessThan(290);
          const strip = /<rect y="(\d+)" width="200" height="\d+" fill="url/.exec(svg)?.[1];
          expect(Math.max(...heights)).toBeLessThan(Number(strip ?? 300));
        },
      ),
      { seed: 20, numRuns: 40 },
    );
  });

  it('shows the first letter after an article as the initial', () => {
    const initials = Array.from({ length: 20 }, (_, i) =>
      generateCover(book('1', `The ${'x'.repeat(i)}Raven`, { publication_date: '1995' })),
    ).flatMap((svg) => /font-size="210"[^>]*>(.)</.exec(svg)?.[1] ?? []);
    expect(initials.length).toBeGreaterThan(0);
    expect(new Set(initials)).not.toContain('T');
  });

  it('shows no initial that needs more room, or in another script than the title', () => {
    const initialsOf = (title: string, more: Partial<Title> = {}) =>
      Array.from({ length: 20 }, (_, i) =>
        generateCover(book('1', title, { ...more, publication_date: String(1995 + i) })),
      ).flatMap((svg) => /font-size="210"[^>]*>(.)</.exec(svg)?.[1] ?? []);
    for (const title of ['ألف ليلة وليلة', '西游记', 'Émile', 'ß', '1984']) {
      expect(initialsOf(title)).toEqual([]);
    }
    expect(initialsOf('كليلة ودمنة', { sort_title: 'Kalila wa-Dimna' })).toEqual([]);
    expect(new Set(initialsOf('Raven'))).toEqual(new Set(['R']));
    expect(new Set(initialsOf('Ворон'))).toEqual(new Set(['В']));
  });

  it('shows an author of two lines below the medallion', () => {
    const authors = [{ name: 'Joseph Sheridan Le Fanu' }];
    const covers = Array.from({ length: 20 }, (_, i) =>
      generateCover(book('1', `Carmilla ${i}`, { authors, publication_date: '1872' })),
    ).filter((svg) => svg.includes('r="41"'));
    expect(covers.length).toBeGreaterThan(0);
    for (const svg of covers) {
      const [, y, r] = /<circle cx="100" cy="(\d+)" r="(41)"/.exec(svg) ?? [];
      const lines = [...(svg.split('font-size="14"')[1] ?? '').matchAll(/ y="(\d+)"/g)];
      expect(lines).toHaveLength(2);
      const [first, second] = lines.map(([, baseline]) => Number(baseline));
      expect(first - 11).toBeGreaterThan(Number(y) + Number(r));
      expect(second).toBeLessThan(280);
    }
  });

  it('generates a cover for an unknown format', () => {
    expect(generateCover(book('1', 'Typee', { format: { id: 'constructor' } }))).toContain(
      '>Typee<',
    );
  });

  it('shortens a title of 900 characters to eight lines, and ends the last line with an ellipsis', () => {
    const svg = generateCover(book('1', 'Voyages round the known world '.repeat(30)));
    expect(linesOf(svg)).toHaveLength(8);
    expect(linesOf(svg).at(-1)).toMatch(/…$/);
    expect(svg.length).toBeLessThan(2500);
  });

  it('sets the text direction of titles in right-to-left scripts', () => {
    expect(generateCover(book('1', 'ألف ليلة وليلة'))).toContain('direction="rtl">ألف');
    expect(generateCover(book('1', 'Night'))).not.toContain('direction="rtl"');
  });

  it('shows all characters of a long Chinese title', () => {
    expect(linesOf(generateCover(book('1', '红楼梦西游记水浒传三国演义'))).join('')).toBe(
      '红楼梦西游记水浒传三国演义',
    );
  });

  it('breaks no word: shows a long word in a smaller font, and shortens a word that fits in none', () => {
    for (let year = 1850; year < 2020; year += 30) {
      const coverOf = (title: string) =>
        linesOf(generateCover(book('1', title, { publication_date: String(year) })));
      expect(coverOf('Electroencephalography')).toEqual(['Electroencephalography']);
      const title = 'Internationalization of Telecommunications';
      expect(coverOf(title).flatMap((line) => line.split(' '))).toEqual(title.split(' '));
      const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
      expect(coverOf(word)).toEqual([expect.stringMatching(/^Rindfleischetik\p{L}*…$/u)]);
    }
  });

  it('shows a microfiche without the strip of a film, and a video game without dice', () => {
    const drawingOf = (id: string) =>
      generateCover(book('1', 'Typee', { format: { id } })).replace(/<text.*<\/text>/gs, '');
    const differs = (a: string, b: string) => expect(drawingOf(a)).not.toBe(drawingOf(b));
    differs('MICROFORM', 'DVD');
    differs('VIDEO_GAME', 'BOARD_GAME');
    expect(drawingOf('VHS')).toBe(drawingOf('DVD'));
  });

  it('breaks a line after a hyphen', () => {
    expect(linesOf(generateCover(book('1', 'Boston Cooking-School Book')))).toContain('Cooking-');
  });

  it('returns no scripts, no unescaped < or >, and no characters that XML forbids, for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const svg = generateCover(book('1', title || 'x', { authors: [{ name: title }] }));
        expect(svg).not.toMatch(/<script|onload=/i);
        expect(svg.match(/</g)?.length).toBe(svg.match(/>/g)?.length);
        expect(svg).not.toMatch(/\p{Surrogate}/u);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML forbids
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      }),
    );
  });
});

describe('the colors of covers', () => {
  const luminance = (color: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  it('have text with a contrast of 7 to 1', () => {
    const pairs = new Set<string>();
    for (let i = 0; i < 400; i++) {
      const svg = generateCover(book(`${i}`, `Title ${i}`));
      const [, back = ''] = /<rect width="200" height="300" fill="(#\w{6})"/.exec(svg) ?? [];
      const [, text = ''] = /<g fill="(#\w{6})"/.exec(svg) ?? [];
      pairs.add(`${back} ${text}`);
    }
    // A book without subjects has any of the palettes.
    expect(pairs.size).toBe(24);
    for (const pair of pairs) {
      const [low, high] = pair
        .split(' ')
        .map(luminance)
        .sort((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(7);
    }
  });
});

describe('wrapText', () => {
  it('puts as many words on each line as fit', () => {
    // "nnn nnn" is 3.81 ems wide.
    const area = { width: 3.82, maxLines: 3 };
    expect(wrapText('nnn nnn', area)).toEqual({ lines: ['nnn nnn'], isWhole: true });
    expect(wrapText('nnnnnn nnn nnn', area)).toEqual({
      lines: ['nnnnnn', 'nnn nnn'],
      isWhole: true,
    });
  });

  it('breaks a word that is wider than a line after a hyphen before a digit', () => {
    // "COVID-19" is 5.25 ems wide.
    expect(wrapText('COVID-19', { width: 4.6, maxLines: 3 })).toEqual({
      lines: ['COVID-', '19'],
      isWhole: true,
    });
    expect(wrapText('COVID-19', { width: 5.3, maxLines: 3 }).lines).toEqual(['COVID-19']);
  });

  it('shortens parts between hyphens only if they are wider than a line', () => {
    expect(wrapText('nnnnnnnn-11', { width: 3, maxLines: 5 })).toEqual({
      lines: ['nnn…', '11'],
      isWhole: false,
    });
  });
});
