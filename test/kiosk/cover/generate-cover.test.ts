import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateCover } from '../../../src/kiosk/cover/generate-cover.js';
import { en } from '../../../src/texts/en.js';
import { book } from '../../catalog/catalog-of.js';

/** Returns the lines of text on a cover. */
function linesOf(svg: string): string[] {
  return [...svg.matchAll(/<text x="\d+" y="\d+"[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line);
}

const WELLS = { authors: [{ name: 'H. G. Wells' }] };

describe('generateCover', () => {
  it('shows the title and the first author', () => {
    expect(linesOf(generateCover(book('1', 'The Time Machine', WELLS)))).toEqual([
      'The Time',
      'Machine',
      'H. G. Wells',
    ]);
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

  it('shows all characters of a long Chinese title and of a long word', () => {
    expect(linesOf(generateCover(book('1', '红楼梦西游记水浒传三国演义'))).join('')).toBe(
      '红楼梦西游记水浒传三国演义',
    );
    const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
    expect(linesOf(generateCover(book('1', word))).join('')).toBe(word);
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
