import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { LOCALES } from '../../src/texts/locales.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf, unescapeHtml } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);

describe('the page of results', () => {
  it('narrows the results to any of several values of a facet, and links to the search without each', () => {
    const query = 'library=alderwick&q=whale&title_format=BK&title_format=EBOOK';
    const params = new URLSearchParams(query);
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    const { body } = get(`/search?${query}`);
    expect(body).toContain(`data-count="${count}"`);
    const current =
      /data-key="title_format:(\w+)" rel="nofollow" aria-label="\w+, \d+ titles?, chosen, remove" aria-current="true"/g;
    expect(Array.from(body.matchAll(current), ([, id]) => id).sort()).toEqual(['BK', 'EBOOK']);
    const chips = body.slice(body.indexOf('<div class="chosen">'));
    expect(linksOf(chips).slice(0, 3)).toEqual([
      '/search?library=alderwick&q=whale&title_format=EBOOK',
      '/search?library=alderwick&q=whale&title_format=BK',
      '/search?library=alderwick&q=whale',
    ]);
  });

  it('adds a value to the chosen values of a facet, or removes it, with the link of the value', () => {
    const hrefOf = (url: string, key: string) => {
      const link = get(url)
        .body.split('<a ')
        .find((tag) => tag.includes(`data-key="${key}"`));
      return linksOf(`<a ${link}`)[0];
    };
    const both = hrefOf('/search?q=*&title_format=BK', 'title_format:EBOOK');
    expect(both).toBe('/search?library=alderwick&q=*&title_format=BK&title_format=EBOOK');
    const two = new URLSearchParams(both.split('?')[1]);
    const { count } = searchTitles([alderwick], two, { baseUrl: '' });
    expect(get(both).body).toContain(`data-count="${count}"`);
    expect(hrefOf(both, 'title_format:BK')).toBe(
      '/search?library=alderwick&q=*&title_format=EBOOK',
    );
  });

  it('marks the author of which the address has another form', () => {
    const titles = ['Melville, Herman', 'MELVILLE, HERMAN'].map((name, i) =>
      book(`${i}`, 'Omoo', { authors: [{ name }] }),
    );
    const { body } = createPageClient([catalogOf({ titles })])(
      '/search?q=*&author=melville+herman',
    );
    const keys = [...body.matchAll(/data-key="(author:[^"]*)"([^>]*)/g)];
    expect(keys.map(([, key, rest]) => [key, rest.includes('aria-current')])).toEqual([
      ['author:Melville, Herman', true],
    ]);
    expect(body).toContain('data-count="2"');
  });

  it('lists decades in the order of time, the latest first', () => {
    const { body } = get('/search?q=*');
    const decades = [...body.matchAll(/data-key="publication_date:(\d+)/g)].map(([, id]) => id);
    expect(decades.length).toBeGreaterThan(6);
    expect(decades).toEqual(decades.toSorted().toReversed());
  });

  it('keeps the last ten values of a facet', () => {
    const values = Array.from({ length: 12 }, (_, i) => `&tag=t${i}`).join('');
    const { body } = get(`/search?q=whale${values}`);
    expect([...body.matchAll(/data-key="chip:tag:(t\d+)"/g)].map(([, value]) => value)).toEqual(
      Array.from({ length: 10 }, (_, i) => `t${i + 2}`),
    );
  });

  it('numbers the results continuously from page to page', () => {
    expect(get('/search?q=*').body).toContain('<ol class="rows" start="1">');
    expect(get('/search?q=*&page=3').body).toContain('<ol class="rows" start="21">');
  });

  it('shows all titles for an empty search', () => {
    expect(get('/search?q=').body).toContain('data-count="405"');
    expect(get('/search').body).toContain('data-count="405"');
  });

  it('explains how a query was relaxed, or that no titles were found', () => {
    expect(textOf(get('/search?q=frankenstien').body)).toMatch(
      /No results for frankenstien ?\. Showing results for frankenstein/,
    );
    expect(textOf(get('/search?q=whale+xyzzyqq').body)).toContain('No title has all the words in');
    expect(textOf(get('/search?q=frankenst').body)).toContain(
      'Showing titles with words that begin with',
    );
    expect(textOf(get('/search?q=xyzzyqq').body)).toContain('No results for');
  });

  it('quotes the incomplete word of a query, without punctuation after it', () => {
    expect(textOf(get('/search?q=mary+frankenst+!').body)).toMatch(
      /words that begin with frankenst/,
    );
  });

  it.each(LOCALES)(
    'shows the words that name values as links that remove them, in %s',
    (locale) => {
      const { body } = get(`/search?q=ebooks+for+kids&title_format=EBOOK&locale=${locale}`);
      const chosen = body.slice(body.indexOf('<div class="chosen">')).split('</div>')[0];
      const linksTo = (q: string) =>
        `/search?library=alderwick&q=${q}&title_format=EBOOK&locale=${locale}`;
      expect(linksOf(chosen)).toEqual([
        linksTo('kids'),
        linksTo('ebooks'),
        `/search?library=alderwick&q=ebooks+for+kids&locale=${locale}`,
        linksTo('%22ebooks%22+for+%22kids%22'),
      ]);
      expect(chosen.match(/aria-label="[^"]{9,}"/g)).toHaveLength(3);
    },
  );

  it('names the values of a word, or the word if it names more than two values', () => {
    expect(textOf(get('/search?q=ebook+moby+dick').body)).toContain('Format: eBook');
    const audiobooks = textOf(get('/search?q=audiobooks').body);
    expect(audiobooks).toContain('Format: Audiobook CD, Downloadable Audiobook');
    expect(textOf(get('/search?q=melville+books').body)).toContain('Format: “books”');
    expect(get('/search?q=ebook+moby+dick').body).toContain(
      'aria-label="Remove from the search: Format: eBook"',
    );
    expect(get('/search?q=moby+dick').body).not.toContain('class="chosen"');
  });

  it('does not say that nothing was found, or that titles match less, if a word names a value', () => {
    for (const q of ['audiobooks', 'ebook+moby+dick', 'comics', 'kids']) {
      const text = textOf(get(`/search?q=${q}`).body);
      expect(text).not.toMatch(/No results|No title has|match less exactly|match .* less exactly/);
    }
  });

  it('omits words that ask for a title from the words that were searched', () => {
    expect(textOf(get('/search?q=do+you+have+frankenstien').body)).toMatch(
      /No results for do you have frankenstien ?\. Showing results for frankenstein instead/,
    );
  });
});

describe('the words that match', () => {
  const names = { en: 'Shelf', de: 'Regal' };
  const getWhales = createPageClient([
    catalogOf({
      library: {
        extra_fields: [{ name: 'shelf', from: 'extra.shelf', searched: true, names }],
      },
      titles: [
        book('1', 'The <Whale>', { authors: [{ name: 'Whale, Ann' }, { name: 'Ray, Jo' }] }),
        book('2', 'Omoo', { sub_title: 'Whales', series: [{ name: 'Whale Tales', number: '2' }] }),
        book('3', 'Emma', { subjects: ['Ships -- Fiction', 'Whaling -- Fiction'] }),
        book('4', 'Typee', { description: `${'Long before. '.repeat(20)}A whale & a ship.` }),
        book('5', 'Mardi', { alternate_titles: ['A Whale Voyage'] }),
        book('6', 'Omoo 2', { extra: { shelf: 'Whale room' } }),
      ],
    }),
  ]);
  const rowsOn = (url: string) => getWhales(url).body.split('<li class="row"').slice(1);
  const marksOf = (row: string) =>
    [...row.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => word);

  it('are marked in the title, the subtitle, the authors and the series', () => {
    const rows = rowsOn('/search?q=whale');
    const rowOf = (id: string) => rows.find((row) => row.includes(`/item/show/${id}?`)) ?? '';
    expect(rowOf('1')).toContain('<bdi>The &lt;<mark>Whale</mark>&gt;</bdi></a></h2>');
    expect(rowOf('1')).toContain('<bdi><mark>Whale</mark>, Ann</bdi></a>; ');
    expect(rowOf('2')).toContain('<p class="subtitle"><bdi><mark>Whales</mark></bdi></p>');
    expect(rowOf('2')).toContain('<span><bdi><mark>Whale</mark> Tales, 2</bdi></span>');
    for (const id of ['1', '2']) expect(rowOf(id)).not.toContain('class="matched"');
  });

  it('are shown with the name of their field in a further line if the row has none of them', () => {
    const rows = rowsOn('/search?q=whale');
    const lineOf = (id: string) => {
      const row = rows.find((one) => one.includes(`/item/show/${id}?`)) ?? '';
      return /<p class="matched">(.*?)<\/p>/.exec(row)?.[1];
    };
    expect(lineOf('3')).toBe(
      'Subject: <bdi><mark>Whaling</mark><span class="unbroken">\u00a0--</span> Fiction</bdi>',
    );
    expect(lineOf('4')).toMatch(
      /^About this title: <bdi>…Long before\. .*A <mark>whale<\/mark> &amp; a ship\.<\/bdi>$/,
    );
    expect(lineOf('5')).toBe('Also known as: <bdi>A <mark>Whale</mark> Voyage</bdi>');
    expect(lineOf('6')).toBe('Shelf: <bdi><mark>Whale</mark> room</bdi>');
    expect(getWhales('/search?q=whale&locale=de-DE').body).toContain('Regal: <bdi><mark>');
  });

  it('are shown in a further line that says more than the format, which the row shows', () => {
    const { body } = get('/search?q=large+print+mystery');
    const [, line] = /<p class="matched">(.*?)<\/p>/.exec(body) ?? [];
    expect(line).toBe('Genre: <bdi>Detective and <mark>mystery fiction</mark></bdi>');
    const { body: only } = get('/search?q=large+print');
    expect(only).toContain('Series: <bdi>Dover <mark>Large Print</mark> Classics</bdi>');
  });

  it('are not marked in a list of all titles, in a row that is no result, and on the page of a title', () => {
    for (const url of ['/search?q=*', '/', '/item/show/1?q=whale&result=1']) {
      expect(marksOf(getWhales(url).body)).toEqual([]);
    }
  });

  it('are only the words in the field of a search', () => {
    const [row, ...others] = rowsOn('/search?q=whale&search_type=author');
    expect(others).toEqual([]);
    expect(marksOf(row)).toEqual(['Whale']);
    expect(row).toContain('The &lt;Whale&gt;</bdi></a></h2>');
  });
});

describe('a search by title', () => {
  const getSea = createPageClient([
    catalogOf({
      titles: [
        book('1', 'Frankenstein'),
        book('2', 'Typee', { subjects: ['Frankenstein'], notes: ['Typees and whales'] }),
        book('3', 'A Peep at Typee', { popularity: 100 }),
      ],
    }),
  ]);
  const titlesOn = (url: string) =>
    [...getSea(url).body.matchAll(/<h2>(<a .*?)<\/h2>/g)].map(([, heading]) =>
      textOf(heading).trim(),
    );

  it('finds words only in titles, the title itself first', () => {
    expect(titlesOn('/search?q=frankenstein')).toHaveLength(2);
    expect(titlesOn('/search?q=frankenstein&search_type=title')).toEqual(['Frankenstein']);
    expect(titlesOn('/search?q=typee&search_type=title')).toEqual(['Typee', 'A Peep at Typee']);
    expect(titlesOn('/search?q=whales&search_type=title')).toEqual([]);
  });

  it('is in the menu, corrects misspelled words, and is kept in links', () => {
    const { body } = getSea('/search?q=frankenstien&search_type=title');
    expect(body).toContain('<option value="title" selected>Titles</option>');
    expect(textOf(body)).toContain('Showing results for frankenstein');
    expect(linksOf(body)).toContain('/item/show/1?q=frankenstien&search_type=title&result=1');
    expect(textOf(getSea('/item/show/1?q=frankenstien&search_type=title&result=1').body)).toContain(
      'Result 1 of 1',
    );
  });
});

describe('a results page with titles that match all words, and further titles', () => {
  const titles = [
    ...['One', 'Two', 'Three'].map((name) => book(name, name, { notes: ['Zorbal'] })),
    ...Array.from({ length: 30 }, (_, i) => book(`n${i}`, `Zorbul ${i}`)),
    book('dvd', 'Zorbol', { format: { id: 'DVD' } }),
  ];
  const getZorbal = createPageClient([catalogOf({ titles })]);
  const page = (more = '') => getZorbal(`/search?q=zorbal${more}`).body;
  const NOTICE = 'Some of the titles match zorbal less exactly.';

  it.each(['', '&sort=title', '&page=2', '&title_format=DVD'])(
    'has one list with a notice above it: %s',
    (more) => {
      const body = page(more);
      expect(body.match(/<ol class="rows"/g)).toHaveLength(1);
      expect(textOf(body)).toContain(NOTICE);
      expect(textOf(body)).not.toMatch(/No results/);
    },
  );

  it('has no notice if a filter leaves only titles that match all words', () => {
    const few = [...titles.slice(0, 3), book('dvd', 'Zorbol', { format: { id: 'DVD' } })];
    const { body } = createPageClient([catalogOf({ titles: few })])(
      '/search?q=zorbal&title_format=BK',
    );
    expect(textOf(body)).not.toMatch(/No results|Some of the titles/);
  });

  it('says that similar titles follow the title that a query names', () => {
    const facts = { subjects: ['Deserts'], primary_language: { name: 'English' } };
    const desert = [
      book('dune', 'Dune', facts),
      book('sand', 'Sand', facts),
      ...Array.from({ length: 20 }, (_, i) => book(`o${i}`, `Other ${i}`)),
    ];
    const getDesert = createPageClient([catalogOf({ titles: desert })]);
    const textsOf = (more: string) => textOf(getDesert(`/search?q=books+like+dune${more}`).body);
    expect(textsOf('')).toContain('Titles similar to Dune follow.');
    expect(textsOf('')).toMatch(/Dune.*Sand/s);
    expect(textsOf('&locale=de-DE')).toContain('Danach folgen Titel, die Dune ähnlich sind.');
    expect(textsOf('&sort=title')).not.toContain('Titles similar to');
    expect(textOf(getDesert('/search?q=dune').body)).not.toContain('Titles similar to');
  });

  it('does not say that it shows results for the typed words if no word was replaced', () => {
    const rowling = book('rowling', 'Magic', { authors: [{ name: 'J. K. Rowling' }] });
    const { body } = createPageClient([catalogOf({ titles: [rowling] })])(
      '/search?q=joanne+rowling',
    );
    expect(textOf(body)).toContain('No title has all the words in joanne rowling');
  });
});

describe('the counts on a results page', () => {
  it.each(['q=*', 'q=sea&title_format=BK', 'q=whale', 'q=fictoin', 'q=verne&search_type=author'])(
    'equal the counts in the API response: %s',
    (query) => {
      const { body } = get(`/search?${query}`);
      const params = new URLSearchParams(`${query}&library=alderwick&metadata=1`);
      const answer = searchTitles([alderwick], params, { baseUrl: '' });
      expect(body).toContain(`data-count="${answer.count}"`);
      const onPage = new Map(
        [
          ...body.matchAll(
            /<a href="[^"]*" data-key="((?!added)\w+:[^"]*)"[^>]*><bdi>.*?<\/bdi> <span class="count">([\d,]+)</g,
          ),
        ].map(([, key, count]) => [key, Number(count.replaceAll(',', ''))]),
      );
      const inAnswer = new Map(
        (answer.metadata?.narrow_bys ?? []).flatMap(({ id, narrow_tos }) =>
          narrow_tos.map((value) => [
            `${id}:${value.id}`
              .replaceAll('&', '&amp;')
              .replaceAll("'", '&#39;')
              .replaceAll('"', '&quot;'),
            value.count,
          ]),
        ),
      );
      expect(onPage).toEqual(inAnswer);
    },
  );
});

const plain = [book('1', 'Typee'), book('2', 'Omoo')];

function sortsOn(body: string): string[] {
  return Array.from(body.matchAll(/data-key="sort:(\w+)"/g), ([, sort]) => sort);
}

describe('the sort orders of results', () => {
  it('begin with the order of the volumes if exactly one series is chosen', () => {
    const volume = (id: string, number: string) =>
      book(id, `Title ${id}`, { series: [{ name: 'Sea', number }, { name: 'Sand' }] });
    const client = createPageClient([catalogOf({ titles: [volume('a', '10'), volume('b', '2')] })]);
    const rowsOf = (url: string) =>
      Array.from(client(url).body.matchAll(/<h2><a href="\/item\/show\/(\w)/g), ([, id]) => id);
    const { body } = client('/search?series=Sea');
    expect(sortsOn(body).slice(0, 2)).toEqual(['series', 'relevancy']);
    expect(body).toMatch(/data-key="sort:series" aria-current="true">Series order</);
    expect(rowsOf('/search?series=Sea')).toEqual(['b', 'a']);
    expect(body).toContain('<bdi>Sea, 2</bdi>');
    expect(client('/search?series=Sand').body).toContain('<span><bdi>Sand</bdi></span>');
    expect(rowsOf('/search?series=Sea&sort=title')).toEqual(['a', 'b']);
    const relevancy = linksOf(body).find((href) => href.includes('sort=relevancy')) ?? '';
    expect(rowsOf(relevancy)).toEqual(['a', 'b']);
    // Without exactly one series, another order than relevancy is not assumed.
    for (const url of [
      '/search?q=title&sort=series',
      '/search?series=Sea&series=Sand&sort=series',
    ]) {
      expect(client(url).status).toBe(200);
      expect(sortsOn(client(url).body)[0]).toBe('relevancy');
      expect(client(url).body).toMatch(/data-key="sort:relevancy" aria-current="true"/);
    }
  });

  it('sort authors by their family names', () => {
    const titles = ['Zoë Adams', 'Melville, Herman', 'Ann Zola'].map((name, i) =>
      book(`${i}`, 'T', { authors: [{ name }] }),
    );
    const { body } = createPageClient([catalogOf({ titles })])('/search?q=*&sort=author');
    expect(
      Array.from(body.matchAll(/id="result-\d+".*?\/item\/show\/(\d)/gs), ([, id]) => id),
    ).toEqual(['0', '1', '2']);
    expect(body).toMatch(/data-key="sort:author" aria-current="true"/);
  });

  it('leave out orders without a value in any title', () => {
    const { body } = createPageClient([catalogOf({ titles: plain })])('/search?q=*');
    expect(sortsOn(body)).toEqual(['relevancy', 'title', 'author', 'published_date', 'oldest']);
    expect(sortsOn(get('/search?q=sea').body)).toHaveLength(8);
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

  it.each([
    ['title:whale NOT author:melville', 'Title: whale, not Author: melville'],
    ['-title:(moby dick)', 'not Title: moby dick'],
    ['whale -melville', 'whale, not melville'],
    ['whale OR "south seas"', 'whale or "south seas"'],
    ['title:emma OR author:melville', 'Title: emma or Author: melville'],
    ['pubyear:1851', 'Publication date: 1851'],
    ['title:(emma OR whal*) subject:sea', 'Title: emma or whal*, Subject: sea'],
    ['genre:satire region:england', 'Genre: satire, Place: england'],
    ['notes:"large print" -format:DVD', 'Notes: "large print", not Format: DVD'],
    ['pubyear:[1850 TO *] -available:true', 'Publication date: from 1850, not Available now'],
  ])('has the words of a query in the query language: %s', (q, heading) => {
    const params = new URLSearchParams({ q, search_type: 'custom' });
    expect(headingOf(String(params)).replace(/^No results for /, '')).toBe(heading);
    const name = /<title>(.*?) – /.exec(get(`/feed?${params}`).body)?.[1];
    expect(unescapeHtml(name ?? '').replaceAll('&#34;', '"')).toBe(`New titles for ${heading}`);
  });

  it.each([
    'moby dick',
    '"moby dick"',
    'title:(whale -white)',
    'title:emma -(whale OR sea)',
    'title:whale (subject:sea OR author:melville)',
    'callnumber:F*',
    '"moby dick"~3',
    'pubyear:>1950 whale',
  ])('quotes a query that a list of words cannot express: %s', (q) => {
    const params = new URLSearchParams({ q, search_type: 'custom' });
    expect(headingOf(String(params))).toMatch(/^(?:Results|No results) for /);
    expect(headingOf(String(params))).toContain(q);
    expect(get(`/feed?${params}`).body).toContain(`New titles for “`);
  });

  it('has the words of a query in each language', () => {
    const params = new URLSearchParams({
      q: 'title:sea NOT author:melville',
      search_type: 'custom',
    });
    const headings = ['de-DE', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN'].map((locale) =>
      headingOf(`${params}&locale=${locale}`),
    );
    expect(headings).toEqual([
      'Titel: sea, nicht Verfasser: melville',
      'Título: sea, no Autor: melville',
      'Titre : sea, sauf Auteur : melville',
      'Заглавие: sea, кроме Автор: melville',
      '题名：sea，不含作者：melville',
    ]);
  });

  it('does not deny results that filters exclude', () => {
    expect(headingOf('q=sea&language=Elvish')).toBe('Results for sea');
    expect(headingOf('q=xyzzyqqq')).toBe('No results for xyzzyqqq');
    expect(headingOf('search_type=custom&q=title:xyzzyqqq+-author:melville')).toBe(
      'No results for Title: xyzzyqqq, not Author: melville',
    );
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

const getTypee = createPageClient([catalogOf({ titles })]);

/** Returns the folded editions of each result of a page, as markup. */
function foldsOn(body: string): string[] {
  return body.match(/<details class="editions".*?<\/details>/gs) ?? [];
}

describe('a page of results', () => {
  it('shows a work once, with its other editions folded under it, the latest first', () => {
    const { body } = getTypee('/search?q=typee');
    expect(body.match(/<li class="row"/g)).toHaveLength(2);
    expect(textOf(body)).toContain('2 works');
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
    const all = hrefOf(
      getTypee('/search?q=typee&view=compact').body,
      'Show all editions separately',
    );
    expect(all).toBe('/search?view=compact&library=harbour&q=typee&editions=all');
    const { body } = getTypee(all);
    expect(body.match(/<li class="row"/g)).toHaveLength(4);
    expect(foldsOn(body)).toEqual([]);
    expect(textOf(body)).toContain('4 titles Show each work once');
    expect(body).toContain('<input type="hidden" name="editions" value="all">');
    for (const link of linksOf(body)) {
      if (/^\/(item|search)/.test(link) && !link.includes('editions=all')) {
        expect(link).toBe('/search?view=compact&library=harbour&q=typee');
      }
    }
    expect(getTypee(hrefOf(body, 'Show each work once')).body).toContain('2 works');
  });

  it('has no word about works if no title has another edition among the results', () => {
    for (const url of [
      '/search?q=omoo',
      '/search?q=typee&title_format=EBOOK',
      '/search?q=xyzzyq',
    ]) {
      const { body } = getTypee(url);
      expect([body.includes('works'), body.includes('editions=all')]).toEqual([false, false]);
      expect(foldsOn(body)).toEqual([]);
    }
  });

  it('orders works by their best edition in a sort order', () => {
    const rows = (sort: string) =>
      [
        ...getTypee(`/search?q=typee&sort=${sort}`).body.matchAll(
          /<h2><a href="\/item\/show\/(\d)/g,
        ),
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
});
