import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { LOCALES } from '../../../src/texts/locales.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';
import { createPageClient, linksOf, textOf } from '../create-page-client.js';

const AUTHORS = [{ name: 'Melville, Herman' }];

function typee(id: string, more: Partial<Title> = {}): Title {
  return book(id, 'Typee', { authors: AUTHORS, ...more });
}

const titles = [
  typee('1', { popularity: 500, publication_date: '1990' }),
  typee('2', { format: { id: 'EBOOK' }, publication_date: '2004', edition: '2nd ed.' }),
  typee('3', {
    title: 'Typee: a romance',
    sub_title: 'of the South Seas',
    publication_date: '1846',
    holdings: [{ branch: 'M', status: 'UNAVAILABLE' }],
  }),
  book('4', 'Omoo', { authors: AUTHORS, notes: ['Typee'] }),
];
const get = createPageClient([catalogOf({ titles })]);

/** Returns the folded editions of each result of a page, as markup. */
function foldsOn(body: string): string[] {
  return body.match(/<details class="editions".*?<\/details>/gs) ?? [];
}

describe('a page of results', () => {
  it('shows a work once, with its other editions folded under it, the latest first', () => {
    const { body } = get('/search?q=typee');
    expect(body.match(/<li class="row"/g)).toHaveLength(2);
    expect(textOf(body)).toContain('4 titles found, 2 different works');
    expect(body).toContain('data-count="4"');
    const [fold, ...others] = foldsOn(body);
    expect(others).toEqual([]);
    expect(textOf(fold).trim()).toBe(
      '2 other editions : Typee eBook 2004 2nd ed. Book Typee: a romance 1846 All copies in use',
    );
    expect(linksOf(fold)).toEqual([
      '/item/show/2?q=typee&result=1',
      '/item/show/3?q=typee&result=1',
    ]);
    expect(fold).not.toContain('<details class="editions" open');
  });

  it('says next to the folded editions if only one of them is available', () => {
    const copy = (status: string) => ({ holdings: [{ branch: 'M', status }] });
    const summaryOf = (first: string, second: string) => {
      const shelf = [typee('1', { popularity: 9, ...copy(first) }), typee('2', copy(second))];
      const [fold] = foldsOn(createPageClient([catalogOf({ titles: shelf })])('/search?q=*').body);
      return textOf(fold.split('</summary>')[0]).trim();
    };
    expect(summaryOf('UNAVAILABLE', 'AVAILABLE')).toBe('1 other edition : Typee Available');
    expect(summaryOf('AVAILABLE', 'AVAILABLE')).toBe('1 other edition : Typee');
    expect(summaryOf('UNAVAILABLE', 'ON_ORDER')).toBe('1 other edition : Typee');
  });

  it('shows the language of a folded edition if it is another, in the language of the page', () => {
    const inLanguage = (name: string) => ({ primary_language: { name } });
    const shelf = [
      typee('1', { popularity: 9, ...inLanguage('English') }),
      typee('2', inLanguage('French')),
      typee('3', inLanguage('English')),
    ];
    const client = createPageClient([catalogOf({ titles: shelf })]);
    const text = textOf(foldsOn(client('/search?q=*&locale=de-DE').body)[0]);
    expect(text).toMatch(/2 weitere Ausgaben : Typee Buch Französisch Buch $/);
  });

  it('shows all editions separately by a link, and each work once by another', () => {
    const hrefOf = (body: string, text: string) =>
      linksOf(`${body.slice(0, body.indexOf(`>${text}</a>`))}>`).at(-1) ?? '';
    const all = hrefOf(get('/search?q=typee&view=compact').body, 'Show all editions separately');
    expect(all).toBe('/search?view=compact&library=harbour&q=typee&editions=all');
    const { body } = get(all);
    expect(body.match(/<li class="row"/g)).toHaveLength(4);
    expect(foldsOn(body)).toEqual([]);
    expect(textOf(body)).toContain('4 titles found Show each work once');
    expect(body).toContain('<input type="hidden" name="editions" value="all">');
    for (const link of linksOf(body)) {
      if (/^\/(item|search)/.test(link) && !link.includes('editions=all')) {
        expect(link).toBe('/search?view=compact&library=harbour&q=typee');
      }
    }
    expect(get(hrefOf(body, 'Show each work once')).body).toContain('2 different works');
  });

  it('has no word about works if no title has another edition among the results', () => {
    for (const url of [
      '/search?q=omoo',
      '/search?q=typee&title_format=EBOOK',
      '/search?q=xyzzyq',
    ]) {
      const { body } = get(url);
      expect([body.includes('works'), body.includes('editions=all')]).toEqual([false, false]);
      expect(foldsOn(body)).toEqual([]);
    }
  });

  it('orders works by their best edition in a sort order', () => {
    const rows = (sort: string) =>
      [
        ...get(`/search?q=typee&sort=${sort}`).body.matchAll(/<h2><a href="\/item\/show\/(\d)/g),
      ].map(([, id]) => id);
    expect(rows('published_date')).toEqual(['2', '4']);
    expect(rows('title')).toEqual(['4', '1']);
  });

  it('shows six editions of a work, and links to the page of the title for the others', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      typee(`${i}`, { publication_date: String(1900 + i), popularity: i === 0 ? 9 : 0 }),
    );
    const client = createPageClient([catalogOf({ titles: many })]);
    const [fold] = foldsOn(client('/search?q=typee').body);
    expect(textOf(fold)).toMatch(/8 other editions : Typee Book 1908 .*Book 1903 Show 2 more/);
    const href = linksOf(fold).at(-1) ?? '';
    expect(href).toBe('/item/show/0?q=typee&result=1#editions');
    expect(client(href.split('#')[0]).body).toContain('<section class="editions" id="editions">');
  });

  it.each(LOCALES)('counts titles, works and editions in %s', (locale) => {
    const { body } = get(`/search?q=typee&locale=${locale}`);
    expect(textOf(body)).not.toMatch(/\{\w+\}/);
    const [fold] = foldsOn(body);
    expect(textOf(fold)).toContain('2');
    expect(textOf(/<p class="found facts".*?<\/p>/s.exec(body)?.[0] ?? '')).toMatch(/4.*2/);
  });

  it('contains every title of the list of all editions once, in a row or in a fold', () => {
    const client = createPageClient([openedCatalog('alderwick')]);
    const idsFrom = (url: string): (string | undefined)[] => {
      const { body } = client(url);
      const ids = [...body.matchAll(/<(?:h2|li)><a href="\/item\/show\/(\w+)\?/g)].map(
        ([, id]) => id,
      );
      const next = linksOf(/<a [^>]*rel="next"/.exec(body)?.[0] ?? '')[0];
      return [...ids, ...(next === undefined ? [] : idsFrom(next))];
    };
    for (const query of ['q=frankenstien', 'q=whale&sort=title']) {
      const idsOn = (more: string) => idsFrom(`/search?${query}${more}`);
      const folded = idsOn('');
      expect(folded.toSorted()).toEqual(idsOn('&editions=all').toSorted());
    }
  });
});
