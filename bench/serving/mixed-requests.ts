import type { Catalog } from '../../src/index.js';

/** The API key of the requests. */
export const API_KEY = 'bench';

/** The number of titles, spread evenly over the catalog, that the requests are made from. */
const SAMPLE = 80;

/**
 * Returns the paths and queries of typical requests for titles by id and for searches with `metadata=1`. The
 * queries are words of titles, surnames, a surname with a word, whole titles, and `*` for all titles. Some
 * searches are filtered or sorted.
 */
export function mixedRequests({ titles, library }: Catalog): readonly string[] {
  const search = (params: Record<string, string>) => {
    const all = { ...params, library: library.id, metadata: '1', api_key: API_KEY };
    return `/v1/titles?${new URLSearchParams(all)}`;
  };
  const requests = [search({ q: '*' }), search({ q: '*', sort: 'newly_acquired' })];
  for (let i = 0; i < SAMPLE; i++) {
    const { id, title, authors, format } = titles.get(
      Math.floor(((i + 0.5) * titles.size) / SAMPLE),
    );
    const words = title.split(' ');
    const word = words[i % words.length];
    const surname = authors?.[0]?.name.split(' ').at(-1) ?? word;
    requests.push(
      search({ q: title }),
      search({ q: word }),
      search({ q: surname, search_type: 'author' }),
      search({ q: `${surname} ${words[0]}` }),
      search({ q: word, title_format: format.id, sort: 'title' }),
      `/v1/titles/${encodeURIComponent(id)}?api_key=${API_KEY}`,
    );
  }
  return requests;
}
