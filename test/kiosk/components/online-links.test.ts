import { describe, expect, it } from 'vitest';
import type { Link, Title } from '../../../src/catalog/records/title.js';
import type { KioskOptions } from '../../../src/kiosk/page-view.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from '../create-page-client.js';

const URL_OF_BOOK = 'https://books.example.org/moby-dick?page=1&view=2';

function link(kind: Link['kind'], url: string, more: Partial<Link> = {}): Link {
  return { kind, url, ...more };
}

/** Returns the page of a title and the page of results with the title. */
function pagesOf(more: Partial<Title>, options?: KioskOptions, locale = 'en-CA') {
  const get = createPageClient([catalogOf({ titles: [book('1', 'Moby-Dick', more)] })], options);
  return {
    title: get(`/item/show/1?locale=${locale}`).body,
    results: get(`/search?q=moby&locale=${locale}`).body,
  };
}

const EBOOK = { format: { id: 'EBOOK' }, links: [link('resource', URL_OF_BOOK)] };

describe('The pages of a title that is online', () => {
  it('call it Online, and link to its address', () => {
    for (const page of Object.values(pagesOf(EBOOK))) {
      expect(linksOf(page)).toContain(URL_OF_BOOK);
      expect(textOf(page)).toContain('Read online');
      expect(page).toContain('<bdi>Online</bdi></span>');
      expect(textOf(page)).not.toContain('No copies are listed');
    }
  });

  it.each([
    ['es-ES', 'Leer en línea', 'En línea'],
    ['fr-CA', 'Lire en ligne', 'En ligne'],
    ['ru-RU', 'Читать онлайн', 'Онлайн'],
    ['zh-CN', '在线阅读', '在线'],
    ['de-DE', 'Online lesen', 'Online'],
  ])('are translated into %s', (locale, read, online) => {
    for (const page of Object.values(pagesOf(EBOOK, undefined, locale))) {
      expect(textOf(page)).toContain(read);
      expect(page).toContain(`<bdi>${online}</bdi>`);
    }
  });

  it('name what a reader does with the format', () => {
    const words = (id: string) => textOf(pagesOf({ ...EBOOK, format: { id } }).title);
    expect(words('VIDEO_ONLINE')).toContain('Watch online');
    expect(words('MUSIC_ONLINE')).toContain('Listen online');
    expect(words('WEBSITE')).toContain('Open online');
  });

  it('show its address as the main link, and no call number under where to find it, without other links', () => {
    const record = { call_number: 'F MEL', details_url: URL_OF_BOOK };
    const main = '<p class="online"><a href="https://books';
    const { title } = pagesOf({ ...record, format: { id: 'EBOOK' } });
    expect(title).toContain(main);
    expect(textOf(title)).not.toContain('Where to find it');
    expect(textOf(title)).not.toContain('No copies are listed');
    const printed = pagesOf(record).title;
    expect(printed).not.toContain(main);
    expect(textOf(printed)).toContain('Where to find it Call number: F MEL');
  });

  it('show no call number under where to find it for an online format without an address', () => {
    const record = { call_number: 'F MEL', format: { id: 'EAUDIOBOOK' } };
    const available = textOf(pagesOf({ ...record, availability: { id: 'AVAILABLE' } }).title);
    expect(available).not.toContain('Where to find it');
    expect(available).not.toContain('No copies are listed');
    expect(available).toContain('Call number F MEL');
    for (const page of Object.values(pagesOf(record))) {
      expect(textOf(page)).toContain('No copies are listed');
    }
  });

  it('link to a printed title as well, without calling it Online', () => {
    const { title } = pagesOf({ ...EBOOK, format: { id: 'BK' } });
    expect(linksOf(title)).toContain(URL_OF_BOOK);
    expect(title).not.toContain('<bdi>Online</bdi></span>');
    expect(textOf(title)).not.toContain('No copies are listed');
  });

  it('list several addresses, other versions and related links', () => {
    const links = [
      link('resource', `${URL_OF_BOOK}1`, { part: 'v. 1', note: 'Readers only' }),
      link('resource', `${URL_OF_BOOK}2`, { part: 'v. 2', text: 'Volume two' }),
      link('version', 'https://scans.example.org/a'),
      link('related', 'https://toc.example.org/a', { part: 'Table of contents' }),
    ];
    const { title } = pagesOf({ ...EBOOK, links });
    const section = /<section class="links">.*?<\/section>/s.exec(title)?.[0] ?? '';
    expect(linksOf(section)).toEqual(links.map(({ url }) => url));
    expect(textOf(section).trim()).toBe(
      'Read online v. 1 Readers only v. 2: Volume two Other versions online scans.example.org Related links Table of contents',
    );
  });

  it('show each address once on a kiosk', () => {
    const links = ['1', '2'].map((part) => link('resource', URL_OF_BOOK + part, { part }));
    const { title } = pagesOf({ ...EBOOK, links }, { idleMinutes: 2 });
    const svgs = title.match(/<svg class="qr".*?<\/svg>/gs) ?? [];
    expect(new Set(svgs).size).toBe(2);
    expect(svgs).toHaveLength(2);
  });

  it('fold the links beyond ten', () => {
    const links = Array.from({ length: 13 }, (_, i) => link('version', `${URL_OF_BOOK}${i}`));
    const { title } = pagesOf({ links });
    const [shown, folded] = title.split('<details class="more-values"><summary>Show 3 more');
    expect(linksOf(shown).filter((url) => url.startsWith(URL_OF_BOOK))).toHaveLength(10);
    expect(linksOf(folded).filter((url) => url.startsWith(URL_OF_BOOK))).toHaveLength(3);
  });

  it('show the address as text on a kiosk', () => {
    const { title, results } = pagesOf(EBOOK, { idleMinutes: 2 });
    expect(linksOf(title)).not.toContain(URL_OF_BOOK);
    expect(textOf(title)).toContain(URL_OF_BOOK);
    expect(results).toContain('<bdi>Online</bdi>');
    expect(textOf(results)).not.toContain(URL_OF_BOOK);
  });
});

describe('A link to a script', () => {
  it('is refused in a record', () => {
    const links = [link('resource', 'javascript:alert(1)')];
    expect(() => catalogOf({ titles: [book('1', 'Moby-Dick', { links })] })).toThrow(
      'links[0].url: expected an absolute address that begins with http:// or https://',
    );
  });
});

describe('The page of a title with related works', () => {
  it('links to titles by OCLC number and by LCCN', () => {
    const related = ['(OCoLC)123', '(DLC)sn85012345', '(OCoLC)456', '(OCoLC)sn85012345'].map(
      (id) => ({ relation: 'Continues', title: id, id }),
    );
    const catalog = catalogOf({
      titles: [
        book('new', 'New news', { related }),
        book('old', 'Old news', { identifiers: [{ type: 'oclc', value: '123' }] }),
        book('older', 'Older news', { identifiers: [{ type: 'lccn', value: 'sn85012345' }] }),
        book('123', 'Another', { upcs: ['456'] }),
      ],
    });
    const details = createPageClient([catalog])('/item/show/new').body.split('<dl>')[1];
    expect(linksOf(details)).toEqual(['/item/show/old', '/item/show/older']);
  });

  it('names contained works, related works and names in other forms, each as what it is', () => {
    const { title } = pagesOf({
      alternate_titles: ['The Whale'],
      alternate_authors: ['Мелвилл'],
      related: [
        { relation: 'contains', title: 'Loomings', id: '1' },
        { relation: 'related', title: 'Mardi', id: 'unknown' },
        { relation: 'Sequel to', title: 'Typee' },
      ],
    });
    expect(textOf(title)).toMatch(/Names in other forms: Мелвилл/);
    expect(textOf(title)).toMatch(/Also known as: The Whale/);
    expect(textOf(title)).toMatch(/Contains Loomings Related works Mardi Sequel to : Typee/);
    expect(linksOf(title).some((url) => url.startsWith('/item/show/1'))).toBe(true);
    expect(title).not.toContain('/item/show/unknown');
  });
});
