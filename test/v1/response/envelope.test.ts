import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLinks } from '../../../src/v1/response/envelope.js';

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

it('createLinks sets one parameter, removes page, and moves api_key to the end', () => {
  const name = fc.constantFrom('q', 'genre', 'sort', 'page', 'api_key', 'x y', '&');
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), text, (entries, value) => {
      const params = new URLSearchParams(entries);
      const linkTo = createLinks('/v1/titles', params, { baseUrl: 'https://api.example.org/' });
      for (const chosen of ['genre', 'sort', 'genre']) {
        expect(linkTo(chosen, value)).toBe(naiveLink(params, chosen, value));
      }
    }),
  );
});
