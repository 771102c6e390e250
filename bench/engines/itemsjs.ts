import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapNarrowings, NARROWINGS } from '../../src/catalog/narrowings.js';
import type { Title } from '../../src/index.js';
import { peerPackage } from '../peer-packages.js';
import { type Engine, FACET_LIMIT, PAGE_SIZE } from './engine.js';
import { lunrQuery } from './lunr.js';
import { columnValues } from './naive-facets.js';
import { FIELDS, titleTexts } from './title-texts.js';

interface ItemsJs {
  search(input: { readonly query: string; readonly per_page: number }): {
    readonly pagination: { readonly total: number };
    readonly data: {
      readonly items: readonly { readonly id: string }[];
      readonly aggregations: Readonly<
        Record<string, { readonly buckets: readonly { key: string; doc_count: number }[] }>
      >;
    };
  };
  serializeAll(): { readonly fulltext: unknown; readonly facets: unknown };
}
type CreateItemsJs = (items: readonly Item[], configuration: unknown) => ItemsJs;
type Item = Readonly<Record<string, string | readonly string[]>>;

/**
 * The configuration of ItemsJS, with its built-in full-text search, which uses Lunr and the query syntax of
 * Lunr. Words match exactly. Each column is an aggregation.
 */
const CONFIGURATION = {
  searchableFields: FIELDS,
  isExactSearch: true,
  aggregations: Object.fromEntries(
    NARROWINGS.map((column) => [
      columnField(column),
      {
        size: FACET_LIMIT,
        hide_zero_doc_count: true,
        chosen_filters_on_top: false,
      },
    ]),
  ),
};

export const engine: Engine = {
  build(source, directory) {
    const items = Array.from(source.titles(), itemOf);
    const itemsJs = create()(items, CONFIGURATION);
    const { fulltext, facets } = itemsJs.serializeAll();
    writeFileSync(join(directory, 'items.json'), JSON.stringify(items));
    writeFileSync(join(directory, 'fulltext.json'), JSON.stringify(fulltext));
    writeFileSync(join(directory, 'facets.json'), JSON.stringify(facets));
  },
  open(directory) {
    const read = (name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
    const itemsJs = create()(read('items.json') as Item[], {
      ...CONFIGURATION,
      fulltextSnapshot: read('fulltext.json'),
      facetsSnapshot: read('facets.json'),
    });
    return {
      search({ words }) {
        const { pagination, data } = itemsJs.search({
          query: lunrQuery(words),
          per_page: PAGE_SIZE,
        });
        return {
          count: pagination.total,
          ids: data.items.map(({ id }) => id),
          facets: mapNarrowings((column) =>
            data.aggregations[columnField(column)].buckets.map(
              ({ key, doc_count }) => [key, doc_count] as const,
            ),
          ),
        };
      },
      close() {},
    };
  },
};

function create(): CreateItemsJs {
  const loaded = peerPackage<CreateItemsJs | { default: CreateItemsJs }>('itemsjs');
  return typeof loaded === 'function' ? loaded : loaded.default;
}

function itemOf(title: Title): Item {
  const values = Object.entries(columnValues(title));
  return {
    id: title.id,
    ...titleTexts(title),
    ...Object.fromEntries(values.map(([column, list]) => [columnField(column), list])),
  };
}

/** Returns the name of the field for a column. The prefix makes the name different from all text fields. */
function columnField(column: string): string {
  return `in_${column}`;
}
