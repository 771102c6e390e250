import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { tracedSearch } from './traced-search.js';

/** Returns the fields of a title with these authors. */
function by(...names: readonly string[]): Partial<Title> {
  return { authors: names.map((name) => ({ name })) };
}

/** Titles of which each has words of its own, so that every word of the other titles is rare. */
const others = Array.from({ length: 40 }, (_, i) =>
  book(`other${i}`, `Common story word${i}`, { ...by(`Writer${i} Person${i}`), popularity: 10 }),
);

describe('A name that is written otherwise', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('crime', 'Crime and Punishment', by('Fyodor Dostoyevsky')),
      book('war', 'War and Peace', by('Leo Tolstoy')),
      book('ivan', 'Ivan Denisovich', by('Aleksandr Solzhenitsyn')),
      book('narnia', 'Prince Caspian', by('C.S. Lewis')),
      book('main', 'Main Street', by('Sinclair Lewis')),
      book('grief', 'A Grief Observed', {
        ...by('Clerk, N. W.'),
        alternate_authors: ['D. Hamilton Lewis'],
      }),
      book('dance', 'The Dance', by('Dora Lewis')),
      book('potter', 'Magic', by('Rowling, J. K.')),
      book('letranger', "L'Étranger", by('Albert Camus')),
      book('great', '大學 章句', by('Zhu Xi')),
    ],
  });

  it.each([
    ['dostoevskij', 'crime'],
    ['достоевский', 'crime'],
    ['толстой', 'war'],
    ['soljenitsyne', 'ivan'],
    ['clive staples lewis', 'narnia'],
    ['lewis clive staples', 'narnia'],
    ['joanne rowling', 'potter'],
    ['david hamilton lewis', 'grief'],
    ["l'etrnager", 'letranger'],
    ['大学章句', 'great'],
  ])('is found by %s', (typed, id) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect({ first: ids[0], relaxed }).toEqual({ first: id, relaxed: 'typos' });
  });

  it.each(['clive bernard lewis', 'martin staples lewis'])('is not found by %s', (typed) => {
    expect(tracedSearch(catalog, typed).relaxed).not.toBe('typos');
  });
});

describe('An abbreviation', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('fault', 'The Fault in Our Stars', { popularity: 900 }),
      book('game', 'A Game of Thrones', {
        ...by('George R.R. Martin'),
        series: [{ name: 'A Song of Ice and Fire', number: '1' }],
        popularity: 800,
      }),
      book('wild', 'Wild Cards', { ...by('George R.R. Martin'), popularity: 5 }),
    ],
  });

  it.each([
    ['tfios', ['fault']],
    ['grrm', ['game', 'wild']],
    ['tfios book', ['fault']],
  ])('of a popular title or author finds it: %s', (typed, ids) => {
    expect(tracedSearch(catalog, typed)).toEqual({ ids, relaxed: 'typos' });
  });

  it.each(['tfi', 'tfioz'])('is not read in %s', (typed) => {
    expect(tracedSearch(catalog, typed).ids).not.toEqual(['fault']);
  });
});

describe('A query with more words than a title has', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('austerlitz', 'Austerlitz', by('W.G. Sebald')),
      book('giver', 'The Giver', by('Lois Lowry')),
      book('alchemist', 'The Alchemist', by('Paulo Coelho')),
      book('gone', 'Gone', by('Michael Grant')),
      book('night', 'Night Story', by('Elie Person')),
      book('tower', 'The Dark Tower', by('Stephen King')),
      book('robots', 'Robots in the Garden of Dawn', by('Anna Clerk')),
    ],
  });

  it.each([
    ['sebald common word1 nature', 'austerlitz'],
    ['the giver study guide', 'giver'],
    ['Amazon: The Alchemist, anniversary: a fable about your dream: Coelho, Paulo', 'alchemist'],
    ['dawn robots story word1 common person2 writer3', 'robots'],
  ])('finds the title that %j means', (typed, id) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect({ has: ids.includes(id), relaxed }).toEqual({ has: true, relaxed: 'any' });
  });

  it.each([
    ['common zebra giraffe sebald giver', 'other1', 'a common word of a title'],
    ['giver sebald coelho gone', 'gone', 'a title of one word of four rare words'],
  ])('does not find by %j: %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids).not.toContain(id);
  });

  it('respells at most one word that the catalog contains', () => {
    expect(tracedSearch(catalog, 'dark towel').ids[0]).toBe('tower');
    expect(tracedSearch(catalog, 'darn tower').relaxed).toBe('typos');
    expect(tracedSearch(catalog, 'night tower').relaxed).toBe('any');
  });
});

describe('Words that were pasted', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('thief', 'The Book Thief'),
      book('percent', '100 Percent'),
      book('a', 'Trenches', { subjects: ['World War, 1914-1918 -- Fiction'] }),
      book('b', 'Fiction of the World War of 1914 to 1918 and Later', { subjects: ['Criticism'] }),
      book('c', 'Physics and Politics', { subjects: ['Political science'] }),
      book('d', 'Relativity', { subjects: ['Physics'] }),
    ],
  });

  it.each([
    ['the%20book%20thief', 'thief'],
    ['the+book%20thief', 'thief'],
    ['100% percent', 'percent'],
    ['100%ZZ percent%E0%A4%A', 'percent'],
    ['World War, 1914-1918 -- Fiction.', 'a'],
    ['world war, 1914-1918 -- fiction', 'a'],
  ])('are read as text: %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids[0]).toBe(id);
  });
});

describe('Call numbers', () => {
  const catalog = catalogOf({
    titles: [
      book('shelved', 'Animal Miracle', { ...by('Steven Hopp'), call_number: 'KING' }),
      book('stephen', 'It', by('Stephen King')),
      book('number', 'Shelved', { call_number: '813.54 KIN' }),
    ],
  });

  it('do not complete a query of several words', () => {
    expect(tracedSearch(catalog, 'steven king')).toEqual({ ids: ['stephen'], relaxed: 'typos' });
    expect(tracedSearch(catalog, 'miracle king').ids).not.toContain('stephen');
  });

  it.each([
    ['813.54 kin', 'number'],
    ['king', 'shelved'],
  ])('are searched for %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids).toContain(id);
  });
});

describe('The typed volume of a series', () => {
  const volume = (id: string, title: string, number: string) =>
    book(id, title, { series: [{ name: 'The Inheritance Cycle', number }] });
  const catalog = catalogOf({
    titles: [
      ...others,
      volume('eragon', 'Eragon', '1'),
      volume('eldest', 'Eldest', '2'),
      volume('box', 'Eragon and Eldest', '1-2'),
      volume('half', 'Between', '12.5'),
      volume('twelve', 'Twelfth', '12'),
    ],
  });

  it.each([
    ['eragon 2', 'eldest'],
    ['inheritance cycle 1', 'eragon'],
    ['inheritance cycle vol. 02', 'eldest'],
    ['second inheritance cycle book', 'eldest'],
    ['what is the first book in the inheritance cycle', 'eragon'],
    ['2nd inheritance cycle', 'eldest'],
    ['inheritance cycle 12', 'twelve'],
    ['inheritance cycle 12.5', 'half'],
    ['eragon', 'eragon'],
    ['cycle 2', 'eldest'],
    ['book 1 of inheritance', 'eragon'],
    ['last inheritance cycle book', 'twelve'],
    ['what is the final book in the inheritance cycle', 'twelve'],
    ['last eragon book', 'twelve'],
  ])('comes first: %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids[0]).toBe(id);
  });

  it('is not found by a number that no volume has', () => {
    expect(tracedSearch(catalog, 'eragon 7').ids).not.toContain('eldest');
  });

  it('comes before another volume and a box with the words in the title', () => {
    const olympians = (id: string, title: string, number: string) =>
      book(id, title, { series: [{ name: 'Percy Jackson and the Olympians', number }] });
    const percy = catalogOf({
      titles: [
        ...others,
        olympians('four', 'The Battle of the Labyrinth', '4'),
        olympians('half', 'Percy Jackson and the Sword of Hades', '4.5'),
        olympians('box', 'Percy Jackson Boxed Set', '1-4'),
      ],
    });
    for (const typed of ['percy jackson 4', 'percy jackson book four', 'book 4 of percy jackson']) {
      expect(tracedSearch(percy, typed).ids[0]).toBe('four');
    }
  });

  it('is not read from last in a title', () => {
    const last = catalogOf({
      titles: [...others, volume('eragon', 'Eragon', '1'), book('last', 'The Last Eragon')],
    });
    expect(tracedSearch(last, 'the last eragon')).toEqual({ ids: ['last'], relaxed: undefined });
  });
});

describe('A name with words that request a title', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('thief', 'The Thief', { popularity: 900 }),
      book('bookthief', 'The Book Thief', { popularity: 100 }),
      book('reader', 'The Reader', { popularity: 50 }),
      book('reaper', "Reaper's Gale", { popularity: 900 }),
      book('cranford', 'Cranford', by('Elizabeth Cleghorn Gaskell')),
      book('leprohon', 'The Poems of Mrs. Leprohon', { popularity: 900 }),
      book('dalloway', 'Mrs. Dalloway', { popularity: 10 }),
      book('jim', 'Lord Jim', { popularity: 10 }),
    ],
  });

  it.each([
    ['do you have the book thief', 'bookthief'],
    ['do you have the thief', 'thief'],
    ['audiobook the reader', 'reader'],
    ['i am looking for the reader', 'reader'],
    ['mrs gaskell', 'cranford'],
    ['mrs dalloway', 'dalloway'],
    ['mrs daloway', 'dalloway'],
    ['lord jim', 'jim'],
    ['mrs leprohon', 'leprohon'],
  ])('is found by %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids[0]).toBe(id);
  });
});

describe('A title in the plural or the singular', () => {
  const catalog = catalogOf({
    titles: [
      ...others,
      book('mill', 'The Miserable Mill', { popularity: 900 }),
      book('hugo', 'Les Misérables', { popularity: 900 }),
      book('road', 'The Roads', { popularity: 900 }),
      book('exact', 'The Road', { popularity: 10 }),
      book('hush', 'Hush, Hush', { popularity: 10 }),
      book('batman', 'Batman: Hush', { popularity: 900 }),
      book('monkey', 'What Happens When Monkey See, Monkey Do: A Study', { popularity: 10 }),
      book('zoo', 'Do You See a Monkey', { popularity: 900 }),
    ],
  });

  it.each([
    ['les miserable', 'hugo'],
    ['the road', 'exact'],
    ['the roads', 'road'],
    ['hush hush', 'hush'],
    ['monkey see monkey do', 'monkey'],
  ])('comes first: %s', (typed, id) => {
    expect(tracedSearch(catalog, typed).ids[0]).toBe(id);
  });
});

describe('A title with one of several unrelated words', () => {
  const catalog = catalogOf({
    titles: [...others, ...['Whales', 'Robots', 'Castles', 'Violins'].map((it) => book(it, it))],
  });

  it('is found if the word has a third of the weight, but not if it has a quarter', () => {
    const { ids, relaxed } = tracedSearch(catalog, 'whales robots castles');
    expect({ ids: [...ids].sort(), relaxed }).toEqual({
      ids: ['Castles', 'Robots', 'Whales'],
      relaxed: 'any',
    });
    expect(tracedSearch(catalog, 'whales robots castles violins').ids).toEqual([]);
  });
});
