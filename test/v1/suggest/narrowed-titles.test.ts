import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collationLetters } from '../../../src/base/collation.js';
import { titleKey } from '../../../src/catalog/comparison-keys.js';
import { narrowingValues } from '../../../src/catalog/narrowings.js';
import { createApi } from '../../../src/v1/create-api.js';
import { search } from '../../../src/v1/search.js';
import { type Suggestion, suggest } from '../../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';
import { EXTRA_FIELDS, randomTitles } from '../random-searches.js';
import { refused } from '../thrown-api-error.js';

const dvd = { format: { id: 'DVD' } };
const catalog = catalogOf({
  library: { extra_fields: EXTRA_FIELDS },
  titles: [
    book('1', 'Moby-Dick', { authors: [{ name: 'Melville, Herman' }], popularity: 90 }),
    book('2', 'Money', { authors: [{ name: 'Amis, Martin' }], extra: { shelf: 'Window' } }),
    book('3', 'Omoo', { authors: [{ name: 'Melville, Herman' }], popularity: 5 }),
    book('4', 'Moby-Dick', { authors: [{ name: 'Melville, Herman' }], ...dvd }),
    book('5', 'Mona Lisa', { authors: [{ name: 'Molina, Ann' }], ...dvd }),
    ...Array.from({ length: 40 }, (_, i) => book(`a${i}`, `Model ${i}`, { popularity: 100 })),
  ],
});

function suggested(q: string, more: object = {}): string[] {
  const { suggestions } = suggest([catalog], { q, library: 'harbour', ...more });
  return suggestions.map(({ kind, text, id, count }) => `${kind}: ${text} ${id ?? count}`);
}

describe('suggest with narrowings', () => {
  it('suggests only titles that pass them, and names with the number of these titles', () => {
    expect(suggested('mo', { title_format: 'DVD' })).toEqual([
      'title: Moby-Dick 4',
      'title: Mona Lisa 5',
      'author: Molina, Ann 1',
    ]);
    expect(suggested('melv')).toContain('author: Melville, Herman 3');
    expect(suggested('melv', { title_format: ['DVD'] })).toContain('author: Melville, Herman 1');
    expect(suggested('dick', { title_format: 'DVD' })).toEqual(['title: Moby-Dick 4']);
    expect(suggested('melvile', { title_format: 'DVD' })).toEqual(['author: Melville, Herman 1']);
    expect(suggested('omoo', { title_format: 'DVD' })).toEqual([]);
    expect(suggested('mo', { title_format: 'OTHER' })).toEqual([]);
    expect(suggested('mo', { author: 'Melville, Herman', title_format: 'BK' })[0]).toBe(
      'title: Moby-Dick 1',
    );
  });

  it('takes excluded values, extra fields and pairs', () => {
    expect(suggested('mo', { exclude_title_format: 'BK' })).toEqual(
      suggested('mo', { title_format: 'DVD' }),
    );
    expect(suggested('mo', { shelf: 'Window' })).toEqual(['title: Money 2']);
    expect(suggested('mon', { exclude_shelf: 'Window', title_format: '' })).toEqual([
      'title: Mona Lisa 5',
    ]);
    const pairs = new URLSearchParams('q=mo&library=harbour&title_format=DVD&title_format=X');
    expect(suggest([catalog], pairs).suggestions).toHaveLength(3);
    const { suggest: bound } = createApi<'shelf'>({ catalogs: catalog });
    expect(bound({ q: 'mo', library: 'harbour', exclude_shelf: 'Window' }).suggestions).not.toEqual(
      [],
    );
    const wrong = { q: 'mo', library: 'harbour', title_fromat: 'DVD' };
    expect(refused(() => suggest([catalog], wrong)).message).toContain('title_fromat');
  });

  it('leaves later suggestions of all titles unchanged', () => {
    const titles = [book('1', 'Zen', dvd), book('2', 'Zebra')];
    const fresh = catalogOf({ titles });
    const of = (more: object) => suggest([fresh], { q: 'z', library: 'harbour', ...more });
    expect(of({ title_format: 'DVD' }).suggestions).toHaveLength(1);
    expect(of({}).suggestions).toHaveLength(2);
  });

  it('suggests no other spellings with relax none', () => {
    expect(suggested('melvile')).not.toEqual([]);
    expect(suggested('melvile', { relax: 'none' })).toEqual([]);
    expect(suggested('melvile', { relax: 'spelling' })).toEqual(suggested('melvile'));
    expect(suggested('moby', { relax: 'none' })).toEqual(suggested('moby'));
  });

  it('suggests what a search with them finds, and every beginning, for random titles', () => {
    const letter = fc.constantFrom('a', 'w', 'wh', 'the ', 's', 'se', 'é', 'm', '1');
    const requests = randomTitles
      .filter((titles) => titles.length > 0)
      .chain((titles) => {
        const some = fc.constantFrom(...titles);
        const narrowing = some.chain((title) =>
          fc.constantFrom(
            { title_format: title.format.id },
            { exclude_title_format: title.format.id },
            { subject: title.subjects?.[0] ?? 'none' },
            { author: title.authors?.[0]?.name ?? 'none' },
            { exclude_genre: title.genres?.[0] ?? 'none' },
            { publication_date: '1990-' },
          ),
        );
        const text = fc.oneof(
          letter,
          some.map(({ title }) => title.slice(0, 3)),
          some.map(({ authors = [] }) => authors[0]?.name.slice(0, 2) ?? 's'),
        );
        return fc.tuple(fc.constant(titles), fc.array(fc.tuple(text, narrowing), { minLength: 8 }));
      });
    let count = 0;
    fc.assert(
      fc.property(requests, ([titles, searches]) => {
        const random = catalogOf({ titles, library: { extra_fields: EXTRA_FIELDS } });
        const formats = [...new Set(titles.map(({ format }) => format.id))];
        for (const [q, narrowing] of searches) {
          const params = { q, library: 'harbour', limit: 100 };
          const all = suggest([random], params).suggestions;
          expect(suggest([random], { ...params, title_format: formats }).suggestions).toEqual(all);
          const { suggestions } = suggest([random], { ...params, ...narrowing });
          const found = { library: 'harbour', ...narrowing, limit: 100, sort: 'title' } as const;
          const passing = search([random], { ...found, q: '*' });
          const ids = new Set(passing.hits.map(({ id }) => id));
          if (passing.pages > 1) continue;
          for (const suggestion of suggestions) {
            count++;
            expectFound(suggestion, ids);
          }
          // A title or an author that begins with the text is suggested.
          const has = (kind: string, text: string) =>
            suggestions.some((one) => one.kind === kind && titleKey(one.text) === titleKey(text));
          if (collationLetters(q).trim() === '' || suggestions.length >= 100) continue;
          for (const title of titles.filter(({ id }) => ids.has(id))) {
            const begins = (text: string) =>
              collationLetters(text).startsWith(collationLetters(q.trim()));
            if (begins(title.title) && /^\p{L}+$/u.test(q))
              expect(has('title', title.title)).toBe(true);
          }
        }

        function expectFound({ kind, text, id, count }: Suggestion, ids: ReadonlySet<string>) {
          if (kind === 'title') return expect(ids).toContain(id);
          const withName = titles.filter((title) => {
            const values = narrowingValues(title, []);
            return ids.has(title.id) && values[kind].includes(text);
          });
          expect(count).toBe(withName.length);
          expect(count).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(60) },
    );
    expect(count).toBeGreaterThan(runs(60));
  });
});
