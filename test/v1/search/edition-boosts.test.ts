import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import { availabilityOf, type Title } from '../../../src/catalog/records/title.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import { workKey } from '../../../src/snapshot/encoding/works-encoder.js';
import { editionBoosts } from '../../../src/v1/search/title-boosts.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';

/** The most that an edition gains over another edition of the same work. */
const MAX_BOOST = 1.05;

/** Returns the factor of each title without its popularity, by id. */
function boostsOf(catalog: Catalog, locale: 'en-CA' | 'de-DE' | 'fr-CA' = 'en-CA') {
  const { titles } = catalog;
  const { values } = editionBoosts(titles, locale);
  return new Map(
    [...values].map((value, n) => [titles.get(n).id, value / titles.popularityBoosts.values[n]]),
  );
}

const yearOf = ({ publication_date }: Title) => publicationYear(publication_date);

/** Computes the factor of a title from the records of all titles. */
function naiveBoost(title: Title, titles: readonly Title[], language: string): number {
  const editions = titles.filter((other) => workKey(other) === workKey(title));
  if (editions.length === 1) return 1;
  const years = editions.map(yearOf).filter((year) => year !== undefined);
  const year = yearOf(title);
  const languages = [title.primary_language, ...(title.languages ?? [])];
  return (
    1 +
    (availabilityOf(title)?.id === 'AVAILABLE' ? 0.025 : 0) +
    (languages.some((spoken) => spoken?.name === language) ? 0.0125 : 0) +
    (year !== undefined && year === Math.max(...years) ? 0.005 : 0)
  );
}

const AVAILABLE = { availability: { id: 'AVAILABLE' } };
const UNAVAILABLE = { availability: { id: 'UNAVAILABLE' } };
const GERMAN = { languages: [{ name: 'German' }] };
const ENGLISH = { languages: [{ name: 'English' }] };

function edition(id: string, more: Partial<Title> = {}): Title {
  return book(id, 'Emma', { authors: [{ name: 'Jane Austen' }], ...more });
}

describe('Of several editions of a work, the first', () => {
  it.each([
    ['is available', { ...UNAVAILABLE, ...ENGLISH, publication_date: '2020' }, AVAILABLE],
    ['is in the language of the reader', { ...GERMAN, publication_date: '2020' }, ENGLISH],
    ['is the newest', { publication_date: '1815' }, { publication_date: '2020' }],
    ['has a year of publication', {}, { publication_date: '1815' }],
  ])('%s', (_, worse, better) => {
    const catalog = catalogOf({ titles: [edition('a', worse), edition('b', better)] });
    const params = { q: 'emma', library: 'harbour' };
    const { titles } = searchTitles([catalog], params, { baseUrl: 'http://x' });
    expect(titles.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('depends on the locale', () => {
    const catalog = catalogOf({ titles: [edition('a', ENGLISH), edition('b', GERMAN)] });
    const firstFor = (locale: 'en-US' | 'de-DE' | 'fr-CA') => {
      const params = { q: 'emma', library: 'harbour', locale };
      return searchTitles([catalog], params, { baseUrl: 'http://x' }).titles[0].id;
    };
    expect(firstFor('en-US')).toBe('a');
    expect(firstFor('de-DE')).toBe('b');
    expect(firstFor('fr-CA')).toBe('a'); // the lower id
  });
});

it('The boosts after changes of holdings are those of a catalog with these holdings', () => {
  const changes = fc.array(fc.tuple(fc.nat(7), fc.boolean()), { maxLength: 3 });
  const step = fc.record({
    changes,
    locale: fc.constantFrom('en-CA', 'de-DE', undefined),
    /** Whether the boosts of an earlier catalog are read after the change. */
    readsEarlier: fc.boolean(),
  });
  const titlesWith = (isAvailable: readonly boolean[]) =>
    isAvailable.map((available, i) =>
      book(`t${i}`, i < 6 ? `Work ${i % 2}` : `Work ${i}`, {
        popularity: i,
        ...(i % 3 === 0 ? ENGLISH : GERMAN),
        ...(i % 4 === 0 && { boost: 1.5 + i }),
        holdings: holdingsOf(available),
      }),
    );
  const holdingsOf = (available: boolean) => [
    { branch: 'MAIN', status: available ? ('AVAILABLE' as const) : ('UNAVAILABLE' as const) },
  ];
  const valuesOf = (catalog: Catalog, locale: 'en-CA' | 'de-DE') =>
    Float32Array.from(editionBoosts(catalog.titles, locale).values);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const isAvailable = new Array<boolean>(8).fill(false);
      let catalog = catalogOf({ titles: titlesWith(isAvailable) });
      const earlier: { catalog: Catalog; expected: Catalog }[] = [];
      for (const { changes, locale, readsEarlier } of steps) {
        for (const [i, available] of changes) isAvailable[i] = available;
        catalog = applyChanges(
          catalog,
          changes.map(([i]) => ({
            op: 'holdings',
            title: `t${i}`,
            holdings: holdingsOf(isAvailable[i]),
          })),
        );
        earlier.unshift({ catalog, expected: catalogOf({ titles: titlesWith(isAvailable) }) });
        if (locale === undefined) continue;
        for (const state of earlier.slice(0, readsEarlier ? 2 : 1)) {
          expect(valuesOf(state.catalog, locale)).toEqual(valuesOf(state.expected, locale));
        }
      }
      for (const state of earlier) {
        expect(valuesOf(state.catalog, 'en-CA')).toEqual(valuesOf(state.expected, 'en-CA'));
      }
    }),
    { numRuns: runs(40) },
  );
});

it('The boosts of few titles are computed after a change of holdings', () => {
  const titles = Array.from({ length: 50 }, (_, i) =>
    edition(`t${i}`, { popularity: i, holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] }),
  );
  const change = (i: number) =>
    ({
      op: 'holdings',
      title: `t${i}`,
      holdings: [{ branch: 'MAIN', status: 'UNAVAILABLE' }],
    }) as const;
  const first = applyChanges(catalogOf({ titles }), [change(1)]);
  const { values } = editionBoosts(first.titles, 'en-CA');
  const second = applyChanges(first, [change(2)]);
  const select = vi.spyOn(second.titles.columns.available_at, 'select');
  expect(editionBoosts(second.titles, 'en-CA').values).toBe(values);
  expect(select.mock.calls.map(([candidates]) => candidates)).toEqual([
    Uint32Array.of(second.titles.numberOf('t2')),
  ]);
});

describe('The boost of an edition', () => {
  it('is stored for readers of English, and computed again for changed holdings', () => {
    const before = catalogOf({
      titles: [edition('a', UNAVAILABLE), edition('b', UNAVAILABLE), edition('c', UNAVAILABLE)],
    });
    const { values } = editionBoosts(before.titles, 'en-CA');
    expect(values).toBe(before.titles.storedFactors);
    const holdings = [{ branch: 'MAIN', status: 'AVAILABLE' as const }];
    const after = applyChanges(before, [{ op: 'holdings', title: 'b', holdings }]);
    expect([...boostsOf(after).values()].map((boost) => boost > 1)).toEqual([false, true, false]);
    expect(editionBoosts(before.titles, 'en-CA').values).toBe(values);
  });

  it('is 1 for the only edition of a work', () => {
    const best = { ...AVAILABLE, ...ENGLISH, publication_date: '2020' };
    const catalog = catalogOf({
      titles: [edition('a', best), edition('b', { ...best, authors: [{ name: 'Other' }] })],
    });
    expect([...boostsOf(catalog)]).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('never puts a less relevant work first', () => {
    const best = { ...AVAILABLE, ...ENGLISH, publication_date: '2020' };
    const catalog = catalogOf({
      titles: [
        book('1', 'Emma Emma', best),
        book('2', 'Emma: A Life', { authors: [{ name: 'X' }] }),
        edition('3', { ...best, title: 'Emmas' }),
        edition('4', { title: 'Emmas' }),
      ],
    });
    const params = { q: 'emma', library: 'harbour' };
    const { titles } = searchTitles([catalog], params, { baseUrl: 'http://x' });
    expect(titles.map(({ id }) => id)).toEqual(['2', '1', '3', '4']);
  });

  it('equals the boost computed from the records, and is at most 1.05', () => {
    const anyTitle = fc.record({
      title: fc.constantFrom('Emma', 'The Emma', 'Emma: A Novel', 'Dune'),
      authors: fc.constantFrom(undefined, [{ name: 'Jane Austen' }], [{ name: 'Austen, Jane' }]),
      languages: fc.subarray([{ name: 'English' }, { name: 'German' }, { name: 'French' }]),
      availability: fc.constantFrom(undefined, { id: 'AVAILABLE' }, { id: 'ON_ORDER' }),
      publication_date: fc.constantFrom(undefined, '1815', '2001', '2020'),
      popularity: fc.option(fc.nat(1000), { nil: undefined }),
    });
    const locales = fc.constantFrom(
      ['en-CA', 'English'] as const,
      ['de-DE', 'German'] as const,
      ['fr-CA', 'French'] as const,
    );
    fc.assert(
      fc.property(
        fc.array(anyTitle, { minLength: 1, maxLength: 8 }),
        locales,
        (fields, [locale, language]) => {
          const titles = fields.map((more, i): Title => {
            const present = Object.entries(more).filter(([, value]) => value !== undefined);
            return { ...book(`t${i}`, more.title), ...Object.fromEntries(present) };
          });
          const found = boostsOf(catalogOf({ titles }), locale);
          for (const title of titles) {
            const boost = found.get(title.id);
            expect(boost).toBeCloseTo(naiveBoost(title, titles, language), 5);
            expect(boost).toBeLessThanOrEqual(MAX_BOOST);
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });
});
