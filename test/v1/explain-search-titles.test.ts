import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import {
  explainSearchTitles,
  type TitleExplanation,
  type TitlesExplanation,
} from '../../src/v1/explain-search-titles.js';
import type { SearchTitlesParameters } from '../../src/v1/schema/parameters.js';
import { searchTitles, traceSearchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { expectClose } from '../search/same-answer.js';
import { openedCatalog } from '../shared-data.js';
import { searchesIn } from './random-searches.js';

const context = { baseUrl: 'http://localhost' };
const demo = openedCatalog('alderwick');
const demoTitles = Array.from({ length: demo.titles.size }, (_, i) => demo.titles.get(i));

function by(author: string, more: Partial<Title> = {}): Partial<Title> {
  return { authors: [{ name: author }], ...more };
}

const holdings = [{ branch: 'M', status: 'AVAILABLE' }];

const shelf = catalogOf({
  titles: [
    book(
      '1',
      'Moby-Dick',
      by('Herman Melville', { description: 'A whale', popularity: 90, holdings }),
    ),
    book('2', 'Moby-Dick', { format: { id: 'LPRINT' }, ...by('Herman Melville') }),
    book('3', 'Whales of the World', by('Phillip Clapham')),
    book('4', 'The Color Purple', { series: [{ name: 'Discworld', number: '3' }] }),
    book('5', 'Sourcery', { series: [{ name: 'Discworld', number: '5' }] }),
    book('6', 'Nineteen Eighty-Four', by('George Orwell')),
    book('8', 'Sueskind Letters', by('Patrick Sueskind')),
  ],
});

type Parameters = Partial<SearchTitlesParameters>;

function explain(
  q: string,
  search_type: Parameters['search_type'] = 'keyword',
  more: Parameters = {},
) {
  const params = { q, library: shelf.library.id, search_type, ...more };
  return explainSearchTitles([shelf], params, context);
}

/** Returns the explanation of the first title that a search finds. */
function firstOf(q: string, search_type?: Parameters['search_type']): TitleExplanation {
  return explain(q, search_type).titles[0];
}

function productOf({ clauses, matchedTerms, boosts }: TitleExplanation): number {
  const sum = clauses.reduce((total, { score }) => total + score, 0);
  return boosts.reduce((product, { factor }) => product * factor, sum * matchedTerms);
}

describe('explainSearchTitles', () => {
  it('explains the order and the scores of random searches', () => {
    fc.assert(
      fc.property(searchesIn('alderwick', demoTitles), ({ sort: _, ...params }) => {
        const limited = new URLSearchParams({ ...params, limit: '8' });
        const explanation = explainSearchTitles([demo], limited, context);
        const { body, relaxed, countWithoutRelaxation } = traceSearchTitles(
          [demo],
          limited,
          context,
        );
        expect(explanation.titles.map(({ id }) => id)).toEqual(body.titles.map(({ id }) => id));
        expect(explanation).toMatchObject({ count: body.count, countWithoutRelaxation });
        expect(explanation.relaxed).toBe(relaxed);
        explanation.titles.forEach((title, i) => {
          expect(title.place).toBe((body.page - 1) * body.limit + i + 1);
          expectClose(productOf(title), title.score);
          for (const { fields, score } of title.clauses) {
            const sum = fields.reduce((total, field) => total + field.score, 0);
            if (fields.length > 0) expectClose(sum, score);
          }
        });
      }),
      { numRuns: runs(150) },
    );
  });

  it.each([
    ['melville', 'melville', 'typed', 'melville'],
    ['whale', 'whale', 'inflection', 'whales'],
    ['colour', 'colour', 'synonym', 'color'],
    ['1984', '1984', 'number', 'nineteen eighty four'],
    ['süskind', 'suskind', 'spelled_out', 'sueskind'],
    ['orwel', 'orwel', 'prefix', 'orwell'],
    ['melvile', 'melvile', 'spelling', 'melville'],
    ['purplecolor', 'purplecolor', 'split', 'purple color'],
    ['dis cworld', 'dis cworld', 'joined', 'discworld'],
  ])('explains which form of a word matches: %s', (q, text, kind, matched) => {
    const title = explain(q).titles.find(({ clauses }) => clauses[0].kind === kind);
    expect(title?.clauses[0]).toMatchObject({ text, kind, matched });
  });

  it.each([
    ['the world', 'optional', 'the'],
    ['moby dick', 'title_phrase', 'moby dick'],
    ['herman melville', 'author_phrase', 'herman melville'],
    ['discworld 3', 'series_volume', 'discworld 3'],
    ['large print melville', 'named_value', 'large print'],
    ['sour cery', 'whole_name', ''],
  ])('explains a clause that is not required: %s', (q, kind, text) => {
    const clauses = explain(q).titles.flatMap((title) => title.clauses);
    expect(clauses).toContainEqual(expect.objectContaining({ kind, text }));
  });

  it.each([
    ['moby dick', 'exact_title'],
    ['herman melville', 'exact_author'],
    ['discworld', 'exact_series'],
    ['dick moby', 'same_words'],
    ['1984', 'variant'],
    ['do you have sourcery please', 'contained_title'],
    ['do you have anything from george orwell', 'contained_author'],
    ['sourcer', 'similar_title'],
    ['melville', 'popularity'],
    ['melville', 'edition'],
  ])('names the boosts of a title: %s', (q, kind) => {
    const [{ boosts }] = explain(q).titles;
    expect(boosts).toContainEqual({ kind, factor: expect.any(Number) });
    expect(boosts.map(({ factor }) => factor)).not.toContain(1);
  });

  it('counts the words that match, but not the optional words', () => {
    expect(firstOf('sourcery').matchedTerms).toBe(1);
    expect(firstOf('whales of the world').matchedTerms).toBe(2);
  });

  it('returns the words of a query, and the words that it leaves out', () => {
    expect(explain('the discworld book three').query).toEqual({
      words: [
        { text: 'the', count: 2, isOptional: true, alternatives: [] },
        { text: 'discworld', count: 2, isOptional: false, alternatives: [] },
        { text: 'book', count: 0, isOptional: true, alternatives: [] },
        {
          text: 'three',
          count: 1,
          isOptional: false,
          volume: '3',
          alternatives: [{ kind: 'number', text: '3' }],
        },
      ],
      leftOut: [],
    });
    const { query } = explain('do you have sourcery');
    expect(query?.words.map(({ text }) => text)).toEqual(['sourcery']);
    expect(query?.leftOut).toEqual(['do', 'you', 'have']);
  });

  it('returns the step of relaxation and the group of each title', () => {
    const all = explain('melville');
    expect(all).not.toHaveProperty('relaxed');
    expect(all.titles.map(({ group }) => group)).toEqual(['all_words', 'all_words']);
    const relaxed = explain('melvile');
    expect(relaxed).toMatchObject({ relaxed: 'typos', countWithoutRelaxation: 0 });
    expect(relaxed.titles.map(({ group }) => group)).toEqual(['typos', 'typos']);
  });

  it('returns the group of each title of a search that is relaxed because it finds few titles', () => {
    const titles = [
      book('a', 'Cooking', { notes: ['Frankenstien'] }),
      book('b', 'Frankenstein', by('Mary Shelley')),
    ];
    const catalog = catalogOf({ titles });
    const params = { q: 'frankenstien', library: catalog.library.id };
    const explanation = explainSearchTitles([catalog], params, context);
    expect(explanation).toMatchObject({ relaxed: 'typos', countWithoutRelaxation: 1, count: 2 });
    expect(explanation.titles.map(({ id, group }) => [id, group])).toEqual([
      ['b', 'typos'],
      ['a', 'all_words'],
    ]);
    const trace = traceSearchTitles([catalog], params, context);
    expect(trace).toMatchObject({ relaxed: 'typos', countWithoutRelaxation: 1 });
  });

  it('names the values of a title, of the values that the query names', () => {
    const { titles, namedValues } = explain('hardcover large print melville');
    const named = titles.map(({ clauses }) => clauses.find(({ kind }) => kind === 'named_value'));
    expect(named).toMatchObject([
      { text: 'hardcover large print', matched: 'Book', fields: [] },
      { text: 'hardcover large print', matched: 'Large Print', fields: [] },
    ]);
    expect(namedValues?.map(({ text }) => text)).toEqual(['hardcover', 'large print']);
    expect(titles.map(({ group }) => group)).toEqual(['named_value', 'named_value']);
  });

  it('explains custom searches', () => {
    const found = explain('title:"moby dick" AND format:BK AND summary:wha*', 'custom');
    expect(found).not.toHaveProperty('query');
    expect(found.titles[0].clauses.map(({ kind, text }) => [kind, text])).toEqual([
      ['phrase', 'moby dick'],
      ['filter', 'Book'],
      ['wildcard', 'wha*'],
    ]);
  });

  it('explains the query for every title', () => {
    expect(firstOf('*')).toMatchObject({ clauses: [{ kind: 'all', score: 1 }], matchedTerms: 1 });
  });

  it.each<[string, Parameters, TitlesExplanation['steps']]>([
    ['moby dick', {}, [{ name: 'all_words', count: 2 }]],
    [
      'melvile',
      {},
      [
        { name: 'all_words', count: 0 },
        { name: 'prefix', count: 0 },
        { name: 'typos', count: 2 },
      ],
    ],
    [
      'large print melville',
      {},
      [
        { name: 'all_words', count: 0 },
        { name: 'named_value', count: 1 },
      ],
    ],
    [
      'xyzzy',
      {},
      ['all_words', 'prefix', 'typos', 'any'].map((name) => ({ name, count: 0 })) as never,
    ],
  ])('returns the queries that were tried, with their counts: %s', (q, more, steps) => {
    expect(explain(q, 'keyword', more).steps).toEqual(steps);
  });

  it('returns the groups after narrowing', () => {
    const { groups } = explain('melville', 'keyword', { title_format: 'LPRINT' });
    expect(groups).toEqual([{ name: 'all_words', count: 1 }]);
  });

  describe('for a title', () => {
    function explainTitle(id: string, q: string, more: Parameters = {}) {
      const params = { q, library: shelf.library.id, ...more };
      return explainSearchTitles([shelf], params, context, { title: id });
    }

    it('returns its place, also on another page', () => {
      const { title, missing, titles } = explainTitle('2', 'melville', { limit: 1 });
      expect(titles).toHaveLength(1);
      expect(title).toMatchObject({ id: '2', place: 2, clauses: [{ text: 'melville' }] });
      expect(missing).toBeUndefined();
    });

    it.each<[string, string, Parameters, readonly string[], readonly string[]]>([
      ['3', 'the moby dick', {}, ['moby', 'dick'], []],
      ['1', 'melville', { title_format: 'LPRINT' }, [], ['title_format']],
      ['1', 'melville', { title_format: 'BK', available_at: ['N'] }, [], ['available_at']],
      ['3', 'melville', { title_format: 'LPRINT' }, ['melville'], ['title_format']],
      ['1', 'large print melville', {}, ['large print'], []],
      ['2', 'large print sourcery', {}, ['sourcery'], []],
      ['3', 'title:moby', { search_type: 'custom' }, [], []],
    ])(
      '%s says which words it lacks, and which narrowings exclude it: %s',
      (id, q, more, words, names) => {
        const { title, missing } = explainTitle(id, q, more);
        expect(title).toBeUndefined();
        expect(missing).toMatchObject({ id, missingWords: words, excludedBy: names });
      },
    );

    it('returns 404 for an unknown id', () => {
      expect(() => explainTitle('x', 'melville')).toThrow("No title 'x' found.");
    });
  });

  it('continues the places on the next page', () => {
    const params = { limit: 1, page: 2 };
    const request = { q: 'melville', library: shelf.library.id, ...params };
    const body = searchTitles([shelf], request, context);
    const { titles, page, pages } = explain('melville', 'keyword', params);
    expect({ page, pages }).toEqual({ page: 2, pages: 2 });
    expect(titles).toMatchObject([{ place: 2, id: body.titles[0].id }]);
  });

  it('rejects other sort orders and invalid parameters', () => {
    expect(() => explain('melville', 'keyword', { sort: 'title' })).toThrow(
      "parameter 'sort': expected relevancy, found 'title'",
    );
    // @ts-expect-error: not a value of search_type
    expect(() => explain('melville', 'title')).toThrow("parameter 'search_type'");
  });
});
