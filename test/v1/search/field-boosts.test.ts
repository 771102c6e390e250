import { describe, expect, it } from 'vitest';
import { explainSearchTitles } from '../../../src/v1/explain-search-titles.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const context = { baseUrl: 'https://api.example.org' };
const names = { en: 'Shelf' };
const catalogs = [
  catalogOf({
    library: { extra_fields: [{ name: 'shelf', from: 'extra.shelf', searched: true, names }] },
    titles: [
      book('1', 'Whales'),
      book('2', 'Emma', { subjects: ['Whales'] }),
      book('3', 'Omoo', { extra: { shelf: 'Whales' } }),
    ],
  }),
  catalogOf({ library: { id: 'hill' }, titles: [book('h', 'Mardi')] }),
];
const params = { q: 'whales', library: 'harbour' } as const;

function idsOf(boosts: Record<string, number>, more = {}): string[] {
  const body = searchTitles(catalogs, { ...params, ...more }, context, { boosts });
  return body.titles.map(({ id }) => id);
}

describe('boosts', () => {
  it('replace the default boosts of the named fields', () => {
    expect(idsOf({})).toEqual(['1', '2', '3']);
    expect(idsOf({ subject: 500 })).toEqual(['2', '1', '3']);
    expect(idsOf({ shelf: 900, subject: 500 })).toEqual(['3', '2', '1']);
    expect(idsOf({ shelf: 900 }, { search_type: 'custom' })).toEqual(['3', '1', '2']);
  });

  it('add no field to a search type', () => {
    expect(idsOf({ title: 900 }, { search_type: 'subject' })).toEqual(['2']);
  });

  it('multiply the scores that are explained', () => {
    const scoreOf = (boosts?: Record<string, number>) => {
      const { titles } = explainSearchTitles(catalogs, params, context, { boosts });
      return titles.find(({ id }) => id === '2')?.clauses[0].score ?? Number.NaN;
    };
    expect(scoreOf({ subject: 30 })).toBeCloseTo(10 * scoreOf(), 6);
  });

  it('are no parameter of a request', () => {
    const query = new URLSearchParams({ ...params, boosts: '{"subject":500}' });
    expect(searchTitles(catalogs, query, context).titles[0].id).toBe('1');
  });

  it.each([
    [
      { titel: 1 },
      /expected the names of fields, which are title, author, .*, shelf, found 'titel'; did you mean 'title'\?$/,
    ],
    [
      { title: 0 },
      /expected a number from 0\.001 to 1000 as the boost of title, found the number 0$/,
    ],
    [{ title: Number.NaN }, /as the boost of title, found the number NaN$/],
    [{ title: '3' }, /as the boost of title, found the string "3"$/],
    [null, /expected an object with boosts by field, found null$/],
    [['title'], /expected an object with boosts by field, found an array$/],
  ])(
    'are invalid if they name no known fields or are not numbers in range: %o',
    (boosts, found) => {
      const act = () => idsOf(boosts as Record<string, number>);
      expect(act).toThrow(TypeError);
      expect(act).toThrow(/^boosts: /);
      expect(act).toThrow(found);
    },
  );

  it('are invalid for an extra field that is not searched, with what to do', () => {
    const field = {
      name: 'display',
      from: 'extra.display',
      narrowing: true,
      names: { en: 'Display' },
    };
    const catalog = catalogOf({ library: { extra_fields: [field] } });
    const act = () => searchTitles([catalog], params, context, { boosts: { display: 2 } });
    expect(act).toThrow(
      "found 'display', an extra field without searched; add searched: true to the field in the library record, and build the snapshot again",
    );
  });

  it('may name an extra field of any open catalog', () => {
    expect(idsOf({ shelf: 2 }, { q: 'mardi', library: 'hill' })).toEqual(['h']);
  });
});
