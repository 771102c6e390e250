import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOfQuery, queryOfForm } from '../../src/kiosk/advanced-query.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { runs } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);

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

  it('finds titles with a custom query, and shows the query', () => {
    const { body } = get(`/search?${SUBMITTED}`);
    const params = { q: QUERY, search_type: 'custom', library: 'alderwick' } as const;
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    expect(count).toBeGreaterThan(0);
    expect(body).toContain(`data-count="${count}"`);
    expect(body).toContain(`value="${QUERY}"`);
    expect(body).toContain('<option value="custom" selected>');
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
    const text = textOf(get('/search?search_type=custom&q=title:(a+OR+sea)').body);
    expect(text).not.toContain('Edit this search');
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
