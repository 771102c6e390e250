import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { openedCatalog } from '../../shared-data.js';
import { createPageClient, linksOf, textOf } from '../create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);

/** Returns the `name=value` pairs of the fields in the form of the year filter. */
function fieldsOf(body: string): string[] {
  const [form = ''] = /<form class="years".*?<\/form>/s.exec(body) ?? [];
  return [...form.matchAll(/<input [^>]*name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
}

describe('the year filter', () => {
  it.for([
    ['year_from=1850&year_to=1899', '1850-1899'],
    ['year_from=+1850+&year_to=', '1850-'],
    ['year_to=1899', '-1899'],
    ['year_from=1850&year_to=1899&publication_date=1900-1909', '1850-1899'],
  ])('narrows the results to the years of %s', ([query, publication_date]) => {
    const { body } = get(`/search?q=*&title_format=BK&${query}`);
    const params = { q: '*', library: 'alderwick', title_format: 'BK', publication_date };
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    expect(count).toBeGreaterThan(0);
    expect(body).toContain(`data-count="${count}"`);
    expect(linksOf(body)).toContain('/search?library=alderwick&q=*&title_format=BK');
    const sorted = linksOf(body).find((href) => href.includes('sort=title'));
    expect(sorted).toContain(`publication_date=${publication_date}`);
    expect(sorted).not.toContain('year_');
  });

  it('removes the range if both years are blank', () => {
    const { body } = get('/search?q=*&year_from=&year_to=+&publication_date=1900-1909');
    expect(body).toContain('data-count="405"');
    expect(linksOf(body).some((href) => href.includes('publication_date=&'))).toBe(false);
  });

  it('finds nothing for a year that is not a number', () => {
    expect(get('/search?q=*&year_from=%22%3E%3Cscript&year_to=').body).toContain('data-count="0"');
  });

  it('keeps the other parameters of the search, but not the page', () => {
    const { body } = get(
      '/search?q=sea&search_type=subject&sort=title&page=2&title_format=BK&publication_date=1850-&locale=de-DE',
    );
    expect(fieldsOf(body)).toEqual([
      'library=alderwick',
      'q=sea',
      'search_type=subject',
      'sort=title',
      'title_format=BK',
      'locale=de-DE',
      'year_from=1850',
      'year_to=',
    ]);
  });

  it.for([
    ['', 'year_from=', 'year_to='],
    ['1850-1859', 'year_from=1850', 'year_to=1859'],
    ['-1899', 'year_from=', 'year_to=1899'],
    ['later', 'year_from=', 'year_to='],
  ])('shows the chosen years: %s', ([publication_date, from, to]) => {
    const { body } = get(`/search?q=*&publication_date=${publication_date}`);
    expect(fieldsOf(body).slice(-2)).toEqual([from, to]);
  });

  it.for([
    ['1850-1874', 'Publication date: 1850-1874'],
    ['1850-', 'Publication date: from 1850'],
    ['-1899', 'Publication date: up to 1899'],
    ['0000', 'Publication date: Before 1'],
    ['later', 'Publication date: later'],
  ])('has a link that removes the range %s', ([publication_date, name]) => {
    const { body } = get(`/search?q=*&publication_date=${publication_date}`);
    expect(textOf(body)).toContain(name);
    expect(body).toContain(`aria-label="Remove filter: ${name}"`);
  });
});
