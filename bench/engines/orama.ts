import type { Narrowing } from '../../src/catalog/narrowings.js';
import { type Engine, type FacetValues, PAGE_SIZE } from '../engine.js';
import { peerPackage } from '../peer-packages.js';
import type { NarrowingChoice, TextQuery } from '../query.js';
import { byColumn, columnValues, topByCount } from './naive-facets.js';
import { BOOSTS, FIELDS, titleTexts } from './title-texts.js';
import { readValue, writeValue } from './value-file.js';

type Database = unknown;
interface Results {
  readonly count: number;
  readonly hits: readonly { readonly id: string }[];
  readonly facets?: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
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
 * requires all words in the same property. Searches with `exact` are case-sensitive, so texts are indexed in
 * lower case.
 */
const OPTIONS = {
  schema: {
    ...Object.fromEntries(FIELDS.map((field) => [field, 'string'])),
    ...Object.fromEntries(Object.keys(byColumn(() => 0)).map((name) => [property(name), 'enum[]'])),
  },
  sort: { enabled: false },
};

const FACETS = Object.fromEntries(
  Object.keys(byColumn(() => 0)).map((name) => [property(name), {}]),
);

export const engine: Engine = {
  async build(source, directory) {
    const orama = peerPackage<Orama>('@orama/orama');
    const database = orama.create(OPTIONS);
    let batch: unknown[] = [];
    for (const title of source.titles()) {
      const texts = Object.entries(titleTexts(title));
      const values = Object.entries(columnValues(title));
      batch.push({
        id: title.id,
        ...Object.fromEntries(texts.map(([field, text]) => [field, text.toLowerCase()])),
        ...Object.fromEntries(values.map(([column, list]) => [property(column), list])),
      });
      if (batch.length < 1000) continue;
      await orama.insertMultiple(database, batch, batch.length);
      batch = [];
    }
    await orama.insertMultiple(database, batch, 1000);
    writeValue(directory, 'database', orama.save(database));
  },
  async open(directory) {
    const orama = peerPackage<Orama>('@orama/orama');
    const database = orama.create(OPTIONS);
    orama.load(database, readValue(directory, 'database'));
    return {
      search({ text, narrowings }) {
        const parameters = parametersOf(text);
        if (parameters === undefined) return undefined;
        const { count, hits, facets } = orama.search(database, {
          ...parameters,
          limit: PAGE_SIZE,
          facets: FACETS,
          ...whereOf(narrowings),
        });
        const counted = { ...facets };
        for (const { column } of narrowings) {
          const others = narrowings.filter((choice) => choice.column !== column);
          const name = property(column);
          const unnarrowed = orama.search(database, {
            ...parameters,
            preflight: true,
            facets: { [name]: {} },
            ...whereOf(others),
          });
          counted[name] = unnarrowed.facets?.[name] ?? { values: {} };
        }
        const named = byColumn(
          (column: Narrowing): FacetValues =>
            topByCount(Object.entries(counted[property(column)].values)),
        );
        return { count, ids: hits.map(({ id }) => id), facets: () => named };
      },
      close() {},
    };
  },
};

/**
 * Returns the search parameters. Returns undefined for phrases and wildcards, which Orama does not support.
 * Also returns undefined for a prefix after other words, because the option `exact` applies to all words.
 */
function parametersOf(text: TextQuery): object | undefined {
  const { prefix, typos } = text as { prefix?: true; typos?: number };
  if (text.kind === 'all') return { term: '' };
  if (text.kind !== 'words' || (prefix && text.words.length > 1)) return undefined;
  return {
    term: text.words.join(' '),
    properties: FIELDS,
    boost: BOOSTS,
    threshold: 0,
    ...(typos === undefined ? { exact: prefix !== true } : { tolerance: typos }),
  };
}

function whereOf(narrowings: readonly NarrowingChoice[]): object {
  if (narrowings.length === 0) return {};
  return {
    where: Object.fromEntries(
      narrowings.map(({ column, value }) => [property(column), { containsAny: [value] }]),
    ),
  };
}

/** Returns the name of the property for a column. The prefix makes the name different from all text fields. */
function property(column: string): string {
  return `in_${column}`;
}
