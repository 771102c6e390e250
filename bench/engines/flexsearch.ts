import { type Engine, PAGE_SIZE } from '../engine.js';
import { peerPackage } from '../peer-packages.js';
import type { TextQuery } from '../query.js';
import { titleTexts } from './title-texts.js';
import { readValue, writeValue } from './value-file.js';

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
 * FlexSearch finds words only when all of them are in the same field, so all text is one field. This field
 * is indexed twice: tokenized `strict` for words, and `forward` for prefixes. FlexSearch has no facet
 * counts. Filters by tags are not used, because a search for words with a tag misses matches in version
 * 0.8.212.
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

export const engine: Engine = {
  async build(source, directory) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(OPTIONS);
    const ids: string[] = [];
    for (const title of source.titles()) {
      const text = Object.values(titleTexts(title)).join(' ');
      index.add({ number: ids.length, words: text, prefixes: text });
      ids.push(title.id);
    }
    const parts: [string, string][] = [];
    await index.export((key, data) => parts.push([key, data]));
    writeValue(directory, 'index', { ids, parts } satisfies Stored);
  },
  async open(directory) {
    const { Document } = peerPackage<FlexSearch>('flexsearch');
    const index = new Document(OPTIONS);
    const { ids, parts } = readValue<Stored>(directory, 'index');
    for (const [key, data] of parts) index.import(key, data);
    return {
      search({ text, narrowings }) {
        const query = fieldAndWords(text);
        if (query === undefined || narrowings.length > 0) return undefined;
        const [field, words] = query;
        const [found] = index.search(words, { index: field, limit: ids.length });
        const numbers = found?.result ?? [];
        return {
          count: numbers.length,
          ids: numbers.slice(0, PAGE_SIZE).map((number) => ids[number]),
        };
      },
      close() {},
    };
  },
};

/**
 * Returns the field and the words to search. Returns undefined for the queries that are not run on
 * FlexSearch: phrases, wildcards, edit distances, a prefix after other words, and queries for all titles.
 */
function fieldAndWords(text: TextQuery): [field: string, words: string] | undefined {
  if (text.kind !== 'words' || text.typos !== undefined) return undefined;
  if (text.prefix !== true) return ['words', text.words.join(' ')];
  return text.words.length === 1 ? ['prefixes', text.words[0]] : undefined;
}
