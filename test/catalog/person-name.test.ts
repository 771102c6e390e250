import { describe, expect, it } from 'vitest';
import { filedName, nameByFamily, splitPersonName } from '../../src/catalog/person-name.js';

describe('splitPersonName', () => {
  it.each([
    ['Press, Frank, 1924-2020', 'Press', 'Frank'],
    ['Church, Frederic Edwin, 1826-1900', 'Church', 'Frederic Edwin'],
    ['Young, Neil', 'Young', 'Neil'],
    ['Young, Neil.', 'Young', 'Neil'],
    ['Vincent van Gogh', 'Gogh', 'Vincent van'],
    ['Shakespeare, William, 1564-1616', 'Shakespeare', 'William'],
    ['Shakespeare, William 1564-1616', 'Shakespeare', 'William'],
    ['Charles Dickens, 1812-1870', 'Dickens', 'Charles'],
    ['Smith, John, active 1850', 'Smith', 'John'],
    ['Smith, John, active 17th century', 'Smith', 'John'],
    ['Smith, John, 1936 March 11-', 'Smith', 'John'],
    ['Smith, John, 1936', 'Smith', 'John'],
    ['Smith, John, -1870', 'Smith', 'John'],
    ['Müller, Hans, geboren 1950', 'Müller', 'Hans'],
    ['Müller, Hans, 17. Jh.', 'Müller', 'Hans'],
    ['Dupont, Jean, 15..-1563?', 'Dupont', 'Jean'],
    ['Dupont, Jeanne, née en 1950', 'Dupont', 'Jeanne'],
    ['Толстой, Лев, род. 1828', 'Толстой', 'Лев'],
    ['Anna Comnena, fl. 1100', 'Comnena', 'Anna'],
    ['Plato, 428-348 B.C.', 'Plato', undefined],
    ['Seneca, 4 B.C.-65 A.D.', 'Seneca', undefined],
    ['Alexander, the Great, 356-323 B.C.', 'Alexander, the Great', undefined],
    ['עגנון, שמואל יוסף, 1888-1970', 'עגנון, שמואל יוסף', undefined],
    ['夏目, 漱石, 1867-1916', '夏目, 漱石', undefined],
  ])('leaves the dates of %s out', (name, family, given) => {
    expect(splitPersonName(name)).toEqual({ family, given });
  });

  it.each([
    '1564-1616',
    '20th Century Fox',
    'Maroon 5',
    'Blink-182',
    'Expo 67, Montréal',
    'Infantry Regiment, 442nd',
    'United States. Army. Infantry Regiment, 442nd',
    'World Bank, 1944-',
    'Conference on the Sea, 1985',
    'Knopf, Inc.',
    'Club, The',
    'Frank Press',
  ])('keeps the name %s as it is', (name) => {
    expect(splitPersonName(name)).toEqual({ family: name });
  });
});

it('reads long names of any form in linear time', () => {
  for (const part of ['a', 'a.', 'a ', ' ', 'A ', '1', '1-', ',', '.']) {
    const name = part.repeat(50_000);
    expect(filedName(name).byFamily.length).toBeLessThanOrEqual(name.length + 1);
  }
});

describe('filedName', () => {
  it.each([
    ['Charles Dickens', 'Dickens Charles', 'Charles Dickens'],
    ['Dickens, Charles, 1812-1870', 'Dickens Charles 1812-1870', 'Charles Dickens'],
    ['J.R.R.  Tolkien', 'Tolkien J R R', 'J R R Tolkien'],
    ['Лев Толстой', 'Толстой Лев', 'Лев Толстой'],
    ['يوسف زيدان', 'يوسف زيدان', 'زيدان يوسف'],
    ['עגנון, שמואל יוסף', 'עגנון שמואל יוסף', 'שמואל יוסף עגנון'],
    ['Homer', 'Homer', ''],
    ['World Bank, 1944-', 'World Bank 1944-', ''],
  ])('files %s by both names', (name, byFamily, byGiven) => {
    expect(filedName(name)).toEqual({ byFamily, byGiven });
  });
});

describe('nameByFamily', () => {
  it('inverts only names in direct order', () => {
    expect(nameByFamily('W. E. B. Du Bois, 1868-1963')).toBe('Du Bois, W. E. B., 1868-1963');
    expect(nameByFamily('Dickens, Charles, 1812-1870')).toBe('Dickens, Charles, 1812-1870');
    expect(nameByFamily('United States. Congress')).toBe('United States. Congress');
  });
});
