import { describe, expect, it } from 'vitest';
import type { ExtraField } from '../../../src/catalog/records/library.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { highlight } from '../../../src/v1/highlight.js';
import { search } from '../../../src/v1/search.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';

interface Searched {
  readonly type?: 'keyword' | 'author' | 'custom';
  readonly extraFields?: readonly ExtraField[];
  readonly userTags?: readonly string[];
}

/** Returns the texts of the first hit that match, by field, with brackets around the words. */
function matchedIn(title: Partial<Title>, q: string, searched: Searched = {}): string[] {
  const { type = 'keyword', extraFields = [], userTags = [] } = searched;
  const catalog = catalogOf({
    library: { extra_fields: extraFields },
    titles: [{ ...book('1', 'Omoo'), ...title }, book('2', 'Zeta Zeta')],
    users: [{ id: '7', name: 'ann' }],
    userContent: userTags.map((tag) => ({
      user: '7',
      title: '1',
      content: [
        { content_type: { id: 'tag' }, content_data: tag, updated: '2026-01-01T00:00:00Z' },
      ],
    })),
  });
  const { hits } = search([catalog], { q, library: 'harbour', search_type: type });
  const matched = hits.find(({ id }) => id === '1')?.matched;
  if (matched === undefined) return ['not found'];
  return matched.map(
    (one) =>
      `${one.field}: ${highlight(one.text, [one], { startTag: '[', endTag: ']' }).replaceAll('&#39;', "'")}`,
  );
}

/** Returns the title with brackets around the words that match. */
function markedTitle(title: string, q: string, type?: Searched['type']): string {
  const [marked] = matchedIn({ title }, q, type && { type });
  return (marked ?? 'title: ').slice('title: '.length);
}

describe('The matched texts of a hit', () => {
  it('have the field, the whole text, the terms of the index, and the ranges of the words', () => {
    const title = book('1', 'Moby-Dick', { sub_title: 'The Whale', subjects: ['Whales', 'Sea'] });
    const catalog = catalogOf({ titles: [title] });
    const { hits } = search([catalog], { q: 'moby whale', library: 'harbour' });
    const matched = [
      { field: 'title', text: 'Moby-Dick', terms: ['moby'], ranges: [[0, 4]] },
      { field: 'title', text: 'The Whale', terms: ['whale'], ranges: [[4, 9]] },
      { field: 'subject', text: 'Whales', terms: ['whales'], ranges: [[0, 6]] },
    ];
    expect(hits[0].matched).toEqual(matched);
    expect(JSON.parse(JSON.stringify(hits[0])).matched).toEqual(matched);
    expect(structuredClone(hits[0]).matched).toEqual(matched);
    expect({ ...hits[0] }.matched).toBe(hits[0].matched);
  });

  it('are in the order of the boosts of their fields', () => {
    const catalog = openedCatalog('alderwick');
    const params = { q: 'whale', library: 'alderwick' };
    const fieldsOf = (boosts = {}) => [
      ...new Set(search([catalog], params, { boosts }).hits[0].matched.map(({ field }) => field)),
    ];
    const others = ['tag', 'contents', 'notes', 'summary'];
    expect(fieldsOf()).toEqual(['title', 'subject', ...others]);
    expect(fieldsOf({ tag: 20 })).toEqual(['tag', 'title', 'subject', ...others.slice(1)]);
  });

  it('come from the group of a title, in any order', () => {
    const titles = [book('1', 'Omoo', { format: { id: 'EBOOK' } }), book('2', 'Omoo, the Ebook')];
    const catalog = catalogOf({ titles });
    for (const sort of ['relevancy', 'title'] as const) {
      const { hits } = search([catalog], { q: 'ebook omoo', library: 'harbour', sort });
      const termsOf = (id: string) => hits.find((hit) => hit.id === id)?.matched[0].terms;
      expect([termsOf('1'), termsOf('2')]).toEqual([['omoo'], ['omoo', 'ebook']]);
    }
  });

  it('have ranges of words for every hit', () => {
    const catalog = openedCatalog('alderwick');
    for (const sort of ['relevancy', 'title', 'author'] as const) {
      for (const q of ['ebook frankenstein', 'sea', 'eats shoots']) {
        const { hits } = search([catalog], { q, library: 'alderwick', sort, limit: 100 });
        expect(hits.length).toBeGreaterThan(0);
        for (const { matched } of hits) {
          for (const { text, ranges } of matched) {
            expect(ranges.length).toBeGreaterThan(0);
            for (const [start, end] of ranges) expect(text.slice(start, end)).toMatch(/^\S/);
          }
        }
        expect(hits[0].matched).not.toEqual([]);
      }
    }
  });

  it.each<[what: string, title: string, q: string, marked: string]>([
    [
      'stop words only between matches',
      'Sea of Big the Whale',
      'sea of the whale',
      '[Sea] of Big the [Whale]',
    ],
    ['another inflection', 'The Whales of Whaling', 'whale', 'The [Whales] of [Whaling]'],
    ['accents', 'Les Misérables', 'miserables', 'Les [Misérables]'],
    ['decomposed accents', 'Les Mise\u0301rables', 'miserables', 'Les [Mise\u0301rables]'],
    ['typed accents', 'Les Miserables', 'misérables', 'Les [Miserables]'],
    ['an umlaut', 'Der Müller', 'mueller', 'Der [Müller]'],
    ['an umlaut without its dots', 'Der Müller', 'muller', 'Der [Müller]'],
    ['ligatures', 'Æsop ﬁnds', 'aesop finds', '[Æsop ﬁnds]'],
    ['Chinese words, simplified', '中国红楼梦研究', '紅樓夢', '中国[红楼梦]研究'],
    ['a Chinese character', '中国红楼梦', '红', '中国[红]楼梦'],
    ['characters outside the BMP', 'The 𐐷𐐷 Book', '𐐷𐐷', 'The [𐐷𐐷] Book'],
    ['an apostrophe', "Joyce O'Brien", 'obrien', "Joyce [O'Brien]"],
    ['a possessive', "Alice's Adventures", 'alice', "[Alice's] Adventures"],
    ['joined words', 'Moby-Dick Tales', 'mobydick', '[Moby-Dick] Tales'],
    ['split words', 'Mobydick Tales', 'moby dick', '[Mobydick] Tales'],
    ['an incomplete last word', 'Moby-Dick Whaling', 'moby whali', '[Moby]-Dick [Whaling]'],
    ['a misspelled word', 'Frankenstein Lives', 'frankenstien', '[Frankenstein] Lives'],
    ['number words', 'Nineteen Eighty-Four', '1984', '[Nineteen Eighty-Four]'],
    ['numbers', 'War in 1984', 'nineteen eighty four', 'War in [1984]'],
    ['a synonym', 'Second World War Tales', 'wwii', '[Second World War] Tales'],
    [
      'stop words between words',
      'The Lord of the Rings',
      'lord of the rings',
      'The [Lord of the Rings]',
    ],
    [
      'stop words in another order',
      'The Lord of the Rings',
      'rings of the lord',
      'The [Lord of the Rings]',
    ],
    [
      'no other stop words',
      'Of Whales and the Sea',
      'the whales of war sea',
      'Of [Whales] and the [Sea]',
    ],
    ['stop words alone', 'The Of', 'the of', '[The Of]'],
    ['words with entities', 'A & B <War>', 'war', 'A &amp; B &lt;[War]&gt;'],
  ])('mark %s', (_, title, q, marked) => {
    expect(markedTitle(title, q)).toBe(marked);
  });

  it.each<[what: string, title: string, q: string, marked: string]>([
    ['a wildcard', 'Whales, Whaling, Wharf', 'wha?ing whar*', 'Whales, [Whaling, Wharf]'],
    [
      'a phrase only where it is',
      'White Whale, Whale White',
      '"white whale"',
      '[White Whale], Whale White',
    ],
    ['words near each other', 'White and Red Whale', '"whale white"~3', '[White] and Red [Whale]'],
    ['no excluded words', 'Whale Ship', 'whale NOT moby', '[Whale] Ship'],
    ['no alternative that does not match', 'Sea Ship', 'sea OR (ship AND whale)', '[Sea] Ship'],
    ['no words of other fields', 'Melville', 'melville format:BK', '[Melville]'],
  ])('mark %s in a custom search', (_, title, q, marked) => {
    expect(markedTitle(title, q, 'custom')).toBe(marked);
  });

  it('are only texts of the searched fields', () => {
    const melville = { title: 'Melville', authors: [{ name: 'Herman Melville' }] };
    expect(matchedIn(melville, 'author:melville', { type: 'custom' })).toEqual([
      'author: Herman [Melville]',
    ]);
    expect(matchedIn(melville, 'melville', { type: 'author' })).toEqual([
      'author: Herman [Melville]',
    ]);
    expect(matchedIn(melville, 'melville')).toEqual([
      'title: [Melville]',
      'author: Herman [Melville]',
    ]);
  });

  it('do not contain values that a query names', () => {
    const ebook = { title: 'Omoo', format: { id: 'EBOOK' } };
    expect(matchedIn(ebook, 'ebook omoo')).toEqual(['title: [Omoo]']);
    expect(matchedIn(ebook, 'ebook')).toEqual([]);
    expect(matchedIn({ ...ebook, title: 'The Ebook' }, 'ebook')).toEqual(['title: The [Ebook]']);
    expect(matchedIn(ebook, '*')).toEqual([]);
  });

  it('are texts as in the record, also of fields with another indexed form', () => {
    const record: Partial<Title> = {
      series: [{ name: 'Inheritance Cycle', number: '02' }],
      isbns: ['0-439-02348-3'],
      identifiers: [{ type: 'lccn', value: 'sn85012345' }],
      call_number: 'F MEL 813',
      contents: ['A whale', 'A ship'],
      extra: { shelf: 'Stormy' },
    };
    expect(matchedIn(record, 'inheritance 2')).toEqual([
      'series: [Inheritance] Cycle',
      'series: [02]',
    ]);
    expect(matchedIn(record, '9780439023481')).toEqual(['identifier: [0-439-02348-3]']);
    expect(matchedIn(record, '85-12345')).toEqual(['identifier: [sn85012345]']);
    expect(matchedIn(record, 'whale')).toEqual(['contents: A [whale]']);
    const shelf = { name: 'shelf', from: 'extra.shelf', searched: true, names: { en: 'Shelf' } };
    expect(matchedIn(record, 'stormy', { extraFields: [shelf] })).toEqual(['shelf: [Stormy]']);
    expect(matchedIn({}, 'seafaring', { userTags: ['Seafaring tales'] })).toEqual([
      'tag: [Seafaring] tales',
    ]);
  });

  it('can be a phrase that begins in the title and ends in the subtitle', () => {
    const title = { title: 'The White', sub_title: 'Whale Hunt' };
    expect(matchedIn(title, '"white whale"', { type: 'custom' })).toEqual([
      'title: The [White]',
      'title: [Whale] Hunt',
    ]);
  });
});
