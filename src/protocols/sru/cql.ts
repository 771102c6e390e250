/*
 * Rewrites a query in CQL for the query language in `v1/query-language/`, which reads the relations of CQL. CQL is
 * stricter: an error has the number of its diagnostic, which this file lists, and `and`, `or` and `not` between two clauses
 * are always operators.
 */

import type { Sort } from '../../catalog/sort-keys.js';
import { findField, isInContextSet, type QueryFields } from '../../v1/query-language/fields.js';

/** Matches a quoted text, a sign, a relation or a word. */
const TOKEN = /"(?:\\.|[^\\"])*"|[()/"]|[<>=]+|[^\s()/<>="]+/gsu;
const RELATION = /^(?:[<>=]+|any|all|adj|exact|scr|within|encloses)$/i;
const BOOLEAN = /^(?:and|or|not|prox)$/i;
/** Matches modifiers of relations that change nothing, because all searches work like this. */
const MODIFIER = /^(?:cql\.)?(?:word|masked|ignorecase|ignoreaccents|relevant)$/i;

/** What is found in place of a token after the last token. */
const END = 'the end of the query';

/** The orders of results that a query can request, by the field and the direction. */
const ORDERS = new Map<string, Sort>([
  ['title ascending', 'title'],
  ['author ascending', 'author'],
  ['pubyear descending', 'published_date'],
  ['new descending', 'newly_acquired'],
]);

/**
 * Reads a query.
 *
 * @returns a query for `search_type=custom`, and the order of the results, if the query has one
 * @throws Diagnostic for a query that is invalid or not supported
 * @example readCql('dc.title = dune or herbert', fields).q // 'title="dune" or an="herbert"'
 */
export function readCql(query: string, fields: QueryFields): { q: string; sort?: Sort } {
  const tokens = query.match(TOKEN) ?? [];
  const parts: string[] = [];
  let level = 0;
  for (;;) {
    for (; tokens[0] === '('; level++) parts.push(tokens.shift() ?? '');
    parts.push(readClause(tokens, fields));
    for (; tokens[0] === ')' && level > 0; level--) parts.push(tokens.shift() ?? '');
    const token = tokens.shift();
    const isEnd = level === 0 && (token === undefined || /^sortby$/i.test(token));
    if (isEnd) return { q: parts.join(' '), ...(token && { sort: readSort(tokens, fields) }) };
    if (token === undefined || !BOOLEAN.test(token)) throw new Diagnostic(10, token ?? END);
    if (/^prox$/i.test(token)) throw new Diagnostic(39, token);
    if (tokens[0] === '/') throw new Diagnostic(46, tokens.slice(1, 2).join());
    parts.push(token.toLowerCase());
  }
}

/** Removes the next clause from the tokens, and returns it in the query language. */
function readClause(tokens: string[], fields: QueryFields): string {
  // The code of the field keeps a query of many words short.
  if (!RELATION.test(tokens[1] ?? '')) return equals('an', readTerm(tokens));
  const [index, sign] = tokens.splice(0, 2);
  const field = fieldOf(index, fields);
  while (tokens[0] === '/') {
    const [, modifier = ''] = tokens.splice(0, 2);
    if (!MODIFIER.test(modifier)) throw new Diagnostic(20, modifier);
  }
  const term = readTerm(tokens);
  if (/^cql\.allrecords$/i.test(index)) return 'cql.allRecords = 1';
  const { kind } = fields.searches[field];
  const relation = sign.toLowerCase();
  const isExact = relation === '==' || relation === 'exact';
  const isRange = /^(?:[<>]=?|within)$/.test(relation);
  if (isExact ? kind === 'text' : isRange && kind !== 'number') {
    throw new Diagnostic(22, `${index} ${sign}`);
  }
  if (relation === 'within') {
    const [from, to, ...others] = term.match(/\d+/g) ?? [];
    if (to === undefined || others.length > 0) throw new Diagnostic(36, term);
    return `(${field} >= ${from} and ${field} <= ${to})`;
  }
  if (isRange || relation === 'any' || relation === 'all') return `${field} ${relation} "${term}"`;
  if (!isExact && !/^(?:=|scr|adj)$/.test(relation)) throw new Diagnostic(19, sign);
  if (relation === 'adj' && MASKED.test(term)) throw new Diagnostic(33, term);
  return equals(field, term);
}

const MASKED = /(?<!\\)[*?]/;

function equals(field: string, term: string): string {
  // A phrase has no wildcards.
  return MASKED.test(term) ? `${field} all "${term}"` : `${field}="${term}"`;
}

/**
 * Returns the primary name of the field of an index.
 *
 * @throws Diagnostic for an index that no search has
 */
export function fieldOf(index: string, fields: QueryFields): string {
  if (/^cql\.resultset/i.test(index)) throw new Diagnostic(50, index);
  if (index.includes('.') && !isInContextSet(index)) throw new Diagnostic(15, index);
  const field = findField(index, fields) ?? findField(`dc.${index}`, fields);
  const isSearched = field !== undefined && fields.searches[field].kind !== 'nothing';
  if (!isSearched) throw new Diagnostic(16, index);
  return field;
}

/** Removes the next token, which must be a term, and returns its text. */
function readTerm(tokens: string[]): string {
  const token = tokens.shift();
  if (token === '"') throw new Diagnostic(14, token);
  if (token === undefined || /^[()/<>=]/.test(token)) throw new Diagnostic(10, token ?? END);
  const term = token.replace(/^"(.*)"$/s, '$1');
  if (term.trim() === '') throw new Diagnostic(27, token);
  if (/(?<!\\)\^/.test(term)) throw new Diagnostic(31, term);
  if (/^[*?]+./.test(term)) throw new Diagnostic(49, term);
  return term;
}

/** Reads the key after `sortBy`, such as `dc.date/sort.descending`. */
function readSort(tokens: readonly string[], fields: QueryFields): Sort {
  const [index, slash = '/', modifier = 'sort.ascending', ...others] = tokens;
  if (index === undefined) throw new Diagnostic(10, END);
  const direction = modifier.toLowerCase().replace(/^sort\./, ' ');
  const sort = ORDERS.get(fieldOf(index, fields) + direction);
  if (sort === undefined || slash !== '/' || others.length > 0) {
    throw new Diagnostic(80, tokens.join(' '));
  }
  return sort;
}

/** The messages of diagnostics of SRU, by number. */
const MESSAGES = new Map(
  `4 Unsupported operation; 5 Unsupported version; 6 Unsupported parameter value; 7 Mandatory parameter not supplied;
  10 Query syntax error; 12 Too many characters in query; 14 Invalid or unsupported use of quotes;
  15 Unsupported context set; 16 Unsupported index; 19 Unsupported relation; 20 Unsupported relation modifier;
  22 Unsupported combination of relation and index; 27 Empty term unsupported; 31 Anchoring character not supported;
  33 Combination of proximity/adjacency and masking characters not supported;
  36 Term in invalid format for index or relation; 38 Too many boolean operators in query; 39 Proximity not supported;
  46 Unsupported boolean modifier; 47 Cannot process query; 49 Masking character in unsupported position;
  50 Result sets not supported; 61 First record position out of range; 66 Unknown schema for retrieval;
  71 Unsupported record packing; 80 Sort not supported; 120 Response position out of range;
  235 Database does not exist`
    .split(/;\s+/)
    .map((line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, '')]),
);

/** A problem with a request, which its response describes by the number of a diagnostic of SRU. */
export class Diagnostic extends Error {
  override name = 'Diagnostic';

  /** @param details what the problem was found in */
  constructor(
    readonly number: number,
    readonly details: string,
  ) {
    super(MESSAGES.get(number));
  }
}
