import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorKey,
  hasForenames,
  nameFormKey,
  nameKeys,
  seriesKey,
} from '../../src/catalog/comparison-keys.js';
import '../random-seed.js';

describe('The key of an author', () => {
  it.each([
    ['Wells, H. G. (Herbert George), 1866-1946', 'h g wells'],
    ['Wells, H.G.', 'HG Wells'],
    ['Rowling, J. K.', 'jk rowling'],
    ['Christie, Agatha, Dame', 'dame agatha christie'],
    ['Doyle, Arthur Conan, Sir, 1859-1930', 'arthur conan doyle'],
    ['García Márquez, Gabriel', 'gabriel garcia marquez'],
    ['Достоевский, Фёдор', 'федор достоевский'],
    ['村上春樹', '村上春树'],
    ["O'Brien, Flann", 'flann obrien'],
  ])('of %s equals the key of %s', (a, b) => {
    expect(authorKey(a)).toBe(authorKey(b));
  });

  it.each([
    ['Agatha Christie', 'Agatha'],
    ['Stephen King', 'Stephen Kings'],
    ['H. G. Wells', 'Orson Welles'],
  ])('of %s differs from the key of %s', (a, b) => {
    expect(authorKey(a)).not.toBe(authorKey(b));
  });

  it.each(['', '!?', '1866-1946', '(Herbert)', 'Sir'])('of %j is empty', (name) => {
    expect(authorKey(name)).toBe('');
  });

  it('is the same for the words of a name in any order', () => {
    const names = fc.array(fc.stringMatching(/^[A-Z][a-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, (words) => {
        const [last, ...others] = words.toReversed();
        expect(authorKey(`${last}, ${others.join(' ')}`)).toBe(authorKey(words.join(' ')));
      }),
    );
  });
});

describe('The key of a series', () => {
  it.each([
    ['Discworld', 'DISCWORLD!'],
    ['Les Rougon-Macquart', 'les rougon macquart'],
  ])('of %s equals the key of %s', (a, b) => {
    expect(seriesKey(a)).toBe(seriesKey(b));
  });

  it('keeps the order of words', () => {
    expect(seriesKey('Game of Thrones')).not.toBe(seriesKey('Thrones of Game'));
  });

  it('is empty for a name without words', () => {
    expect(seriesKey(' ! ')).toBe('');
  });
});

describe('The keys of the names of a title', () => {
  it('are those of its authors and series, each once', () => {
    expect(
      nameKeys({
        authors: [{ name: 'Wells, H. G.' }, { name: '?' }],
        alternate_authors: ['H. G. Wells', 'Уэллс'],
        series: [{ name: 'The Time Machine', number: '1' }],
        alternate_series: ['Zeitreisen'],
      }),
    ).toEqual(
      new Set([
        'author hg wells',
        'surname wells',
        'initial h wells',
        'author уэллс',
        'surname уэллс',
        'series thetimemachine',
        'series timemachine',
        'series zeitreisen',
      ]),
    );
    expect([...nameKeys({ authors: [{ name: 'United States. Congress' }] })]).toEqual([
      'author congress states united',
    ]);
    expect([...nameKeys({ authors: [{ name: 'Homer, 750-650 BC' }] })]).toEqual([
      'author homer',
      'surname homer',
    ]);
    expect(nameKeys({})).toEqual(new Set());
  });
});

describe('The forenames of a name', () => {
  it.each([
    ['C. S. Lewis', 'clive staples', 'lewis', true],
    ['Lewis, C. S. (Clive Staples), 1898-1963', 'clive staples', 'lewis', true],
    ['Clive Staples Lewis', 'c s', 'lewis', true],
    ['Robert Louis Stevenson', 'robert lewis', 'stevenson', true],
    ['J. K. Rowling', 'joanne', 'rowling', true],
    ['Jane Rowling', 'joanne', 'rowling', false],
    ['C. S. Lewis', 'clive martin', 'lewis', false],
    ['C. S. Lewis', 'sinclair', 'lewis', false],
    ['C. S. Lewis', 'clive staples', 'lewes', false],
    ['Homer', 'h', 'homer', false],
  ])('of %s and %s %s are the same: %s', (name, forenames, surname, expected) => {
    expect(hasForenames(name, forenames.split(' '), surname)).toBe(expected);
  });
});

describe('The key of the forms of a name', () => {
  it.each([
    ['Wells, H. G., 1866-1946', 'WELLS, H.G., 1866-1946.'],
    ['Wells, H. G., 1866-1946', 'Wells H G 1866\u20131946'],
    ['King, Stephen, 1947-', 'King, Stephen, 1947'],
    ["O'Brien, Tim", 'O’Brien, Tim.'],
    ['O\u00b4Brien, Tim', "O'Brien, Tim"],
    ['Gogolʹ, Nikolaĭ', "Gogol', Nikolai\u0306"],
    ['Le Guin, Ursula K.', 'LeGuin, Ursula K'],
    ['Strauß, Botho', 'STRAUSS, BOTHO'],
    ['Σοφοκλής', 'ΣΟΦΟΚΛΉΣ'],
    ['列夫·托尔斯泰', '列夫．托尔斯泰'],
    ['Blink-182', 'Blink 182'],
  ])('is the same for %s and %s', (a, b) => {
    expect(nameFormKey(a)).toBe(nameFormKey(b));
  });

  it.each([
    ['Dumas, Alexandre, 1802-1870', 'Dumas, Alexandre, 1824-1895'],
    ['Dumas, Alexandre, 1802-1870', 'Dumas, Alexandre'],
    ['Hart, Ann, 1950-', 'Hart, Ann, -1950'],
    ['Hart, Ann, 180-1870', 'Hart, Ann, 1801-870'],
    ['Hart, Ann, b. 1950', 'Hart, Ann, d. 1950'],
    ['Muller, Karl', 'Müller, Karl'],
    ['Wells, H. G.', 'Wells, H. G. (Herbert George)'],
    ['!!!', '???'],
  ])('differs for %s and %s', (a, b) => {
    expect(nameFormKey(a)).not.toBe(nameFormKey(b));
  });
});
