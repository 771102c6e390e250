import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { workKey } from '../../src/snapshot/encoding/works-encoder.js';
import { book } from './catalog-of.js';

function keyOf(title: string, author?: string, more: Partial<Title> = {}): string {
  return workKey(book('1', title, { ...(author && { authors: [{ name: author }] }), ...more }));
}

describe('The key of a work', () => {
  it.each([
    ['a subtitle', 'The Hobbit', 'The Hobbit: or There and Back Again'],
    ['a leading article', 'The Hobbit', 'Hobbit'],
    ['case, accents and punctuation', 'Les Misérables', 'les misérables!'],
    ['a hyphen', 'Moby-Dick; or, The Whale', 'Moby Dick'],
  ])('is the same with and without %s', (_, a, b) => {
    expect(keyOf(a, 'J.R.R. Tolkien')).toBe(keyOf(b, 'Tolkien, J. R. R. (John Ronald), 1892-1973'));
  });

  it('omits an article only in the language of the title', () => {
    const german = { primary_language: { name: 'German' } };
    expect(keyOf('Die Verwandlung', 'Franz Kafka', german)).toBe(
      keyOf('Verwandlung', 'Franz Kafka'),
    );
    expect(keyOf('Die Hard')).not.toBe(keyOf('Hard'));
  });

  it('differs for other main titles and other first authors', () => {
    const keys = [
      keyOf('Emma', 'Jane Austen'),
      keyOf('Emma', 'Alexander McCall Smith'),
      keyOf('Emma'),
      keyOf('Persuasion', 'Jane Austen'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  describe.each([
    ['an organization', 'United States. Government Accountability Office', {}],
    ['an organization with a qualifier', 'Centers for Disease Control and Prevention (U.S.)', {}],
    ['no author, that is nonfiction', undefined, { fiction: false }],
    ['a person on a website', 'Cecire, Michael', { format: { id: 'WEBSITE' } }],
    ['no author in a serial', undefined, { format: { id: 'MAG' } }],
  ])('of a work by %s', (_, author, more) => {
    it('contains the whole title, because reports share main titles', () => {
      const keys = [
        keyOf('COVID-19', author, more),
        keyOf('COVID-19: brief update', author, more),
        keyOf('COVID-19: brief update', author, { ...more, sub_title: 'testimony' }),
        keyOf('COVID-19', author, { ...more, sub_title: 'data quality' }),
      ];
      expect(new Set(keys).size).toBe(keys.length);
    });

    it('is the same for editions with the same whole title', () => {
      expect(keyOf('The COVID-19: Brief update', author, more)).toBe(
        keyOf('Covid 19', author, { ...more, sub_title: 'brief update.' }),
      );
    });
  });

  it.each([
    ['Herman Melville', { fiction: false }],
    ['Wells, H. G. (Herbert George), 1866-1946', {}],
    ['Mrs. Gaskell', {}],
    [undefined, {}],
    [undefined, { fiction: true }],
  ])('of a work by %s contains no subtitle', (author, more) => {
    expect(keyOf('Kalevala: a poem', author, more)).toBe(
      keyOf('Kalevala', author, { ...more, sub_title: 'the land of heroes' }),
    );
  });

  it('differs for a subtitle with words of the name', () => {
    expect(keyOf('A: b', 'Navy. Corps (U.S.)')).not.toBe(keyOf('A', 'Navy. Corps B (U.S.)'));
  });

  it('depends on the first author only', () => {
    const authors = [{ name: 'Jane Austen' }, { name: 'Seth Grahame-Smith' }];
    expect(keyOf('Emma', undefined, { authors })).toBe(keyOf('Emma', 'Austen, Jane'));
  });
});
