import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeParameter,
  NARROWINGS,
  type Narrowing,
  narrowingName,
  narrowingValues,
} from '../../src/catalog/narrowings.js';
import type { Title } from '../../src/catalog/records/title.js';
import { LOCALES } from '../../src/texts/locales.js';
import { runs } from '../random-seed.js';
import { book } from './catalog-of.js';

/** For each narrowing, fields of a title and the expected values of the narrowing. */
const EXAMPLES: Record<Narrowing, [more: Partial<Title>, values: readonly string[]]> = {
  title_format: [{ format: { id: 'DVD' } }, ['DVD']],
  available_at: [
    {
      holdings: [
        { branch: 'HILL', status: 'AVAILABLE' },
        { branch: 'WEST', status: 'UNAVAILABLE' },
      ],
    },
    ['_anywhere_', 'HILL'],
  ],
  language: [
    { primary_language: { name: 'English' }, languages: [{ name: 'French' }] },
    ['English', 'French'],
  ],
  audience: [{ suitabilities: [{ name: 'Adult' }] }, ['Adult']],
  genre: [{ genres: ['Sea stories', ''] }, ['Sea stories']],
  subject: [{ subjects: ['Whaling -- Fiction'] }, ['Whaling -- Fiction']],
  topic: [{ topics: ['Whaling', ''] }, ['Whaling']],
  place: [{ places: ['France -- Paris'] }, ['France -- Paris']],
  period: [{ periods: ['20th century'] }, ['20th century']],
  person: [{ people: ['Bronte\u0308, Emily'] }, ['Brontë, Emily']],
  author: [{ authors: [{ name: 'Bronte\u0308, Emily' }] }, ['Brontë, Emily']],
  series: [{ series: [{ name: 'Sherlock Holmes', number: '1' }] }, ['Sherlock Holmes']],
  tag: [{}, ['given by a reader']],
  publication_date: [{ publication_date: 'London, c1851' }, ['1850-1859']],
};

describe('narrowingValues', () => {
  it.each(NARROWINGS)('returns the values of a title for %s', (narrowing) => {
    const [more, values] = EXAMPLES[narrowing];
    const tags = ['given by a reader'];
    expect(narrowingValues(book('1', 'Moby-Dick', more), tags)[narrowing]).toEqual(values);
  });

  it('returns _anywhere_ for a title that is online', () => {
    const more = {
      format: { id: 'EBOOK' },
      links: [{ url: 'https://books.example.org/1', kind: 'resource' as const }],
    };
    expect(narrowingValues(book('1', 'Moby-Dick', more), []).available_at).toEqual(['_anywhere_']);
  });

  it('returns no values for absent fields', () => {
    const { title_format, ...others } = narrowingValues(book('1', 'Moby-Dick'), []);
    expect(title_format).toEqual(['BK']);
    expect(Object.values(others).flat()).toEqual([]);
  });
});

describe('narrowingName', () => {
  it.each(LOCALES)('returns a different display name for each narrowing in %s', (locale) => {
    const names = NARROWINGS.map((narrowing) => narrowingName(narrowing, locale));
    expect(new Set(names).size).toBe(NARROWINGS.length);
    expect(names).not.toContain('');
  });
});

it('encodeParameter encodes a value like URLSearchParams', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(text, (value) => {
      expect(`x=${encodeParameter(value)}`).toBe(new URLSearchParams({ x: value }).toString());
    }),
    { numRuns: runs(1000) },
  );
});
