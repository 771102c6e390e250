import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCover } from '../../../src/kiosk/cover/draw-cover.js';
import { en } from '../../../src/texts/en.js';
import { book } from '../../catalog/catalog-of.js';

/** The lines of text on a cover, as they are written. */
function lines(svg: string): string[] {
  return [...svg.matchAll(/<text x="\d+" y="\d+"[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line);
}

const wells = { authors: [{ name: 'H. G. Wells' }] };

describe('A drawn cover', () => {
  it('has the title and the first author', () => {
    expect(lines(drawCover(book('1', 'The Time Machine', wells)))).toEqual([
      'The Time',
      'Machine',
      'H. G. Wells',
    ]);
  });

  it('is the same for the same title, and bound alike for every edition of a work', () => {
    const cover = drawCover(book('1', 'The Time Machine', wells));
    expect(drawCover(book('1', 'The Time Machine', wells))).toBe(cover);
    const ground = /<rect width="200" height="300" fill="(#\w+)"/;
    const film = drawCover(book('2', 'The Time Machine', { ...wells, format: { id: 'DVD' } }));
    expect(ground.exec(film)?.[1]).toBe(ground.exec(cover)?.[1]);
    expect(film).not.toBe(cover);
  });

  it.each(Object.keys(en.names.format))('is drawn for the format %s', (id) => {
    expect(drawCover(book('1', 'Typee', { format: { id } }))).toContain('>Typee</text>');
  });

  it('is drawn for formats that nobody knows', () => {
    expect(drawCover(book('1', 'Typee', { format: { id: 'constructor' } }))).toContain('>Typee<');
  });

  it('sets a title of 900 characters in eight lines and says that there is more', () => {
    const svg = drawCover(book('1', 'Voyages round the known world '.repeat(30)));
    expect(lines(svg)).toHaveLength(8);
    expect(lines(svg).at(-1)).toMatch(/…$/);
    expect(svg.length).toBeLessThan(2500);
  });

  it('begins on the right where the script does', () => {
    expect(drawCover(book('1', 'ألف ليلة وليلة'))).toContain('direction="rtl">ألف');
    expect(drawCover(book('1', 'Night'))).not.toContain('direction="rtl"');
  });

  it('breaks Chinese lines between characters, and a long word within itself', () => {
    expect(lines(drawCover(book('1', '红楼梦西游记水浒传三国演义'))).join('')).toBe(
      '红楼梦西游记水浒传三国演义',
    );
    const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
    expect(lines(drawCover(book('1', word))).join('')).toBe(word);
  });

  it('lets a line end behind a hyphen', () => {
    expect(lines(drawCover(book('1', 'Boston Cooking-School Book')))).toContain('Cooking-');
  });

  it('is well-formed whatever a title holds, and runs nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const svg = drawCover(book('1', title || 'x', { authors: [{ name: title }] }));
        expect(svg).not.toMatch(/<script|onload=/i);
        expect(svg.match(/</g)?.length).toBe(svg.match(/>/g)?.length);
        expect(svg).not.toMatch(/\p{Surrogate}/u);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML must not hold
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      }),
    );
  });
});
