import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { workKey } from '../../src/catalog/work-key.js';
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

  it('depends on the first author only', () => {
    const authors = [{ name: 'Jane Austen' }, { name: 'Seth Grahame-Smith' }];
    expect(keyOf('Emma', undefined, { authors })).toBe(keyOf('Emma', 'Austen, Jane'));
  });
});
