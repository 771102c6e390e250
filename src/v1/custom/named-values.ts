import type { Catalog, Titles } from '../../catalog/catalog.js';
import { languageCalled } from '../../catalog/languages.js';
import type { Library } from '../../catalog/library.js';
import { ANYWHERE, type Narrowing } from '../../catalog/narrowings.js';
import type { QueryValues } from '../../catalog/query-columns.js';
import type { ValueColumn } from '../../search/columns/value-column.js';
import type { Query } from '../../search/query.js';
import type { WildcardNode } from './syntax-tree.js';

/** A column whose values a query calls by an id, a code or a name. */
export type NamedValues =
  | Extract<Narrowing, 'title_format' | 'language' | 'audience' | 'available_at'>
  | Extract<QueryValues, 'branch' | 'content_type' | 'on_order'>;

/** The values of one column by everything that they are called, folded. */
type ValuesByCall = ReadonlyMap<string, readonly number[]>;

/** What was made for the catalogs that were asked, as long as they are open. */
const callsOfCatalogs = new WeakMap<Titles, Map<NamedValues, ValuesByCall>>();

/**
 * Titles with a value that is called `text`, case, accents and spaces aside; nothing when no value
 * is. `available:false` and `onorder:false` are the titles that `true` does not find.
 */
export function namedQuery(catalog: Catalog, column: NamedValues, text: string): Query | undefined {
  const calls = callsOf(catalog, column);
  const call = folded(text);
  const values = calls.get(call);
  if (values !== undefined) return { kind: 'values', column, values };
  const isFlag = column === 'available_at' || column === 'on_order';
  if (!isFlag || call !== 'false') return undefined;
  const isTrue: Query = { kind: 'values', column, values: calls.get('true') ?? [] };
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
  const fitting = [...callsOf(catalog, column)].filter(([call]) => pattern.test(call));
  return { kind: 'values', column, values: fitting.flatMap(([, values]) => values) };
}

function callsOf({ titles, library }: Catalog, name: NamedValues): ValuesByCall {
  let calls = callsOfCatalogs.get(titles);
  if (calls === undefined) {
    calls = new Map();
    callsOfCatalogs.set(titles, calls);
  }
  let ofColumn = calls.get(name);
  if (ofColumn === undefined) {
    ofColumn = readCalls(columnOf(titles, name), (id) => callsOfValue(name, id, library));
    calls.set(name, ofColumn);
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

function readCalls(
  { dictionary }: ValueColumn,
  callsOfId: (id: string) => readonly string[],
): ValuesByCall {
  const calls = new Map<string, number[]>();
  for (let value = 0; value < dictionary.size; value++) {
    for (const call of new Set(callsOfId(dictionary.get(value)).map(folded))) {
      const values = calls.get(call);
      if (values === undefined) calls.set(call, [value]);
      else values.push(value);
    }
  }
  return calls;
}

/** Everything that a value may be called. */
function callsOfValue(name: NamedValues, id: string, library: Library): readonly string[] {
  switch (name) {
    case 'language': {
      const language = languageCalled(id);
      return language === undefined ? [id] : [id, ...language.codes, ...language.names];
    }
    case 'available_at':
      return id === ANYWHERE ? ['true'] : callsOfBranch(id, library);
    case 'branch':
      return callsOfBranch(id, library);
    case 'content_type':
      return id === 'nonfiction' ? [id, 'non-fiction', 'non fiction'] : [id];
    default:
      return [id];
  }
}

function callsOfBranch(id: string, library: Library): readonly string[] {
  const named = library.branches?.find((branch) => branch.id === id);
  return named === undefined ? [id] : [id, named.name];
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
