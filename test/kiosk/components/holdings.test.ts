import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { groupHoldings } from '../../../src/kiosk/components/holdings.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { createPageClient, textOf } from '../create-page-client.js';

const library = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [
    { id: 'MAIN', name: 'Main Library' },
    { id: 'EAST', name: 'East Side' },
    { id: 'HILL', name: 'Hillside' },
  ],
};
const holdingAt = (branch: string, call_number = 'F MEL', status = 'AVAILABLE') => ({
  branch,
  status,
  call_number,
});

it('Holdings have the names that library.json gives to statuses and collections', () => {
  const catalog = catalogOf({
    library: {
      ...library,
      statuses: [{ id: 'UNAVAILABLE', name: 'On loan' }],
      collections: [{ id: 'STACKS', name: 'Open stacks' }],
    },
    titles: [
      book('1', 'Emma', {
        holdings: [{ ...holdingAt('MAIN', 'F AUS', 'UNAVAILABLE'), collection: 'STACKS' }],
      }),
    ],
  });
  const text = textOf(createPageClient([catalog])('/item/show/1').body);
  expect(text).toMatch(/Main Library F AUS Collection: Open stacks On loan/);
  expect(text).not.toContain('All copies in use');
});

describe('groupHoldings', () => {
  it('sorts groups in the branch order of the library, with unlisted branches last', () => {
    const holdings = [holdingAt('VAN'), holdingAt('HILL'), holdingAt('MAIN'), holdingAt('EAST')];
    const names = groupHoldings(holdings, library, []).map(({ branch }) => branch.name);
    expect(names).toEqual(['Main Library', 'East Side', 'Hillside', 'VAN']);
  });

  it('puts copies on order last at their branch', () => {
    const holdings = [
      holdingAt('MAIN', 'A 1', 'ON_ORDER'),
      holdingAt('EAST', 'A 1', 'ON_ORDER'),
      holdingAt('MAIN', 'A 2'),
    ];
    const groups = groupHoldings(holdings, library, []);
    expect(groups.map(({ branch, callNumber }) => [branch.id, callNumber])).toEqual([
      ['MAIN', 'A 2'],
      ['MAIN', 'A 1'],
      ['EAST', 'A 1'],
    ]);
  });

  it('puts groups at some branches first, in the order of these branches', () => {
    const holdings = [holdingAt('MAIN'), holdingAt('EAST'), holdingAt('HILL')];
    const ids = groupHoldings(holdings, library, ['HILL']).map(({ branch }) => branch.id);
    expect(ids).toEqual(['HILL', 'MAIN', 'EAST']);
    const further = groupHoldings(holdings, library, ['HILL', 'VAN', 'EAST']);
    expect(further.map(({ branch }) => branch.id)).toEqual(['HILL', 'EAST', 'MAIN']);
  });

  it('puts holdings in different groups if their call numbers or statuses differ', () => {
    const holdings = [
      holdingAt('MAIN'),
      holdingAt('MAIN'),
      holdingAt('MAIN', 'REF MEL'),
      holdingAt('MAIN', 'F MEL', 'UNAVAILABLE'),
    ];
    const groups = groupHoldings(holdings, library, []).map(({ callNumber, status, count }) => [
      callNumber,
      status,
      count,
    ]);
    expect(groups).toEqual([
      ['F MEL', 'AVAILABLE', 2],
      ['F MEL', 'UNAVAILABLE', 1],
      ['REF MEL', 'AVAILABLE', 1],
    ]);
  });

  it('sorts the volumes of a collection by their numbers', () => {
    const numbers = ['v.1', 'v.11', 'V. 3', 'v.2', 'v.10'].map((volume) => `PR4231 ${volume}`);
    const holdings = [
      { ...holdingAt('MAIN', numbers[1]), collection: 'STACKS' },
      { ...holdingAt('MAIN', 'PR4231 v.1'), collection: 'RESERVE' },
      ...numbers.map((number) => ({ ...holdingAt('MAIN', number), collection: 'STACKS' })),
      { ...holdingAt('MAIN', 'PR4231'), collection: 'STACKS', volume: 'v.4' },
    ];
    const sorted = groupHoldings(holdings, library, []);
    expect(sorted.map(({ collection, callNumber }) => `${collection} ${callNumber}`)).toEqual([
      'STACKS PR4231 v.1',
      'STACKS PR4231 v.2',
      'STACKS PR4231 V. 3',
      'STACKS PR4231 v.4',
      'STACKS PR4231 v.10',
      'STACKS PR4231 v.11',
      'RESERVE PR4231 v.1',
    ]);
  });

  it('names collections as the library does', () => {
    const collections = [{ id: 'STK', name: 'Open Stacks' }];
    const holdings = ['STK', 'REF'].map((collection) => ({ ...holdingAt('MAIN'), collection }));
    const groups = groupHoldings(holdings, { ...library, collections }, []);
    expect(groups.map(({ collection }) => collection)).toEqual(['Open Stacks', 'REF']);
  });

  it('returns no groups for a title without holdings', () => {
    expect(groupHoldings(undefined, library, ['MAIN'])).toEqual([]);
  });
});

describe('The row of a title', () => {
  const rowOf = (more: Partial<Title>) => {
    const catalog = catalogOf({ library, titles: [book('1', 'Moby-Dick', more)] });
    const { body } = createPageClient([catalog])('/search?q=moby&locale=en-CA');
    return textOf(/<p class="where">.*?<\/p>/s.exec(body)?.[0] ?? '').trim();
  };

  it('shows the call number of a title without holdings, or that no copies are listed', () => {
    const noCopies = 'No copies are listed. Please ask our staff.';
    expect(rowOf({})).toBe(noCopies);
    expect(rowOf({ format: { id: 'EBOOK' } })).toBe(noCopies);
    expect(rowOf({ call_number: 'F MEL' })).toBe('F MEL');
    expect(rowOf({ availability: { id: 'UNAVAILABLE' } })).toBe('All copies in use');
    expect(rowOf({ holdings: [holdingAt('MAIN', 'F MEL', 'LOST')] })).toBe('');
    expect(rowOf({ holdings_statements: [{ text: 't.7' }] })).toBe('');
  });

  it('links to the address of a title that is only online and has no availability', () => {
    const details_url = 'https://books.example.org/moby-dick';
    expect(rowOf({ format: { id: 'EBOOK' }, details_url })).toBe('Open online');
    expect(rowOf({ format: { id: 'EBOOK' }, details_url, call_number: 'F MEL' })).toBe(
      'Open online',
    );
  });
});

describe('The holdings on the page of a title', () => {
  const pageOf = (more: Partial<Title>) => {
    const catalog = catalogOf({ library, titles: [book('1', 'Moby-Dick', more)] });
    const { body } = createPageClient([catalog])('/item/show/1?locale=en-CA');
    return /<section class="holdings".*?<\/section>/s.exec(body)?.[0] ?? '';
  };

  it('show the heading of call numbers if a holding has a call number', () => {
    const hidden = '<span class="visually-hidden">Call number</span>';
    expect(pageOf({ holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] })).toContain(hidden);
    expect(pageOf({ holdings: [holdingAt('MAIN', 'F MEL')] })).not.toContain(hidden);
  });

  it('show lost copies', () => {
    const page = pageOf({ holdings: [holdingAt('MAIN', 'F MEL', 'LOST')] });
    expect(textOf(page)).toContain('F MEL Lost');
  });

  it('are folded beyond ten of a collection, so that every branch is shown', () => {
    const volumes = Array.from({ length: 12 }, (_, i) => holdingAt('MAIN', `F MEL v.${12 - i}`));
    const page = pageOf({ holdings: [...volumes, holdingAt('EAST', 'F MEL v.1')] });
    const [shown, folded] = page.split('<details class="more-values"><summary>Show 2 more');
    expect(shown).toContain('F MEL v.10<');
    expect(shown).not.toContain('F MEL v.11<');
    expect(textOf(folded)).toContain('F MEL v.11 Available F MEL v.12 Available');
    expect(textOf(folded).indexOf('East Side')).toBeGreaterThan(0);
  });

  it('name the branch in every row', () => {
    const page = pageOf({ holdings: [holdingAt('MAIN', 'F 1'), holdingAt('MAIN', 'F 2')] });
    const rows = [...page.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, cell]) => cell);
    expect(rows).toEqual([
      '<span class="branch"><bdi>Main Library</bdi></span>',
      '<span class="note"><bdi>Main Library</bdi></span>',
    ]);
  });

  it('name a collection once, and repeat it for screen readers', () => {
    const holdings = ['1', '2'].map((volume) => ({
      ...holdingAt('MAIN', 'F MEL'),
      volume,
      collection: 'Sea',
    }));
    const page = pageOf({ holdings });
    expect(page.match(/<span class="note"><span class="visually-hidden">Collection/g)).toHaveLength(
      1,
    );
    expect(page.match(/<bdi>Sea<\/bdi>/g)).toHaveLength(2);
  });

  it('include the statements of each branch', () => {
    const page = pageOf({
      holdings_statements: [
        { branch: 'EAST', text: 't.1-3 (1979-1983)' },
        { branch: 'EAST', text: 't.5-6 (1988)', note: 'Damaged' },
        { branch: 'VAN', text: 't.4' },
        { text: 't.7' },
      ],
    });
    expect(textOf(page).trim()).toBe(
      'Where to find it Volumes and issues East Side t.1-3 (1979-1983) t.5-6 (1988) Damaged VAN t.4 t.7',
    );
  });
});
