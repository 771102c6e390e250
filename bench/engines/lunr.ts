import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peerPackage } from '../peer-packages.js';
import { BOOSTS, type Engine, FIELDS, PAGE_SIZE, titleTexts } from './engine.js';

interface Builder {
  readonly pipeline: Pipeline;
  readonly searchPipeline: Pipeline;
  ref(field: string): void;
  field(name: string, options: { boost: number }): void;
  add(document: Readonly<Record<string, string>>): void;
}
interface Pipeline {
  remove(step: unknown): void;
}
interface Index {
  search(query: string): { readonly ref: string }[];
}
interface Lunr {
  (configure: (this: Builder) => void): Index;
  readonly stemmer: unknown;
  readonly stopWordFilter: unknown;
  readonly Index: { load(serialized: unknown): Index };
}

/**
 * Runs Lunr with field boosts and a prebuilt index in JSON. The stemmer and the stop word filter of Lunr are
 * removed, so that all words of the query match exactly.
 */
export const lunr: Engine = {
  name: 'Lunr',
  rows: [{ name: 'Lunr', answer: 'ten ids', facets: 0 }],
  isPeer: true,
  maxTitles: 20_000,
  build(source, directory) {
    const create = peerPackage<Lunr>('lunr');
    const index = create(function () {
      this.ref('id');
      for (const field of FIELDS) this.field(field, { boost: BOOSTS[field] });
      for (const step of [create.stemmer, create.stopWordFilter]) {
        this.pipeline.remove(step);
        this.searchPipeline.remove(step);
      }
      for (const title of source.titles()) this.add({ id: title.id, ...titleTexts(title) });
    });
    writeFileSync(join(directory, 'index.json'), JSON.stringify(index));
  },
  open(directory) {
    const { Index } = peerPackage<Lunr>('lunr');
    const index = Index.load(JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8')));
    return {
      searches: [
        {
          search({ words }) {
            const results = index.search(words.map((word) => `+${word}`).join(' '));
            const ids = results.slice(0, PAGE_SIZE).map(({ ref }) => ref);
            return { count: results.length, ids };
          },
        },
      ],
    };
  },
};
