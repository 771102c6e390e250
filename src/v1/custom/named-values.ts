import type { Catalog, Titles } from '../../catalog/catalog.js';
import { languageCalled } from '../../catalog/languages.js';
import type { Library } from '../../catalog/library.js';
import { ANYWHERE, type Narrowing } from '../../catalog/narrowings.js';
import type { QueryValues } from '../../catalog/query-columns.js';
import { normalized } from '../../search/analysis/normalized.js';
import type { ValueColumn } from '../../search/columns/value-column.js';
import type { Query } from '../../search/query.js';
import type { MaybeQuery } from './combine.js';
import type { WildcardNode } from './syntax-tree.js';

/** A column whose values a query calls by an id, a code or a name. */
export type NamedValues =
  | Extract<Narrowing, 'title_format' | 'language' | 'audience' | 'available_at'>
  | Extract<QueryValues, 'branch' | 'content_type' | 'on_order'>;

/** The values of one column by everything that they are called, folded. */
type ValuesByName = ReadonlyMap<string, readonly number[]>;

/** What was made for the catalogs that were asked, for as long as they are open. */
const namesOfCatalogs = new WeakMap<Titles, Map<NamedValues, ValuesByName>>();

/**
 * Titles with a value that is called `text`, case, accents and spaces aside; nothing when no value
 * is. `available:false` and `onorder:false` are the titles that `true` does not find.
 */
export function namedQuery(catalog: Catalog, column: NamedValues, text: string): MaybeQuery {
  const named = valuesByName(catalog, column);
  const name = folded(text);
  const values = named.get(name);
  if (values !== undefined) return { kind: 'values', column, values };
  const isFlag = column === 'available_at' || column === 'on_order';
  if (!isFlag || name !== 'false') return undefined;
  const isTrue: Query = { kind: 'values', column, values: named.get('true') ?? [] };
  return { kind: 'and_not', queries: [{ kind: 'all' }, isTrue] };
}

/** Titles with a value that is called something that fits a wildcard. */
export function namedWildcardQuery(
  catalog: Catalog,
  column: NamedValues,
  { pieces, anyEnding }: WildcardNode,
): Query {
  const escaped = pieces.map((piece) => folded(piece).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.')}${anyEnding ? '' : '$'}`, 'su');
  const fitting = [...valuesByName(catalog, column)].filter(([name]) => pattern.test(name));
  return { kind: 'values', column, values: fitting.flatMap(([, values]) => values) };
}

function valuesByName({ titles, library }: Catalog, column: NamedValues): ValuesByName {
  let ofCatalog = namesOfCatalogs.get(titles);
  if (ofCatalog === undefined) {
    ofCatalog = new Map();
    namesOfCatalogs.set(titles, ofCatalog);
  }
  let ofColumn = ofCatalog.get(column);
  if (ofColumn === undefined) {
    ofColumn = readNames(columnOf(titles, column), (id) => namesOfValue(column, id, library));
    ofCatalog.set(column, ofColumn);
  }
  return ofColumn;
}

function columnOf(titles: Titles, name: NamedValues): ValueColumn {
  switch (name) {
    case 'branch':
    case 'content_type':
    case 'on_order':
      return titles.queryColumns[name];
    default:
      return titles.columns[name];
  }
}

function readNames(
  { dictionary }: ValueColumn,
  namesOf: (id: string) => readonly string[],
): ValuesByName {
  const named = new Map<string, number[]>();
  for (let value = 0; value < dictionary.size; value++) {
    for (const name of new Set(namesOf(dictionary.get(value)).map(folded))) {
      const values = named.get(name);
      if (values === undefined) named.set(name, [value]);
      else values.push(value);
    }
  }
  return named;
}

/** Everything that a value may be called. */
function namesOfValue(column: NamedValues, id: string, library: Library): readonly string[] {
  switch (column) {
    case 'language': {
      const language = languageCalled(id);
      return language === undefined ? [id] : [id, ...language.codes, ...language.names];
    }
    case 'available_at':
      return id === ANYWHERE ? ['true'] : namesOfBranch(id, library);
    case 'branch':
      return namesOfBranch(id, library);
    case 'content_type':
      return id === 'nonfiction' ? [id, 'non-fiction', 'non fiction'] : [id];
    default:
      return [id];
  }
}

function namesOfBranch(id: string, library: Library): readonly string[] {
  const named = library.branches?.find((branch) => branch.id === id);
  return named === undefined ? [id] : [id, named.name];
}

function folded(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
