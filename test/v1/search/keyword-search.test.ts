import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import type { SearchTitlesParameters } from '../../../src/v1/schema/parameters.js';
import { SEARCH_TYPES } from '../../../src/v1/search/field-boosts.js';
import { keywordSearch } from '../../../src/v1/search/keyword-search.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

function by(author: string, more: Partial<Title> = {}): Partial<Title> {
  return { authors: [{ name: author }], ...more };
}

const shelf = catalogOf({
  titles: [
    book('hobbit', 'The Hobbit', by('J.R.R. Tolkien', { isbns: ['9780439023481'] })),
    book('art', 'The Art of The Hobbit', by('Wayne G. Hammond')),
    book('obrien', 'The Third Policeman', by("Flann O'Brien")),
    book('stone', "Harry Potter and the Sorcerer's Stone", by('J. K. Rowling')),
    book('email', 'The E-Mail Etiquette', by('Ann Woods')),
    book('pride', 'Pride & Prejudice', by('Jane Austen')),
    book('whale', 'The Whale Rider', by('Witi Ihimaera')),
    book('whales', 'Whales of the World', by('Phillip Clapham')),
    book('etranger', "L'Étranger", by('Albert Camus', { languages: [{ name: 'French' }] })),
    book('who', 'The Who', by('John Atkins')),
    book('it', 'It', by('Stephen King')),
    book('be', 'To Be or Not to Be', by('Ryan North')),
    book('hard', 'Hard Times', by('Charles Dickens')),
    book('tokyo', '東京都の歴史', by('山田太郎')),
    book('quran', 'القُرْآن الكريم'),
    book('leagues', '20,000 Leagues Under the Sea', by('Jules Verne')),
    book('alchemist', 'The Alchemist', by('Paulo Coelho')),
    book('sea', 'The Old Man and the Sea', by('Ernest Hemingway', { subjects: ['Fishing boats'] })),
  ],
});

function search(
  q: string,
  searchType: SearchTitlesParameters['search_type'] = 'keyword',
  catalog = shelf,
) {
  const params = { q, library: 'harbour', search_type: searchType, limit: 100 };
  const { body, relaxed } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
  return { ids: body.titles.map(({ id }) => id), relaxed };
}

describe('Keyword search', () => {
  it.each([
    ["o'brien", ['obrien']],
    ['o’brien', ['obrien']],
    ['obrien', ['obrien']],
    ['O BRIEN', ['obrien']],
    ['e-mail', ['email']],
    ['email', ['email']],
    ['e mail', ['email']],
    ['J.K. Rowling', ['stone']],
    ['J. K. Rowling', ['stone']],
    ['jk rowling', ['stone']],
    ['j k rowling', ['stone']],
    ['rowling, jk', ['stone']],
    ["sorcerer's stone", ['stone']],
    ['sorcerers stone', ['stone']],
    ['sorcerer stone', ['stone']],
    ['pride and prejudice', ['pride']],
    ['pride & prejudice', ['pride']],
    ['pride prejudice', ['pride']],
    ['0439023483', ['hobbit']],
    ['0-439-02348-3', ['hobbit']],
    ['978-0-439-02348-1', ['hobbit']],
    ['9780439023481', ['hobbit']],
    ['letranger', ['etranger']],
    ["l'etranger", ['etranger']],
    ['étranger', ['etranger']],
    ['20000 leagues', ['leagues']],
    ['20,000 leagues', ['leagues']],
    ['東京', ['tokyo']],
    ['京都', ['tokyo']],
    ['史', ['tokyo']],
    ['東', ['tokyo']],
    ['القران', ['quran']],
    ['boat', ['sea']],
    ['fished', ['sea']],
  ])('finds %s without relaxation', (typed, ids) => {
    expect(search(typed)).toEqual({ ids, relaxed: undefined });
  });

  it('finds the same titles with and without stop words', () => {
    const hobbits = search('hobbit').ids;
    expect(hobbits.sort()).toEqual(['art', 'hobbit']);
    for (const typed of ['the hobbit', 'a hobbit', 'hobbit of the', 'die hobbit']) {
      expect(search(typed).ids.sort()).toEqual(hobbits);
    }
  });

  it('requires all stop words of a query without other words', () => {
    const small = catalogOf({
      titles: [book('1', 'The And'), book('2', 'The Or'), book('3', 'And or of')],
    });
    expect(search('the and', 'keyword', small).ids).toEqual(['1']);
    expect(search('the', 'keyword', small).ids).toEqual(['1', '2']);
    expect(search('the who').ids[0]).toBe('who');
    expect(search('it').ids).toEqual(['it']);
    expect(search('to be or not to be').ids).toEqual(['be']);
  });

  it('ranks other inflections after the form that was typed', () => {
    expect(search('whale').ids).toEqual(['whale', 'whales']);
    expect(search('whales').ids).toEqual(['whales', 'whale']);
  });

  it('does not find other inflections of names without relaxation', () => {
    expect(search('wood', 'author')).toEqual({ ids: ['email'], relaxed: 'prefix' });
    expect(search('woods', 'author')).toEqual({ ids: ['email'], relaxed: undefined });
  });
});

describe('A title that equals the typed text, except for articles', () => {
  const popular = { popularity: 1e9 };
  const emmas = catalogOf({
    titles: [
      book('a', 'Emma Emma Emma', popular),
      book('b', 'The Emma', { sub_title: 'A Novel' }),
      book('c', 'Emma and Emma', { ...by('Emma Emma'), ...popular, subjects: ['Emma'] }),
      book('d', 'The Man Who Was Thursday'),
      book('e', 'Thursday Man: The Man Who Was a Man on Thursday', popular),
      book('f', 'Prejudice and Pride', popular),
      book('g', 'Pride and Prejudice'),
      book('h', 'Pride, Prejudice, and Other Flavors', popular),
    ],
  });

  it.each([
    ['emma', 'b'],
    ['the emma: a novel', 'b'],
    ['man who was thursday', 'd'],
    ['pride and prejudice', 'g'],
    ['prejudice and pride', 'f'],
  ])('is first for %s', (typed, first) => {
    expect(search(typed, 'keyword', emmas).ids[0]).toBe(first);
  });

  it('comes before a title with the same words in another order', () => {
    expect(search('pride and prejudice', 'keyword', emmas).ids.slice(0, 2)).toEqual(['g', 'f']);
  });
});

describe('The relaxation', () => {
  it.each([
    ['the hobb', 'prefix', ['hobbit', 'art']],
    ['harry pot', 'prefix', ['stone']],
    ['the e-mai', 'prefix', ['email']],
    ['hobit', 'typos', ['hobbit', 'art']],
    ['hobibt', 'typos', ['hobbit', 'art']],
    ['alcehmits', 'typos', ['alchemist']],
    ['hary poter stone', 'typos', ['stone']],
    ['tolkein hobbit', 'typos', ['hobbit']],
    ['hobbit austen', 'any', ['hobbit', 'pride', 'art']],
    ['pride zzzzz', 'any', ['pride']],
    ['hobbit xq of the', 'any', ['hobbit', 'art']],
  ])('of %s stops at the step %s', (typed, relaxed, ids) => {
    const result = search(typed);
    expect(result.relaxed).toBe(relaxed);
    expect(result.ids.sort()).toEqual([...ids].sort());
  });

  it('ranks titles that have more of the words first', () => {
    expect(search('old man xyzzy').ids[0]).toBe('sea');
  });

  it('ranks a title that is similar to the typed text first', () => {
    expect(search('teh hobbit').ids[0]).toBe('hobbit');
    expect(search('hobit').ids[0]).toBe('hobbit');
  });

  it('does not correct numbers that are not ISBNs', () => {
    expect(search('97904390')).toEqual({ ids: [], relaxed: undefined });
    expect(search('20001 leagues').relaxed).toBe('any');
  });

  it.each([
    ['author', 'tolk', 'prefix', ['hobbit']],
    ['author', 'hemingwai', 'typos', ['sea']],
    ['subject', 'fihsing', 'typos', ['sea']],
    ['author', 'hobit', undefined, []],
  ] as const)(
    'searches only the fields of search_type=%s, for %s',
    (searchType, typed, relaxed, ids) => {
      expect(search(typed, searchType)).toEqual({ ids, relaxed });
    },
  );
});

describe('A title in any script', () => {
  const titles = [
    ['english', 'To Be or Not to Be'],
    ['french', 'À la recherche du temps perdu'],
    ['german', 'Die unendliche Geschichte'],
    ['vietnamese', 'Truyện Kiều'],
    ['greek', 'Ο Μικρός Πρίγκιπας'],
    ['russian', 'Преступление и наказание'],
    ['hebrew', 'הנסיך הקטן'],
    ['arabic', 'الأمير الصغير'],
    ['hindi', 'छोटा राजकुमार'],
    ['thai', 'เจ้าชายน้อย'],
    ['chinese', '小王子與玫瑰'],
    ['japanese', '星の王子さま'],
    ['korean', '어린 왕자'],
    ['armenian', 'Փոքրիկ իշխանը'],
    ['georgian', 'პატარა უფლისწული'],
  ] as const;
  const everyScript = catalogOf({
    titles: [
      ...titles.map(([id, title]) => book(id, title)),
      ...titles.map(([id, title]) => book(`${id}-more`, `${title} ${title} 2`)),
    ],
  });

  it.each(titles)('is first for its text: %s', (id, title) => {
    for (const typed of [title, ` ${title.toUpperCase()}! `, title.normalize('NFD')]) {
      const { ids, relaxed } = search(typed, 'keyword', everyScript);
      expect([ids[0], relaxed]).toEqual([id, undefined]);
    }
  });
});

describe('An ISBN', () => {
  const isbns = catalogOf({
    titles: [
      book('x', 'Cats', { isbns: ['978-0-8044-2957-3'] }),
      book('ten', 'Dogs', { isbns: ['0439023483'] }),
      book('other', 'Birds', { isbns: ['9780439023498'] }),
      book('year', 'The Year 97804', { publication_date: '97804' }),
    ],
  });

  it.each([
    ['9780804429573', 'x'],
    ['978 0 8044 2957 3', 'x'],
    ['080442957X', 'x'],
    ['0-8044-2957-x', 'x'],
    ['ISBN 080442957X', 'x'],
    ['isbn: 978-0-8044-2957-3', 'x'],
    ['9780439023481', 'ten'],
    ['0439023483', 'ten'],
    ['9780439023481 9780439023481', 'ten'],
    ['ISBN13:9780439023481', 'ten'],
    ['isbn9780439023481', 'ten'],
  ])('written as %s finds only its book', (typed, id) => {
    expect(search(typed, 'keyword', isbns).ids).toEqual([id]);
  });

  it.each([
    ['978043902', 'prefix', ['other', 'ten']],
    ['97804390234', 'prefix', ['other', 'ten']],
    ['97808', 'prefix', ['x']],
    ['9780', undefined, []],
    ['04390234', 'typos', ['other', 'ten']],
    ['043902348', 'typos', ['ten']],
    ['439023483', undefined, ['ten']],
    ['9780439023482', 'typos', ['ten']],
    ['0439023482', 'typos', ['ten']],
    ['0439032483', undefined, []],
    ['9780439023504', undefined, []],
    ['https://shop.example/Hunger-Games/dp/0439023483/ref=sr_1?s=books', 'typos', ['ten']],
  ])('that begins with %s is found in the step %s', (typed, relaxed, ids) => {
    const result = search(typed, 'keyword', isbns);
    expect([...result.ids].sort()).toEqual(ids);
    expect(result.relaxed).toBe(relaxed);
  });
});

describe('The order of matches', () => {
  const ranked = catalogOf({
    titles: [
      book('a', 'Wind of the Sea and Willows'),
      book('b', 'Sea Wind and the Willows'),
      book('c', 'A Book', { subjects: ['Sea', 'Wind'] }),
      book('d', 'Another Book', { subjects: ['Sea', 'Wind'], popularity: 1e6 }),
      book('e', 'Third Book', { subjects: ['Sea', 'Wind'], popularity: 10 }),
    ],
  });

  it('puts titles with the typed phrase first', () => {
    expect(search('sea wind', 'keyword', ranked).ids.slice(0, 2)).toEqual(['b', 'a']);
    expect(search('wind of the sea', 'keyword', ranked).ids.slice(0, 2)).toEqual(['a', 'b']);
  });

  it('puts popular titles before titles that match equally well, but not before better matches', () => {
    expect(search('sea wind', 'keyword', ranked).ids.slice(2)).toEqual(['d', 'e', 'c']);
  });

  it('does not put a phrase before a match that is much more popular', () => {
    const two = catalogOf({
      titles: [
        book('phrase', 'Sea Wind and Other Very Long Stories of the Northern Coast in Winter'),
        book('popular', 'Wind and Sea Tales', { popularity: 1e6 }),
      ],
    });
    expect(search('sea wind', 'keyword', two).ids).toEqual(['popular', 'phrase']);
  });
});

describe('keywordSearch', () => {
  const catalog = catalogOf({
    titles: [
      book('perfume', 'Das Parfum', { authors: [{ name: 'Süskind, Patrick' }] }),
      book('bat', 'Flaggermusmannen', { authors: [{ name: 'Nesbø, Jo' }] }),
      book('city', 'Århus'),
      book('stranger', "L'Étranger"),
      book('child', 'Étranger au paradis'),
      book('fleece', "La toison d'or"),
      book('red', '紅樓夢'),
      book('stone', '红楼梦 石头记'),
      book('war', 'الحرب والسلام'),
      book('book', 'كتاب الحيوان'),
      book('poet', 'The Poet and the Pot'),
      book('variant', 'Collected Works', { alternate_authors: ['Ратсаби, Шалом', '曹雪芹'] }),
    ],
  });

  /** Returns the ids of the titles that a keyword search finds without relaxation. */
  function found(typed: string): string[] {
    const { documents, relaxed } = keywordSearch(catalog, typed, SEARCH_TYPES.keyword);
    return relaxed === undefined ? Array.from(documents, (n) => catalog.titles.id(n)) : [];
  }

  it.each([
    [['süskind', 'suskind', 'sueskind', 'SUESKIND'], ['perfume']],
    [['nesbø', 'nesbo', 'nesboe', 'Jo Nesboe'], ['bat']],
    [['århus', 'arhus', 'aarhus'], ['city']],
    [
      ["l'étranger", 'étranger', 'etranger', 'l etranger'],
      ['child', 'stranger'],
    ],
    [["toison d'or", 'toison dor', 'toison or'], ['fleece']],
    [
      ['紅樓夢', '红楼梦', '紅楼夢'],
      ['red', 'stone'],
    ],
    [['石頭記'], ['stone']],
    [['السلام', 'سلام', 'حرب'], ['war']],
    [['حيوان', 'الحيوان', 'الكتاب', 'كتاب'], ['book']],
    [['Ратсаби', '曹雪芹'], ['variant']],
  ])('finds the same titles by %j', (spellings, ids) => {
    for (const typed of spellings) {
      expect({ typed, ids: found(typed).sort() }).toEqual({ typed, ids });
    }
  });

  it.each(['pooet', 'poeet', 'suuskind', 'nesbu', 'لام'])('finds nothing by %s', (typed) => {
    expect(found(typed)).toEqual([]);
  });

  it('keeps ae, oe and ue of other words', () => {
    expect(found('pot')).toEqual(['poet']);
    expect(found('poet')).toEqual(['poet']);
    expect(catalog.titles.index.documentFrequency('pot')).toBe(1);
    expect(found('parfuem')).toEqual([]);
  });
});
