import type { Catalog, Titles } from '../../catalog/catalog.js';
import { findLanguage } from '../../catalog/names/languages.js';
import { ANYWHERE } from '../../catalog/narrowings.js';
import type { Library } from '../../catalog/records/library.js';
import {
  type DocValuesColumn,
  lazyRecord,
  memoizePerObject,
  normalizeUnicode,
  type Query,
} from '../../search/index.js';
import { NAMED_VALUES, type NamedValues } from './fields.js';
import type { OptionalQuery } from './optional-query.js';
import type { WildcardNode } from './syntax-tree.js';

/** The ordinals of the values of a column, by their ids, codes and names as {@link foldName} returns them. */
type ValuesByName = ReadonlyMap<string, readonly number[]>;

/**
 * Creates the query for titles that have a value with this id, code or name. Case, accents and repeated
 * spaces are ignored. `available:false` matches the titles that `available:true` does not match, and
 * `onorder:false` matches the titles that `onorder:true` does not match.
 *
 * @returns undefined if no value has this id, code or name
 */
export function namedQuery(catalog: Catalog, column: NamedValues, text: string): OptionalQuery {
  const named = valuesByNameOf(catalog)[column];
  const name = foldName(text);
  const values = named.get(name);
  if (values !== undefined) return { kind: 'values', column, values };
  const acceptsFalse = column === 'available_at' || column === 'on_order';
  if (!acceptsFalse || name !== 'false') return undefined;
  const isTrue: Query = { kind: 'values', column, values: named.get('true') ?? [] };
  return { kind: 'and_not', queries: [{ kind: 'all' }, isTrue] };
}

/** Creates the query for titles that have a value whose id, code or name matches a word with wildcards. */
export function namedWildcardQuery(
  catalog: Catalog,
  column: NamedValues,
  { pieces, hasTrailingStar }: WildcardNode,
): Query {
  const escaped = pieces.map((piece) => foldName(piece).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.')}${hasTrailingStar ? '' : '$'}`, 'su');
  const matching = [...valuesByNameOf(catalog)[column]].filter(([name]) => pattern.test(name));
  return { kind: 'values', column, values: matching.flatMap(([, values]) => values) };
}

const valuesByNameOf = memoizePerObject(({ titles, library }: Catalog) =>
  lazyRecord(NAMED_VALUES, (column) =>
    readNames(columnOf(titles, column), (id) => namesOfValue(column, id, library)),
  ),
);

function columnOf(titles: Titles, name: NamedValues): DocValuesColumn {
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
  { dictionary }: DocValuesColumn,
  namesOf: (id: string) => readonly string[],
): ValuesByName {
  const named = new Map<string, number[]>();
  for (let ord = 0; ord < dictionary.size; ord++) {
    for (const name of new Set(namesOf(dictionary.get(ord)).map(foldName))) {
      const values = named.get(name);
      if (values === undefined) named.set(name, [ord]);
      else values.push(ord);
    }
  }
  return named;
}

/**
 * Returns the texts by which a query names a value: its id, codes and names. Returns only `true` for the
 * value of `available_at` that means any branch.
 */
function namesOfValue(column: NamedValues, id: string, library: Library): readonly string[] {
  switch (column) {
    case 'language': {
      const language = findLanguage(id);
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

function foldName(text: string): string {
  return normalizeUnicode(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
