import { NARROWINGS } from '../../src/catalog/narrowings.js';
import { peerPackage } from '../peer-packages.js';
import {
  BOOSTS,
  columnValues,
  type Engine,
  FIELDS,
  PAGE_SIZE,
  readValue,
  titleTexts,
  writeValue,
} from './engine.js';

type Database = unknown;
interface Orama {
  create(options: unknown): Database;
  insertMultiple(database: Database, documents: readonly unknown[], batch: number): unknown;
  save(database: Database): unknown;
  load(database: Database, saved: unknown): void;
  search(
    database: Database,
    parameters: unknown,
  ): {
    readonly count: number;
    readonly hits: readonly { readonly id: string }[];
    readonly facets: unknown;
  };
}

/** Returns the name of the property for a column. The prefix makes the name different from all text fields. */
const property = (column: string) => `in_${column}`;

/**
 * The options of Orama, with one string property per field and one `enum[]` property per column. The sort
 * index is disabled, because nothing is sorted.
 */
const OPTIONS = {
  schema: {
    ...Object.fromEntries(FIELDS.map((field) => [field, 'string'])),
    ...Object.fromEntries(NARROWINGS.map((name) => [property(name), 'enum[]'])),
  },
  sort: { enabled: false },
};

const FACETS = Object.fromEntries(NARROWINGS.map((name) => [property(name), {}]));

/**
 * Orama. Searches require every word (`threshold: 0`), and Orama requires all words in the same property. Words match
 * exactly.
 */
export const orama: Engine = {
  name: 'Orama',
  rows: [{ name: 'Orama, facets', answer: 'ten ids', facets: NARROWINGS.length }],
  isPeer: true,
  maxTitles: 20_000,
  async build(source, directory) {
    const { create, insertMultiple, save } = peerPackage<Orama>('@orama/orama');
    const database = create(OPTIONS);
    const documents = Array.from(source.titles(), (title) => {
      const values = Object.entries(columnValues(title));
      const columns = values.map(([column, list]) => [property(column), list]);
      return { id: title.id, ...titleTexts(title), ...Object.fromEntries(columns) };
    });
    await insertMultiple(database, documents, 1000);
    writeValue(directory, 'database', save(database));
  },
  open(directory) {
    const { create, load, search } = peerPackage<Orama>('@orama/orama');
    const database = create(OPTIONS);
    load(database, readValue(directory, 'database'));
    const parameters = {
      properties: FIELDS,
      boost: BOOSTS,
      threshold: 0,
      exact: true,
      limit: PAGE_SIZE,
      facets: FACETS,
    };
    return {
      searches: [
        {
          search({ words }) {
            const term = words.join(' ');
            const { count, hits, facets } = search(database, { ...parameters, term });
            return { count, ids: hits.map(({ id }) => id), facets };
          },
        },
      ],
    };
  },
};
