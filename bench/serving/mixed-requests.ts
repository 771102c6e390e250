import type { Catalog } from '../../src/index.js';

/** The key that requests carry. */
export const API_KEY = 'bench';

/** How many titles the requests are made from, spread over the catalog. */
const SAMPLE = 80;

/**
 * What readers ask for, as paths: words of titles, surnames, both together, whole titles, narrowed
 * and sorted, a page of everything, each with `metadata=1`, and titles by id.
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
