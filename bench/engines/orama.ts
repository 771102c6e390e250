import { mapNarrowings, NARROWINGS } from '../../src/catalog/narrowings.js';
import { peerPackage } from '../peer-packages.js';
import { type Engine, PAGE_SIZE } from './engine.js';
import { columnValues, topByCount } from './naive-facets.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';
import { readValue, writeValue } from './value-file.js';

type Database = unknown;
interface Results {
  readonly count: number;
  readonly hits: readonly { readonly id: string }[];
  readonly facets: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
}
interface Orama {
  create(options: unknown): Database;
  insertMultiple(database: Database, documents: readonly unknown[], batch: number): unknown;
  save(database: Database): unknown;
  load(database: Database, saved: unknown): void;
  search(database: Database, parameters: unknown): Results;
}

/**
 * The options of Orama, with one string property per field and one `enum[]` property per column. The sort
 * index is disabled, because nothing is sorted. Searches require every word (`threshold: 0`), and Orama
 * requires all words in the same property. Words match exactly.
 */
const OPTIONS = {
  schema: {
    ...Object.fromEntries(FIELDS.map((field) => [field, 'string'])),
    ...Object.fromEntries(NARROWINGS.map((name) => [property(name), 'enum[]'])),
  },
  sort: { enabled: false },
};

const FACETS = Object.fromEntries(NARROWINGS.map((name) => [property(name), {}]));

export const engine: Engine = {
  async build(source, directory) {
    const orama = peerPackage<Orama>('@orama/orama');
    const database = orama.create(OPTIONS);
    let batch: unknown[] = [];
    for (const title of source.titles()) {
      const values = Object.entries(columnValues(title));
      batch.push({
        id: title.id,
        ...titleTexts(title),
        ...Object.fromEntries(values.map(([column, list]) => [property(column), list])),
      });
      if (batch.length < 1000) continue;
      await orama.insertMultiple(database, batch, batch.length);
      batch = [];
    }
    await orama.insertMultiple(database, batch, 1000);
    writeValue(directory, 'database', orama.save(database));
  },
  open(directory) {
    const orama = peerPackage<Orama>('@orama/orama');
    const database = orama.create(OPTIONS);
    orama.load(database, readValue(directory, 'database'));
    return {
      search({ words }) {
        const { count, hits, facets } = orama.search(database, {
          term: words.join(' '),
          properties: FIELDS,
          boost: BOOSTS,
          threshold: 0,
          exact: true,
          limit: PAGE_SIZE,
          facets: FACETS,
        });
        return {
          count,
          ids: hits.map(({ id }) => id),
          facets: mapNarrowings((column) =>
            topByCount(Object.entries(facets[property(column)].values)),
          ),
        };
      },
      close() {},
    };
  },
};

/** Returns the name of the property for a column. The prefix makes the name different from all text fields. */
function property(column: string): string {
  return `in_${column}`;
}
