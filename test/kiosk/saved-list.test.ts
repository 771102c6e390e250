import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const titles = Array.from({ length: 210 }, (_, i) => book(`t/${i}`, `Title ${i}`));
const get = createPageClient([catalogOf({ titles })]);
const listOf = (ids: readonly string[]) =>
  new URLSearchParams(ids.map((id): [string, string] => ['ids', id]));

/** Returns the ids of the titles in a list, in the order of the page. */
function idsIn(body: string): string[] {
  const rows = [...body.matchAll(/<li class="row">.*?<h2><a href="\/item\/show\/([^"?]*)/gs)];
  return rows.map(([, id]) => decodeURIComponent(id));
}

describe('a shared list', () => {
  it('shows the titles of its address once, in the order of the address', () => {
    const { status, body } = get(`/list?${listOf(['t/7', 't/3', 't/7', 't/12'])}`);
    expect([status, idsIn(body)]).toEqual([200, ['t/7', 't/3', 't/12']]);
    expect(textOf(body)).toContain('3 titles');
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it('counts ids without a title, and accepts an address without ids', () => {
    const { body } = get(`/list?${listOf(['gone', 't/1', 'lost', ''])}`);
    expect(idsIn(body)).toEqual(['t/1']);
    expect(textOf(body)).toContain('1 title No longer in the catalog: 2');
    for (const query of ['', '?ids=', '?ids=gone']) {
      const { status, body } = get(`/list${query}`);
      expect([status, idsIn(body)]).toEqual([200, []]);
      expect(textOf(body)).toContain('There is nothing on this list yet.');
      expect(linksOf(body).some((href) => href.includes('/list.'))).toBe(false);
    }
  });

  it('shows the first 200 titles of a longer address, and a notice about the others', () => {
    const { body } = get(`/list?${listOf(titles.map(({ id }) => id))}`);
    expect(idsIn(body)).toEqual(titles.slice(0, 200).map(({ id }) => id));
    expect(textOf(body)).toContain('Only the first 200 titles are shown.');
    expect(textOf(get(`/list?${listOf(['t/1'])}`).body)).not.toContain('Only the first');
  });

  it('contains titles of several libraries, and keeps the language of the page', () => {
    const both = createPageClient(['alderwick', 'meridian'].map(openedCatalog));
    const meridian = openedCatalog('meridian').titles.id(0);
    const query = listOf(['0000001101', meridian]);
    const { body } = both(`/list?${query}&locale=de-DE`);
    expect(idsIn(body)).toEqual(['0000001101', meridian]);
    expect(textOf(body)).toContain('Gemerkte Titel');
    expect(linksOf(body)).toContain(`/list?${query}&locale=es-ES`);
  });

  it('can be read on a shared screen, without a button to save, share or download', () => {
    const kiosk = createPageClient([catalogOf({ titles })], { idleMinutes: 2 });
    const { body } = kiosk(`/list?${listOf(['t/1'])}`);
    expect(idsIn(body)).toEqual(['t/1']);
    expect(body).not.toMatch(/data-save|data-share|my-list|\/list\.ris/);
    expect(kiosk('/saved').status).toBe(404);
    expect(kiosk('/item/show/t%2F1').body).not.toMatch(/data-save|data-share|data-copy|my-list/);
  });
});

it('The page of saved titles explains how to save, and that saving needs JavaScript', () => {
  const { status, body } = get('/saved');
  expect(status).toBe(200);
  expect(textOf(body)).toContain('Your list is empty.');
  expect(body).toContain('<noscript><p>Saving titles needs JavaScript.</p></noscript>');
});

/** Returns a file of the titles in a list. */
function fileOf(extension: string, all: readonly Title[]): { type: unknown; body: string } {
  const query = listOf(all.map(({ id }) => id));
  const page = createPageClient([catalogOf({ titles: all })]);
  expect(linksOf(page(`/list?${query}`).body)).toContain(`/list.${extension}?${query}`);
  const { headers, body } = page(`/list.${extension}?${query}`);
  expect(headers['Content-Disposition']).toBe(`attachment; filename="titles.${extension}"`);
  return { type: headers['Content-Type'], body };
}

const authors = [{ name: 'Melville, Herman' }];
const typees = ['1', '2', '3'].map((id) =>
  book(id, 'Typee', { authors, publication_date: '1846' }),
);

describe('the files of a list', () => {
  it('are RIS with each title in the order of the list', () => {
    const { type, body } = fileOf('ris', [typees[1], typees[0]]);
    expect(type).toBe('application/x-research-info-systems; charset=utf-8');
    expect(body.match(/^(?:TY|ID|ER) .*$/gm)?.map((line) => line.trim())).toEqual([
      'TY  - BOOK',
      'ID  - 2',
      'ER  -',
      'TY  - BOOK',
      'ID  - 1',
      'ER  -',
    ]);
  });

  it('are BibTeX with different keys', () => {
    expect(fileOf('bib', typees).body.match(/^@.*$/gm)).toEqual([
      '@book{melville1846typee,',
      '@book{melville1846typee-2,',
      '@book{melville1846typee-3,',
    ]);
  });

  it('are CSV for spreadsheets, in which no value is a formula or ends its cell', () => {
    const odd = book('1', '=HYPERLINK("x"), "a"\r\nb', {
      authors: [{ name: '@SUM' }, ...authors],
      holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: '-1+2' }],
      isbns: ['9780140434880', '0140434887'],
    });
    const { type, body } = fileOf('csv', [odd]);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(body).toBe(
      '\ufeffid,title,authors,format,date,edition,publisher,language,isbn,call_number,url\r\n' +
        `1,"'=HYPERLINK(""x""), ""a"" b","'@SUM; Melville, Herman",Book,,,,,9780140434880; 0140434887,'-1+2,\r\n`,
    );
  });

  it('do not exist in other formats', () => {
    expect(get('/list.xml?ids=1').status).toBe(404);
  });
});
