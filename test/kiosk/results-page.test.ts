import { describe, expect, it } from 'vitest';
import { keepPunctuation } from '../../src/kiosk/html.js';
import { languageOf, localizedValue } from '../../src/kiosk/language.js';
import { LOCALES } from '../../src/texts/locales.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);
const plain = [book('1', 'Typee'), book('2', 'Omoo')];

function sortsOn(body: string): string[] {
  return Array.from(body.matchAll(/data-key="sort:(\w+)"/g), ([, sort]) => sort);
}

describe('the sort orders of results', () => {
  it('leave out orders without a value in any title', () => {
    const { body } = createPageClient([catalogOf({ titles: plain })])('/search?q=*');
    expect(sortsOn(body)).toEqual(['relevancy', 'title', 'author', 'published_date']);
    expect(sortsOn(get('/search?q=sea').body)).toHaveLength(7);
  });

  it('contain an order as soon as one title has a value, and the order of the address', () => {
    const titles = [...plain, book('3', 'Mardi', { popularity: 3 })];
    const client = createPageClient([catalogOf({ titles })]);
    expect(sortsOn(client('/search?q=*').body)).toContain('popularity');
    const { body } = createPageClient([catalogOf({ titles: plain })])('/search?sort=ugc_rating');
    expect(body).toMatch(/data-key="sort:ugc_rating" aria-current="true"/);
  });

  it('contain user ratings if only readers rated a title', () => {
    const updated = '2020-01-01T00:00:00Z';
    const item = { content_type: { id: 'rating' }, content_data: 4, updated };
    const catalog = catalogOf({
      titles: plain,
      users: [{ id: 'u', name: 'u' }],
      userContent: [{ user: 'u', title: '1', content: [item] }],
    });
    expect(sortsOn(createPageClient([catalog])('/search?q=*').body)).toContain('ugc_rating');
  });
});

describe('the chosen values of facets', () => {
  /** Returns the chosen values that are visible in the facets of a page: their keys, names and counts. */
  const tickedOn = (body: string) => {
    const facets = body.slice(
      body.indexOf('<details class="filters"'),
      body.indexOf('class="list"'),
    );
    return facets
      .replace(/<details class="more-values".*?<\/details>/gs, '')
      .split('<a ')
      .filter((link) => link.includes('aria-current="true"'))
      .map((link) =>
        `${/data-key="([^"]*)"/.exec(link)?.[1]} ${textOf(`<a ${link.split('</a>')[0]}`)}`
          .replace(/\s+/g, ' ')
          .trim(),
      );
  };
  const languages = ['English', 'French', 'German', 'Spanish', 'Chinese', 'Russian', 'Arabic'];
  const titles = languages.map((name, i) =>
    book(`${i}`, `Sea ${i}`, { primary_language: { name }, genres: ['Tales'] }),
  );
  const client = createPageClient([
    catalogOf({
      titles: [...titles, ...titles.slice(0, 6).map((title, i) => ({ ...title, id: `b${i}` }))],
    }),
  ]);

  it('are visible even if many other values have more titles', () => {
    const { body } = client('/search?q=sea&language=Arabic');
    expect(tickedOn(body)).toEqual(['language:Arabic Arabic 1']);
    const keys = [...body.matchAll(/data-key="language:(\w+)"/g)].map(([, key]) => key);
    expect(keys[0]).toBe('Arabic');
    expect(keys).toHaveLength(7);
  });

  it('are visible if no title has them, with a facet that no title has, translated', () => {
    const { body } = client(
      '/search?q=sea&language=Dutch&language=Latin&audience=Juvenile&locale=de-DE',
    );
    expect(body).toContain('data-count="0"');
    expect(tickedOn(body)).toEqual([
      'language:Dutch Niederländisch 0',
      'language:Latin Latein 0',
      'audience:Juvenile Kinder und Jugendliche 0',
    ]);
  });

  it('have no count if the results do not contain it', () => {
    const { body } = client('/search?q=sea&publication_date=1800-1850&publication_date=1900-');
    expect(tickedOn(body)).toEqual([
      'publication_date:1900- from 1900',
      'publication_date:1800-1850 1800-1850',
    ]);
  });
});

describe('the heading of results', () => {
  const headingOf = (query: string) =>
    textOf(/<h1>.*?<\/h1>/s.exec(get(`/search?${query}`).body)?.[0] ?? '').trim();

  it.each([
    ['series=Sherlock+Holmes', 'Sherlock Holmes'],
    ['q=*&title_format=PAPERBACK&locale=de-DE', 'Taschenbuch'],
    ['publication_date=1900-', 'from 1900'],
    ['title_format=BK&language=English', 'All titles'],
    ['q=sea&series=Sherlock+Holmes', 'Results for sea'],
  ])('names the only filter of a search without a query: %s', (query, heading) => {
    expect(headingOf(query)).toBe(heading);
    const title = /<title>(.*?) – /.exec(get(`/search?${query}`).body)?.[1];
    expect(title).toBe(heading.replace('sea', '“sea”'));
  });

  it('does not deny results that filters exclude', () => {
    expect(headingOf('q=sea&language=Elvish')).toBe('Results for sea');
    expect(headingOf('q=xyzzyqqq')).toBe('No results for xyzzyqqq');
  });
});

describe('the compact list', () => {
  it('is kept in the links and forms of the page, and has a link to the detailed list', () => {
    const { body } = get('/search?q=sea&view=compact&page=1');
    expect(body).toContain('<ol class="rows compact"');
    expect(body).toContain('<input type="hidden" name="view" value="compact">');
    const links = linksOf(body).filter((href) => href.startsWith('/'));
    expect(links.filter((href) => !href.includes('view=compact'))).toEqual([
      '/search?library=alderwick&q=sea&page=1',
    ]);
  });

  it('is chosen by a link of the detailed list, and only by its own value', () => {
    const { body } = get('/search?q=sea&view=big');
    expect(body).not.toContain('rows compact');
    expect(linksOf(body)).toContain('/search?library=alderwick&q=sea&view=compact');
  });
});

describe('localizedValue', () => {
  it('translates languages of the usual name and known audiences', () => {
    const inRussian = languageOf('ru-RU');
    expect(localizedValue('language', 'French', inRussian)).toBe('Французский');
    expect(localizedValue('language', 'Spanish', languageOf('zh-CN'))).toBe('西班牙语');
    expect(localizedValue('language', 'Greek', languageOf('de-DE'))).toBe('Griechisch');
    expect(localizedValue('audience', 'Young Adult', inRussian)).toBe('Молодёжь');
    expect(localizedValue('audience', 'Pre-adolescent', languageOf('fr-CA'))).toBe(
      'Préadolescents',
    );
  });

  it('returns other values and all values on English pages unchanged', () => {
    for (const value of ['Elvish', 'Castilian', 'de', 'constructor', 'Juvenile', '']) {
      expect(localizedValue('language', value, languageOf('ru-RU'))).toBe(value);
    }
    expect(localizedValue('audience', 'constructor', languageOf('ru-RU'))).toBe('constructor');
    expect(localizedValue('genre', 'French', languageOf('ru-RU'))).toBe('French');
    expect(localizedValue('language', 'French', languageOf('en-US'))).toBe('French');
  });

  it('translates facets, active filters and details, but not the values in addresses', () => {
    const results = get('/search?q=*&language=French&audience=Juvenile&locale=ru-RU').body;
    expect(textOf(results)).toContain('Язык: Французский');
    expect(textOf(results)).toContain('Дети и подростки');
    expect(results).toContain('language=French');
    expect(get('/advanced?locale=ru-RU').body).toContain('>Английский</option>');
    const title = textOf(get('/item/show/0000001101?locale=de-DE').body);
    expect(title).toMatch(/Zielgruppe Erwachsene/);
    expect(title).toMatch(/Sprache Englisch/);
  });
});

describe('the title of a results page', () => {
  it.each([
    ['en-CA', 'Results for “sea”'],
    ['es-ES', '«sea»'],
    ['fr-CA', '«\u00a0sea\u00a0»'],
    ['ru-RU', '«sea»'],
    ['zh-CN', '“sea”'],
    ['de-DE', '„sea“'],
  ])('quotes the search with the quotation marks of %s', (locale, quoted) => {
    const { body } = get(`/search?q=sea&locale=${locale}`);
    expect(body.slice(0, body.indexOf('</title>'))).toContain(quoted);
    const feed = get(`/feed?q=sea&locale=${locale}`).body;
    expect(feed).toContain(quoted.replace('Results for ', '').replaceAll('\u00a0', ' '));
  });
});

describe('a search with a syntax error', () => {
  it.each(LOCALES)('marks the character of the error in %s, without terms of the API', (locale) => {
    const url = `/search?search_type=custom&q=title:(moby+)+dick)&locale=${locale}`;
    const { status, body } = get(url);
    expect(status).toBe(400);
    expect(body).toContain('<code>title:(moby ) dick<mark>)</mark></code>');
    expect(textOf(body)).not.toContain('parameter');
    if (!locale.startsWith('en')) expect(body).not.toContain('xpected');
  });

  it('marks the end of the query if a character is missing, and counts characters beyond U+FFFF', () => {
    const { body } = get('/search?search_type=custom&q=𝒜+(moby');
    expect(body).toContain('<code>𝒜 (moby<mark>\u2002</mark></code>');
  });

  it.each([
    ['moby autor:melville', 'moby <mark>autor</mark>:melville'],
    ['𝒜 título:x', '𝒜 <mark>título</mark>:x'],
    ['pubyear:soon a', 'pubyear:<mark>soon</mark> a'],
    ["pubyear:'a'b", 'pubyear:<mark>&#39;a&#39;b</mark>'],
    ['ti:a or ti:b', 'ti:a <mark>or</mark> ti:b'],
  ])('marks the field, the value or the word that was found in %s', (query, marked) => {
    const url = `/search?search_type=custom&q=${encodeURIComponent(query)}&locale=de-DE`;
    expect(get(url).body).toContain(`<code>${marked}</code>`);
  });

  it('shows no English message for another invalid parameter', () => {
    const { status, body } = get('/search?q=sea&page=0&locale=ru-RU');
    expect(status).toBe(400);
    expect(textOf(body)).not.toContain('expected');
  });
});

describe('keepPunctuation', () => {
  it('binds punctuation between spaces to the word before it', () => {
    expect(keepPunctuation('Cello Concerto ; Sea Pictures / Elgar')).toBe(
      'Cello Concerto\u00a0; Sea Pictures\u00a0/ Elgar',
    );
    expect(keepPunctuation('Whaling -- Fiction')).toBe('Whaling\u00a0-- Fiction');
    expect(keepPunctuation('a :b')).toBe('a :b');
  });
});
