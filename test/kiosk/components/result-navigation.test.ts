import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search } from '../../../src/v1/search.js';
import { runs } from '../../random-seed.js';
import { openedCatalog } from '../../shared-data.js';
import { createPageClient, linksOf, textOf } from '../create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);
const getFromBoth = createPageClient([alderwick, openedCatalog('meridian')]);

/** Returns the first 100 results: works, or all editions with `editions=all`. */
function resultsOf({ editions, ...params }: Record<string, string>) {
  const all = { q: '*', library: 'alderwick', limit: '100', ...params };
  const collapse = editions === 'all' ? undefined : 'work';
  return search([alderwick], new URLSearchParams(all), { collapse }).hits;
}

/** Returns the links of the navigation among the results, by their `rel`. */
function navigationOn(body: string): { back?: string; prev?: string; next?: string } {
  const [nav = ''] = /<nav class="way-back".*?<\/nav>/s.exec(body) ?? [];
  const hrefOf = (rel: string) =>
    linksOf(
      [...nav.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(rel)) ?? '',
    )[0];
  return { back: linksOf(nav)[0], prev: hrefOf('rel="prev"'), next: hrefOf('rel="next"') };
}

describe('the page of a title that was opened from results', () => {
  it('leads to the previous and the next title in the order of the results, and back to the row', () => {
    const sorts = ['relevancy', 'title', 'newly_acquired'];
    fc.assert(
      fc.property(
        fc.constantFrom('*', 'sea', 'frankenstien', 'love story'),
        fc.constantFrom(...sorts),
        fc.constantFrom({}, { title_format: 'BK' }, { editions: 'all' }),
        // The last of the first 100 results has a next one.
        fc.nat(98),
        (q, sort, more, at) => {
          const params = { q, sort, ...more };
          const ids = resultsOf(params).map(({ id }) => id);
          const i = at % ids.length;
          const query = new URLSearchParams({ ...params, page: String(Math.floor(i / 10) + 1) });
          const results = get(`/search?${query}`).body;
          const href = linksOf(results).find((link) => link.startsWith(`/item/show/${ids[i]}?`));
          const nav = navigationOn(get(href ?? '').body);
          const idOf = (link = '') => /show\/([^?]+)\?/.exec(link)?.[1];
          expect([idOf(nav.prev), idOf(nav.next)]).toEqual([ids[i - 1], ids[i + 1]]);
          const [back, row] = (nav.back ?? '').split('#');
          const [, rowHref] =
            new RegExp(`<li class="row" id="${row}">.*?<h2><a href="([^"]*)"`, 's').exec(
              get(back).body,
            ) ?? [];
          expect(rowHref?.replaceAll('&amp;', '&')).toBe(href);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it('leads from an edition that is folded under a result to the neighbors of the result', () => {
    const works = resultsOf({ q: 'sea' });
    const at = works.findIndex(({ otherEditions }, i) => i > 0 && otherEditions !== undefined);
    const edition = works[at].otherEditions?.[0];
    const results = get(`/search?q=sea&page=${Math.floor(at / 10) + 1}`).body;
    const href = linksOf(results).find((link) => link.startsWith(`/item/show/${edition}?`)) ?? '';
    expect(href).toContain(`&result=${at + 1}`);
    const { prev, next, back } = navigationOn(get(href).body);
    expect(prev).toContain(`/item/show/${works[at - 1].id}?`);
    expect(next).toContain(`/item/show/${works[at + 1].id}?`);
    expect(back).toMatch(new RegExp(`#result-${at + 1}$`));
    expect(textOf(get(href).body)).toContain(`Result ${at + 1} of ${works.length}`);
  });

  it('keeps the query, the filters and the sort order in its address and in the search box', () => {
    const results = get(
      '/search?q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title',
    );
    const href = linksOf(results.body).filter((link) => link.startsWith('/item/show/'))[2];
    expect(href.split('?')[1]).toBe(
      'q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title&result=3',
    );
    const { body } = get(href);
    expect(body).toContain('<option value="subject" selected>');
    expect(body).toMatch(/<input id="q"[^>]* value="sea"/);
    expect(textOf(body)).toMatch(/Back to results Result 3 of \d+ Previous title Next title/);
    expect(navigationOn(body).back).toBe(
      '/search?library=alderwick&q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title#result-3',
    );
  });

  it('leads back on a kiosk, and in the language of the page', () => {
    const kiosk = createPageClient([alderwick], { idleMinutes: 2, branch: 'HILL' });
    const results = kiosk('/search?q=sea&locale=de-DE').body;
    const { body } = kiosk(linksOf(results).filter((link) => link.startsWith('/item/show/'))[0]);
    expect(textOf(body)).toMatch(/Zurück zu den Treffern Treffer 1 von \d+ Nächster Titel/);
    expect(navigationOn(body)).toMatchObject({ prev: undefined });
    expect(navigationOn(body).back).toMatch(/&locale=de-DE#result-1$/);
  });

  it('leads back to the row of a title that has moved by one', () => {
    const [first] = resultsOf({ q: 'whale' });
    const { body } = get(`/item/show/${first.id}?q=whale&result=2`);
    expect(navigationOn(body).back).toBe('/search?library=alderwick&q=whale#result-1');
    expect(textOf(body)).toContain('Result 1 of');
  });

  it('leads only back to the results if the title is no longer near its position', () => {
    const { body } = get('/item/show/0000001101?q=frankenstein&result=3');
    expect(navigationOn(body)).toEqual({
      back: '/search?library=alderwick&q=frankenstein#result-3',
      prev: undefined,
      next: undefined,
    });
    expect(textOf(body)).not.toContain('Result 3');
  });

  it.each(['', '?q=sea', '?q=sea&result=0', '?q=sea&result=x'])(
    'has no links to results without a position: %s',
    (query) => {
      const { status, body } = get(`/item/show/0000001101${query}`);
      expect([status, body.includes('way-back')]).toEqual([200, false]);
    },
  );

  it('returns 400 for an invalid search', () => {
    expect(get('/item/show/0000001101?q=(&search_type=custom&result=1').status).toBe(400);
  });
});

describe('a new search', () => {
  const valueOfKeep = (body: string) =>
    /<input type="checkbox" form="search" name="filters" value="([^"]*)" checked>/
      .exec(body)?.[1]
      .replaceAll('&amp;', '&');

  it('keeps the filters while the box is checked', () => {
    const { body } = get(
      '/search?q=whale&title_format=BK&title_format=EBOOK&publication_date=1850-',
    );
    const filters = valueOfKeep(body) ?? '';
    expect(filters).toBe(
      'library=alderwick&title_format=BK&title_format=EBOOK&publication_date=1850-',
    );
    const query = new URLSearchParams({ library: 'alderwick', q: 'sea', filters });
    const kept = get(`/search?${query}`).body;
    expect(linksOf(kept)).toContain(
      '/search?library=alderwick&q=sea&title_format=BK&title_format=EBOOK',
    );
    expect(valueOfKeep(kept)).toBe(filters);
    expect(linksOf(kept).some((href) => href.includes('filters='))).toBe(false);
  });

  it('offers the filters on the page of a title that was opened from results, and only there', () => {
    const filters = valueOfKeep(
      get('/item/show/0000001101?q=whale&language=English&result=1').body,
    );
    expect(filters).toBe('library=alderwick&language=English');
    expect(valueOfKeep(get('/item/show/0000001101').body)).toBeUndefined();
    expect(valueOfKeep(get('/search?q=whale').body)).toBeUndefined();
  });

  it('does not keep the branch of another library', () => {
    const filters = 'library=alderwick&available_at=HILL&language=English';
    const query = new URLSearchParams({ library: 'meridian', q: '*', filters });
    const { body } = getFromBoth(`/search?${query}`);
    expect(valueOfKeep(body)).toBe('library=meridian&language=English');
  });

  it('ignores parameters of the kept filters that are not filters', () => {
    const query = new URLSearchParams({ q: 'sea', filters: 'q=whale&page=9&sort=color&tag=a' });
    const { status, body } = get(`/search?${query}`);
    expect([status, valueOfKeep(body)]).toEqual([200, 'library=alderwick&tag=a']);
  });
});
