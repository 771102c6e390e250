import { peerPackage } from '../peer-packages.js';
import { type Engine, PAGE_SIZE, readValue, titleTexts, writeValue } from './engine.js';

interface FlexDocument {
  add(document: unknown): unknown;
  search(query: string, options: unknown): readonly { readonly result: readonly number[] }[];
  export(handler: (key: string, data: string) => unknown): Promise<void> | undefined;
  import(key: string, data: string): void;
}
interface FlexSearch {
  Document: new (options: unknown) => FlexDocument;
}
interface Stored {
  readonly ids: readonly string[];
  readonly parts: readonly (readonly [key: string, data: string])[];
}

/**
 * The options of a FlexSearch document index with numeric ids, which its best practices recommend.
 * FlexSearch finds words only when all of them are in the same field, so all text is in the field `words`. The
 * bench does not fill or search the field `prefixes`. FlexSearch has no facet counts. Filters by tags are not
 * used, because a search for words with a tag misses matches in version 0.8.212.
 */
const OPTIONS = {
  document: {
    id: 'number',
    index: [
      { field: 'words', tokenize: 'strict' },
      { field: 'prefixes', tokenize: 'forward' },
    ],
  },
};

export const flexSearch: Engine = {
  name: 'FlexSearch',
  rows: [{ name: 'FlexSearch', answer: 'ten ids; not ranked by query', facets: 0 }],
  isPeer: true,
  maxTitles: 200_000,
  async build(source, directory) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(OPTIONS);
    const ids: string[] = [];
    for (const title of source.titles()) {
      const text = Object.values(titleTexts(title)).join(' ');
      index.add({ number: ids.length, words: text });
      ids.push(title.id);
    }
    const parts: [string, string][] = [];
    await index.export((key, data) => parts.push([key, data]));
    writeValue(directory, 'index', { ids, parts } satisfies Stored);
  },
  open(directory) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(OPTIONS);
    const { ids, parts } = readValue<Stored>(directory, 'index');
    for (const [key, data] of parts) index.import(key, data);
    return {
      searches: [
        {
          search({ words }) {
            const [found] = index.search(words.join(' '), { index: 'words', limit: ids.length });
            const numbers = found?.result ?? [];
            const first = numbers.slice(0, PAGE_SIZE).map((number) => ids[number]);
            return { count: numbers.length, ids: first };
          },
        },
      ],
    };
  },
};
