import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Holding, Title } from '../../../src/catalog/records/title.js';
import { canChangeHoldings, editHoldings } from '../../../src/snapshot/changes/change-holdings.js';
import { getTitle } from '../../../src/v1/get-title.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { suggest } from '../../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { isLong } from '../../long-tests.js';
import { runs } from '../../random-seed.js';
import { randomTitles, searchesIn } from '../../v1/random-searches.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };
const ONLINE = { url: 'https://books.example.org/1', kind: 'resource' } as const;
const LIBRARY = {
  branches: [
    { id: 'W', name: 'A branch' },
    { id: 'M', name: 'Main' },
  ],
};

const holdings: fc.Arbitrary<Holding[]> = fc.array(
  fc.record({
    branch: fc.constantFrom('M', 'W', 'New', 'Åre'),
    status: fc.constantFrom('AVAILABLE', 'UNAVAILABLE', 'ON_ORDER', 'LIBRARY_USE_ONLY'),
  }),
  { maxLength: 3 },
);

/** The searches for holdings, for titles by availability, and for all titles. */
const SEARCHES = [
  { q: '*' },
  { q: '*', available_at: 'M' },
  { q: '*', available_at: '_anywhere_', title_format: 'BK' },
  ...[
    'branch:M',
    'branch:New',
    'branch:N*',
    'available:true',
    'available:false',
    'onorder:true',
  ].map((q) => ({ q, search_type: 'custom' })),
];

function withHoldings(title: Title, changed: readonly Holding[] | undefined): Title {
  if (changed === undefined) return title;
  const { availability: _, ...others } = title;
  return { ...others, holdings: changed };
}

/** Returns the changes that {@link canChangeHoldings} accepts, by the number of the title. */
function accepted(catalog: Catalog, changes: readonly (readonly [number, Holding[]])[]) {
  return new Map(
    changes
      .map(([index, list]) => [index % catalog.titles.size, list] as const)
      .filter(([number, list]) => canChangeHoldings(catalog, number, list)),
  );
}

function changeHoldings(catalog: Catalog, changes: ReadonlyMap<number, readonly Holding[]>) {
  const editor = editHoldings(catalog);
  for (const [number, list] of changes) expect(editor.change(number, list)).toBe(true);
  return editor.finish();
}

describe('A catalog with changed holdings', () => {
  it('answers like a catalog that is built from the changed records', () => {
    let changed = 0;
    const cases = fc
      .tuple(
        randomTitles,
        fc.array(fc.array(fc.tuple(fc.nat(), holdings), { minLength: 1, maxLength: 9 }), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .filter(([titles]) => titles.length > 0 && titles.some(({ title }) => /\w/.test(title)));
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ([titles, steps], seeds) => {
        // The number of holdings of a title with a popularity can change.
        let current: Title[] = titles.map((title, i) => ({
          popularity: 3,
          // A change of holdings removes a stored availability.
          ...(i % 3 === 0 && { availability: { id: 'ON_ORDER' } }),
          ...title,
          // A title that is online is available, whatever its holdings.
          ...(i % 4 === 0 && { format: { id: 'EBOOK' }, links: [ONLINE] }),
        }));
        let catalog = catalogOf({ library: LIBRARY, titles: current });
        const searches = fc.sample(searchesIn('harbour', titles), {
          numRuns: runs(6),
          seed: seeds.next().value,
        });
        for (const step of steps) {
          const changes = accepted(catalog, step);
          changed += changes.size;
          const before = searchTitles([catalog], { q: '*', library: 'harbour' }, CONTEXT);
          const next = changeHoldings(catalog, changes);
          expect(searchTitles([catalog], { q: '*', library: 'harbour' }, CONTEXT)).toEqual(before);
          catalog = next;
          const byId = new Map([...changes].map(([n, list]) => [catalog.titles.id(n), list]));
          current = current.map((title) => withHoldings(title, byId.get(title.id)));
          const rebuilt = catalogOf({ library: LIBRARY, titles: current });
          for (const search of [...SEARCHES, ...searches]) {
            const params = new URLSearchParams({
              limit: '20',
              metadata: '1',
              ...search,
              library: 'harbour',
            });
            const answerOf = (from: Catalog) => searchTitles([from], params, CONTEXT);
            expect(answerOf(catalog)).toEqual(answerOf(rebuilt));
          }
          for (const { id, title } of current.slice(0, 10)) {
            expect(getTitle([catalog], id, {}, CONTEXT)).toEqual(
              getTitle([rebuilt], id, {}, CONTEXT),
            );
            expect(catalog.titles.get(catalog.titles.numberOf(id))).toEqual(
              rebuilt.titles.get(rebuilt.titles.numberOf(id)),
            );
            const typed = { q: title.slice(0, 5), library: 'harbour' };
            expect(suggest([catalog], typed)).toEqual(suggest([rebuilt], typed));
          }
        }
      }),
      { numRuns: runs(isLong ? 16 : 8), endOnFailure: true },
    );
    expect(changed).toBeGreaterThan(0);
  });

  it('has a fingerprint that does not depend on the order of the changes', () => {
    const catalog = catalogOf({ titles: [book('a', 'Emma'), book('b', 'Persuasion')] });
    const first = new Map([[0, []]]);
    const second = new Map([[1, []]]);
    const forwards = changeHoldings(changeHoldings(catalog, first), second);
    const backwards = changeHoldings(changeHoldings(catalog, second), first);
    expect(forwards.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(forwards.fingerprint).toBe(backwards.fingerprint);
    expect(
      new Set([catalog, changeHoldings(catalog, first), forwards].map((c) => c.fingerprint)).size,
    ).toBe(3);
  });
});

describe('Holdings can be changed without indexing the title again', () => {
  const copy = (call_number?: string): Holding => ({
    branch: 'M',
    status: 'AVAILABLE',
    ...(call_number !== undefined && { call_number }),
  });
  it.each([
    [
      'the copies have the same call numbers',
      true,
      [copy('F AUS'), copy()],
      [copy(), copy('F AUS')],
    ],
    ['a call number is new', false, [copy('F AUS')], [copy('F BRO')]],
    ['a call number is missing', false, [copy('F AUS'), copy()], [copy(), copy()]],
    ['a barcode is new', false, [copy()], [{ ...copy(), barcode: '3 1' }]],
    ['a title without a popularity has more copies', false, [copy()], [copy(), copy()]],
  ])('if %s: %s', (_, expected, before, after) => {
    const catalog = catalogOf({ titles: [book('a', 'Emma', { holdings: before })] });
    expect(canChangeHoldings(catalog, 0, after)).toBe(expected);
    const editor = editHoldings(catalog);
    expect(editor.change(0, after)).toBe(expected);
    expect(editor.finish() !== catalog).toBe(expected);
  });

  it('if a title with a popularity has more copies', () => {
    const title = book('a', 'Emma', { holdings: [copy()], popularity: 0 });
    expect(canChangeHoldings(catalogOf({ titles: [title] }), 0, [copy(), copy()])).toBe(true);
  });
});
