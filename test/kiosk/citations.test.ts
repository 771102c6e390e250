import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const typee = book('1', 'Typee :', {
  sub_title: 'a peep at Polynesian life.',
  authors: [{ name: 'Melville, Herman, 1819-1891' }],
  publishers: [{ name: 'Wiley & Putnam' }],
  publication_date: 'c1846',
  edition: '2nd edition.',
});

/** Returns the citations on the page of a title in all styles, as text. */
function cite(title: Title): string[] {
  const { body } = createPageClient([catalogOf({ titles: [title] })])(`/item/show/${title.id}`);
  return Array.from(body.matchAll(/<dd dir="auto">(.*?)<\/dd>/gs), ([, citation]) =>
    textOf(citation.replace(/<\/?cite>/g, '')),
  );
}

/** Returns the file of a title for reference managers. */
function fileOf(title: Title, extension: 'ris' | 'bib'): string {
  const get = createPageClient([catalogOf({ titles: [title] })]);
  return get(`/item/cite/${title.id}.${extension}`).body;
}

const names = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Family${i}, Given` }));

describe('citations', () => {
  it('cites a book in each style', () => {
    expect(cite(typee)).toEqual([
      'Melville, H. (1846). Typee: a peep at Polynesian life (2nd ed.). Wiley & Putnam.',
      'Melville, Herman. Typee: a peep at Polynesian life. 2nd ed., Wiley & Putnam, 1846.',
      'Melville, Herman. Typee: a peep at Polynesian life. 2nd ed. Wiley & Putnam, 1846.',
    ]);
  });

  it('cites an online title that has neither an author nor a date', () => {
    const details_url = 'https://a.example.org/';
    expect(cite(book('1', 'Who?', { format: { id: 'WEBSITE' }, details_url }))).toEqual([
      'Who? [Website]. (n.d.). https://a.example.org/',
      'Who? Website. https://a.example.org/.',
      'Who? n.d. Website. https://a.example.org/.',
    ]);
  });

  it.each([
    [2, 'Family0, G., & Family1, G.', 'Given, and Given Family1.', 'Given, and Given Family1.'],
    [3, 'Family1, G., & Family2, G.', 'Family0, Given, et al.', 'Family1, and Given Family2.'],
    [7, '& Family6, G.', 'Family0, Given, et al.', 'Given Family1, Given Family2, et al.'],
    [21, 'Family18, G., . . . Family20, G.', 'Family0, Given, et al.', 'Given Family2, et al.'],
  ])('lists as many of %i authors as the style does', (count, ...expected) => {
    const citations = cite(book('1', 'T', { authors: names(count) }));
    for (const [i, citation] of citations.entries()) expect(citation).toContain(expected[i]);
  });

  it.each([
    ['Melville, Herman, 1819-1891', 'Melville', 'Herman'],
    ['Wells, H. G. (Herbert George), 1866-1946', 'Wells', 'H. G.'],
    ['King, Martin Luther, Jr., 1929-1968', 'King', 'Martin Luther, Jr.'],
    ['Herman Melville', 'Melville', 'Herman'],
    ['Ludwig van Beethoven', 'Beethoven', 'Ludwig van'],
    ['W. E. B. Du Bois', 'Du Bois', 'W. E. B.'],
    ['Лев Толстой', 'Толстой', 'Лев'],
    ['夏目漱石', '夏目漱石', undefined],
    ['Homer', 'Homer', undefined],
    ['United States. Congress', 'United States. Congress', undefined],
    ['World Health Organization', 'World Health Organization', undefined],
    ['Smith, Elder & Co.', 'Smith, Elder & Co.', undefined],
  ])('reads the name %s', (name, family, given) => {
    const author = given === undefined ? family : `${family}, ${given}`;
    expect(fileOf(book('1', 'T', { authors: [{ name }] }), 'ris')).toContain(
      `\nAU  - ${author}\r\n`,
    );
  });

  it('shows citations on the page of a title, and links to files except on a kiosk', () => {
    const catalog = catalogOf({ titles: [typee] });
    const get = createPageClient([catalog]);
    const { body } = get('/item/show/1');
    for (const citation of cite(typee))
      expect(textOf(body.replace(/<\/?cite>/g, ''))).toContain(citation);
    const files = linksOf(body).filter((href) => href.startsWith('/item/cite/'));
    expect(files).toEqual(['/item/cite/1.ris', '/item/cite/1.bib']);
    expect(files.map((href) => get(href).headers['Content-Disposition'])).toEqual([
      'attachment; filename="1.ris"',
      'attachment; filename="1.bib"',
    ]);
    expect(get('/item/cite/2.ris').status).toBe(404);
    const kiosk = createPageClient([catalog], { idleMinutes: 2 })('/item/show/1').body;
    expect(linksOf(kiosk).join()).not.toContain('/item/cite/');
  });
});

describe('files for reference managers', () => {
  it('contain the place of publication, but no year for a date with unknown digits', () => {
    const undated = book('1', 'Typee', {
      publication_places: ['New York'],
      publication_date: '18--',
    });
    expect(fileOf(undated, 'ris')).toContain('CY  - New York\r\nID');
    expect(fileOf(undated, 'bib')).toContain('  address = {New York},\n}');
  });

  it('contain the fields of a title', () => {
    expect(fileOf(typee, 'ris')).toBe(
      [
        'TY  - BOOK',
        'TI  - Typee: a peep at Polynesian life',
        'AU  - Melville, Herman',
        'ET  - 2nd ed',
        'PB  - Wiley & Putnam',
        'PY  - 1846',
        'ID  - 1',
        'ER  - ',
        '',
      ].join('\r\n'),
    );
    const details_url = 'https://a.example.org/?a={%7D_';
    expect(fileOf({ ...typee, details_url }, 'bib')).toBe(`@book{melville1846typee,
  author = {Melville, Herman},
  title = {Typee: a peep at Polynesian life},
  year = {1846},
  publisher = {Wiley \\& Putnam},
  edition = {2nd ed},
  url = {https://a.example.org/?a=%7B%7D_},
}
`);
  });

  it('have a short key for a title by a body of an organization', () => {
    const authors = [{ name: 'United States. Congress. House. Committee on Oversight and Reform' }];
    const hearing = book('1', 'The hearing', { authors, publication_date: '2020' });
    expect(fileOf(hearing, 'bib')).toMatch(/^@book\{unitedstates2020hearing,$/m);
  });

  it('escape the special characters of TeX', () => {
    const odd = book('1', '100% {C#} \\o/ ~^_$', { authors: [{ name: 'Rag and Bone' }] });
    expect(fileOf(odd, 'bib')).toContain(
      'title = {100\\% {\\textbraceleft}C\\#{\\textbraceright} {\\textbackslash}o/ {\\textasciitilde}{\\textasciicircum}\\_\\$},',
    );
    expect(fileOf(odd, 'bib')).toContain('author = {{Rag and Bone}}');
  });

  it('have one field per line and balanced braces for any text', () => {
    const pieces = [
      '{',
      '}',
      '\\',
      '%',
      '\r',
      '\n',
      '\u2028',
      '\u0000',
      '\ud800',
      'ER  - ',
      ' ',
      'a',
    ];
    const texts = fc.string({ unit: fc.constantFrom(...pieces), minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { minLength: 10, maxLength: 10 }), (pairs) => {
        const titles = pairs.map(([title, name], i) =>
          book(`${i}`, `${title}x`, { authors: [{ name }], subjects: [name, title] }),
        );
        const get = createPageClient([catalogOf({ titles })]);
        for (const { id } of titles) {
          const ris = get(`/item/cite/${id}.ris`).body.replaceAll('\r\n', '|');
          expect(ris).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          const tags = ris.split('|').filter((line) => /^[A-Z][A-Z0-9] {2}- /.test(line));
          expect(tags.filter((line) => line.startsWith('ER'))).toEqual(['ER  - ']);
          let depth = 0;
          const bibtex = get(`/item/cite/${id}.bib`).body.trimEnd();
          const depths = Array.from(bibtex, (character) => {
            depth += character === '{' ? 1 : character === '}' ? -1 : 0;
            return depth;
          });
          expect(depths.indexOf(0, depths.indexOf(1))).toBe(depths.length - 1);
        }
      }),
      { numRuns: 20 },
    );
  });
});
