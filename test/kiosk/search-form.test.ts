import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOfQuery, queryOfForm } from '../../src/kiosk/advanced-query.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

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
    ['1850-1850', 'Publication date: 1850'],
    ['1850-', 'Publication date: from 1850'],
    ['-1899', 'Publication date: up to 1899'],
    ['0000', 'Publication date: Before 1'],
    ['-0000', 'Publication date: Before 1'],
    ['later', 'Publication date: later'],
  ])('has a link that removes the range %s', ([publication_date, name]) => {
    const { body } = get(`/search?q=*&publication_date=${publication_date}`);
    expect(textOf(body)).toContain(name);
    expect(body).toContain(`aria-label="Remove filter: ${name}"`);
  });
});

interface Bar {
  readonly href: string;
  readonly label: string;
  readonly height: number;
  readonly isChosen: boolean;
  readonly isOutside: boolean;
}

/** Returns the links of the histogram on a page. */
function barsOf(body: string): Bar[] {
  const [histogram = ''] = /<ul class="histogram".*?<\/ul>/s.exec(body) ?? [];
  return [...histogram.matchAll(/<a .*?<\/a>/gs)].map(([bar]) => ({
    href: linksOf(bar)[0],
    label: textOf(bar).trim(),
    height: Number(/<rect [^>]*height="(\d+)"/.exec(bar)?.[1]),
    isChosen: bar.includes('aria-current="true"'),
    isOutside: bar.includes('class="outside"'),
  }));
}

function countOn(body: string): number {
  return Number(/data-count="(\d+)"/.exec(body)?.[1]);
}

describe('the histogram of years', () => {
  it('shows on each bar the number of titles of the page behind its link', () => {
    const getFrom = { alderwick: get, meridian: createPageClient([openedCatalog('meridian')]) };
    const narrowing = fc.constantFrom(
      ...['', 'title_format=BK', 'title_format=EBOOK', 'language=French', 'genre=Fiction'],
      ...['publication_date=1990-1999', 'publication_date=-1900', 'publication_date=later'],
    );
    let followed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('alderwick', 'meridian'),
        fc.constantFrom('*', 'sea', 'war', 'love story', 'frankenstien', 'history'),
        fc.uniqueArray(narrowing, { maxLength: 2 }),
        (library, q, narrowings) => {
          const query = [`q=${encodeURIComponent(q)}`, ...narrowings, 'page=2'].join('&');
          for (const { href, label } of barsOf(getFrom[library](`/search?${query}`).body)) {
            const count = countOn(getFrom[library](href).body);
            expect(label).toMatch(new RegExp(`: ${count} titles?$`));
            followed++;
          }
        },
      ),
      // The example has bars, also when no random search has any.
      { numRuns: runs(20), examples: [['alderwick', '*', []]] },
    );
    expect(followed).toBeGreaterThan(5);
  });

  it('is the same for each range of years, and marks the bars of the range', () => {
    const all = barsOf(get('/search?q=*').body);
    expect(all.map(({ isChosen, isOutside }) => isChosen || isOutside)).not.toContain(true);
    const narrowed = barsOf(get('/search?q=*&publication_date=1980-2009').body);
    expect(narrowed.map(({ label }) => label)).toEqual(all.map(({ label }) => label));
    expect(narrowed.filter(({ isOutside }) => !isOutside).map(({ label }) => label)).toEqual([
      '1980-1999: 115 titles',
      '2000-2019: 131 titles',
    ]);
    expect(narrowed.some(({ isChosen }) => isChosen)).toBe(false);
  });

  it('removes the range with the link of the chosen bar', () => {
    const [bar] = barsOf(get('/search?q=*').body);
    expect(bar.href).toContain('publication_date=-1839');
    const [chosen, ...others] = barsOf(get(bar.href).body);
    expect(chosen).toMatchObject({ isChosen: true, href: '/search?library=alderwick&q=*' });
    expect(others.some(({ isChosen }) => isChosen)).toBe(false);
  });

  it('has bars of the heights of the counts, and no link for years without titles', () => {
    const years = ['2001', ...Array(4).fill('2002'), ...Array(8).fill('2005')];
    const titles = years.map((year, i) => book(`t${i}`, 'Sea', { publication_date: year }));
    const { body } = createPageClient([catalogOf({ titles })])('/search?q=sea');
    expect(barsOf(body).map(({ label, height }) => `${label}, ${height}`)).toEqual([
      ...['2001: 1 title, 13', '2002: 4 titles, 50', '2005: 8 titles, 100'],
    ]);
    expect(body.match(/<li aria-hidden="true"><\/li>/g)).toHaveLength(2);
  });

  it('is not shown if all titles have the same year', () => {
    const titles = [book('t', 'Sea', { publication_date: '2001' }), book('u', 'Sea')];
    const { body } = createPageClient([catalogOf({ titles })])('/search?q=sea');
    expect(body).toContain('class="years"');
    expect(body).not.toContain('histogram');
  });

  it('has labels in the language of the page', () => {
    const [{ label }] = barsOf(get('/search?q=*&locale=fr-CA').body);
    expect(label).toBe('jusqu’en 1839 : 10 titres');
  });
});

describe('the handles of the histogram', () => {
  const titles = ['2001', '2002', '2005'].map((publication_date, i) =>
    book(`t${i}`, 'Sea', { publication_date }),
  );
  const getSea = createPageClient([catalogOf({ titles })]);
  const handlesOn = (body: string) =>
    [...body.matchAll(/<input type="range"[^>]*value="(\d)"[^>]*aria-valuetext="([^"]*)"/g)].map(
      ([, value, name]) => [Number(value), name],
    );

  it.for([
    ['', [0, '2001'], [5, '2005']],
    ['2002-2003', [1, '2002'], [3, '2003']],
    ['2002-', [1, '2002'], [5, '2005']],
    ['-2002', [0, '2001'], [2, '2002']],
    ['-1990', [0, '2001'], [1, '2001']],
    ['2010-', [4, '2005'], [5, '2005']],
    ['later', [0, '2001'], [5, '2005']],
  ] as const)('are at the bars of the chosen years: %s', ([years, first, last]) => {
    const { body } = getSea(`/search?q=sea&publication_date=${years}`);
    expect(handlesOn(body)).toEqual([first, last]);
  });

  it('have no names, so that a form without scripts does not submit them', () => {
    const ranges = getSea('/search?q=sea').body.match(/<input type="range"[^>]*>/g) ?? [];
    expect(ranges).toHaveLength(2);
    for (const range of ranges) expect(range).not.toContain(' name=');
  });

  it('are at no decade if several decades are chosen', () => {
    const years = 'publication_date=2000-2009&publication_date=1990-1999';
    expect(handlesOn(getSea(`/search?q=sea&${years}`).body)).toEqual([
      [0, '2001'],
      [5, '2005'],
    ]);
  });
});

describe('queryOfForm', () => {
  it.each([
    ['in_title=moby+dick&in_from=1950', 'title:(moby dick) pubyear:[1950 TO *]'],
    ['in_author=melville&in_title=', 'author:melville'],
    [
      'in_title="moby+dick"&in_format=BK&in_format=EBOOK&in_language=Ancient+Greek&in_available=true',
      'title:"moby dick" format:(BK OR EBOOK) language:"Ancient Greek" available:true',
    ],
    ['in_title=and+OR+-x+(y:z)', 'title:(\\and \\OR \\-x \\(y:z\\))'],
    ['in_to=1899', 'pubyear:[* TO 1899]'],
    ['in_title=+&in_to=', ''],
    ['q=sea', undefined],
  ])('returns the query of a form: %s', (query, expected) => {
    expect(queryOfForm(new URLSearchParams(query))).toBe(expected);
  });

  it('returns a query from which formOfQuery returns the form', () => {
    const word = fc.constantFrom(
      'moby',
      'AND',
      '-x',
      'c++',
      'a:b',
      '(y)',
      '*',
      '\\',
      'ein?',
      '~2',
      '[1',
    );
    const words = fc.array(
      fc.oneof(
        word,
        word.map((text) => `"${text} two"`),
      ),
      { minLength: 1 },
    );
    const form = fc.record(
      {
        title: words.map((parts) => [parts.join(' ')]),
        identifier: words.map((parts) => [parts.join(' ')]),
        format: fc.uniqueArray(fc.constantFrom('BK', 'OR', 'X Y', 'a-b'), { minLength: 1 }),
        from: fc.constantFrom('1900', '5'),
        to: fc.constantFrom('1999'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(form, (values) => {
        const params = new URLSearchParams();
        for (const [field, value] of Object.entries(values)) {
          for (const one of [value].flat()) params.append(`in_${field}`, one);
        }
        if (params.size === 0) return;
        expect(formOfQuery(queryOfForm(params) ?? '')).toEqual(values);
        expect(get(`/search?${params}`).status).toBe(200);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('formOfQuery', () => {
  it.each([
    'moby dick',
    'title:a OR title:b',
    'title:(a OR b)',
    '-title:a',
    'title:a title:b',
    'genre:x',
    'title:adv*',
    'pubyear:>1900',
    'title:(',
  ])('returns undefined for a query that the form cannot express: %s', (query) => {
    expect(formOfQuery(query)).toBeUndefined();
  });
});

describe('the advanced form', () => {
  const SUBMITTED =
    'library=alderwick&in_title=&in_author=melville&in_format=BK&in_format=PAPERBACK&in_language=English&in_available=HILL&in_from=1850&in_to=';
  const QUERY =
    'author:melville format:(BK OR PAPERBACK) language:English available:HILL pubyear:[1850 TO *]';

  it('finds titles with a custom query, whose words are the heading, and leaves the search form empty', () => {
    const { body } = get(`/search?${SUBMITTED}`);
    const params = { q: QUERY, search_type: 'custom', library: 'alderwick' } as const;
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    expect(count).toBeGreaterThan(0);
    expect(body).toContain(`data-count="${count}"`);
    expect(textOf(/<h1>.*?<\/h1>/s.exec(body)?.[0] ?? '').trim()).toBe(
      'Author: melville, Format: Book or Paperback, Language: English, Available at: Hillside Branch, Publication date: from 1850',
    );
    expect(body).not.toContain('<option value="custom"');
    expect(body).toContain('<input id="q" name="q" type="search" dir="auto" value=""');
    expect(linksOf(body).some((href) => href.includes('in_'))).toBe(false);
    expect(textOf(body)).toContain('Available Hillside Branch');
  });

  it('contains the search when the reader edits it', () => {
    const { body } = get(`/search?${SUBMITTED}`);
    const edit = linksOf(body).find((href) => href.startsWith('/advanced?') && href.includes('q='));
    const form = get(edit ?? '').body;
    expect(form).toContain('name="in_author" value="melville"');
    expect(form.match(/ checked>/g)).toHaveLength(2);
    expect(form).toContain('<option value="English" selected>');
    expect(form).toContain('<option value="HILL" selected>');
    expect(form).toContain('name="in_from" value="1850"');
  });

  it('shows a query that the fields cannot express as a query, which the reader can edit', () => {
    const { body } = get('/search?search_type=custom&q=title:(a+OR+sea)');
    expect(textOf(body)).toContain('Title: a or sea');
    const edit = linksOf(body).find((href) => href.startsWith('/advanced?') && href.includes('q='));
    const form = get(edit ?? '').body;
    expect(form).toContain('name="q" value="title:(a OR sea)"');
    expect(get('/advanced').body).toContain('name="q" value=""');
  });

  it('shows all titles if all fields are blank', () => {
    expect(get('/search?in_title=&in_from=+').body).toContain('data-count="405"');
  });

  it('is linked from the search box, in the language of the page', () => {
    expect(linksOf(get('/').body)).toContain('/advanced?library=alderwick');
    const { status, body } = get('/advanced?library=alderwick&locale=de-DE');
    expect([status, textOf(body).includes('Füllen Sie aus')]).toEqual([200, true]);
    expect(body).toContain('<input type="hidden" name="locale" value="de-DE">');
  });

  it('is a choice of libraries if the library is unknown', () => {
    const getFromBoth = createPageClient([alderwick, openedCatalog('meridian')]);
    expect(getFromBoth('/advanced').body).toContain('<title>Choose a library');
    expect(getFromBoth('/advanced?library=nowhere').status).toBe(404);
  });
});
