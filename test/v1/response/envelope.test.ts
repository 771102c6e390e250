import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeParameter } from '../../../src/catalog/narrowings.js';
import { createLinks, topByCount } from '../../../src/v1/page.js';

/** Creates a link like createLinks, but from a new URLSearchParams for every link. */
function naiveLink(params: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(
    [...params].filter(([name]) => name !== 'page' && name !== 'api_key'),
  );
  query.set(name, value);
  const apiKey = [...params].filter(([name]) => name === 'api_key').at(-1);
  if (apiKey !== undefined) query.append(...apiKey);
  return `https://api.example.org/v1/titles?${query}`;
}

const HOSTILE_TEXTS = [
  '&',
  '=',
  '#',
  '%41',
  '+',
  ' ',
  "!'()*~-._",
  '"\\',
  '\0',
  'ﬃ',
  '😀',
  '\ud800',
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(fc.constantFrom(...HOSTILE_TEXTS, 'a'), { maxLength: 5 }).map((texts) => texts.join('')),
);

it('createLinks sets one parameter, removes page, and moves api_key to the end', () => {
  const name = fc.constantFrom('q', 'genre', 'sort', 'page', 'api_key', 'x y', '&', '\ud800');
  fc.assert(
    fc.property(fc.array(fc.tuple(name, hostileText)), hostileText, (entries, value) => {
      const params = new URLSearchParams(entries);
      const linksOf = createLinks('/v1/titles', params, { baseUrl: 'https://api.example.org/' });
      for (const chosen of ['genre', 'sort', 'genre', 'x y']) {
        const link = linksOf(chosen)(encodeParameter(value));
        expect(link).toBe(naiveLink(params, chosen, value));
      }
    }),
    { numRuns: 500 },
  );
});

it('createLinks returns the same links for an object as for URLSearchParams, and omits undefined parameters', () => {
  fc.assert(
    fc.property(
      fc.dictionary(hostileText, fc.option(hostileText, { nil: undefined })),
      (params) => {
        const received = Object.entries(params).filter(([, value]) => value !== undefined);
        const query = new URLSearchParams(received as [string, string][]);
        const context = { baseUrl: 'https://api.example.org' };
        const link = createLinks('/v1/titles', params, context)('genre')('Essays');
        expect(link).toBe(createLinks('/v1/titles', query, context)('genre')('Essays'));
      },
    ),
  );
});

it('topByCount returns 25 values, the highest count first, then in the collation order of their names', () => {
  const values = Array.from({ length: 30 }, (_, i) => ({
    id: `id ${i}`,
    name: `${'zÉe'[i % 3]}${i}`,
    count: 1 + (i % 2),
  }));
  const top = topByCount(values, (encodedId) => `?x=${encodedId}`);
  expect(top).toHaveLength(25);
  expect(top.slice(0, 6).map(({ name, count }) => [name, count])).toEqual([
    ['É1', 2],
    ['e11', 2],
    ['É13', 2],
    ['e17', 2],
    ['É19', 2],
    ['e23', 2],
  ]);
  expect(top[0]).toEqual({ id: 'id 1', name: 'É1', count: 2, link: '?x=id+1' });
});
