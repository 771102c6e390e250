/*
 * Rewrites a query in CQL for the query language in `v1/query-language/`, which reads the relations of CQL. CQL is stricter:
 * an error has the number of its diagnostic, and `and`, `or` and `not` between two clauses are always operators.
 */

import type { Sort } from '../../catalog/sort-keys.js';
import { findField, isInContextSet, type QueryFields } from '../../v1/query-language/fields.js';
import { Diagnostic } from './diagnostic.js';

/** A search clause: an index, a relation and a term. */
interface Clause {
  /** The primary name of the field of the index. Undefined for all records. */
  readonly field: string | undefined;
  /** The relation in lower case. */
  readonly relation: string;
  /** The term without its quotation marks. */
  readonly term: string;
}

/** Matches a quoted text, a sign, a relation or a word. */
const TOKEN = /"(?:\\.|[^\\"])*"|[()/"]|[<>=]+|[^\s()/<>="]+/gsu;
const RELATION = /^(?:[<>=]+|any|all|adj|exact|scr|within|encloses)$/i;
const BOOLEAN = /^(?:and|or|not|prox)$/i;
/** Matches modifiers of relations that change nothing, because all searches work like this. */
const MODIFIER = /^(?:cql\.)?(?:word|masked|ignorecase|ignoreaccents|relevant)$/i;

/** The orders of results that a query can request, by the field and the direction. */
const ORDERS: Readonly<Record<string, Sort>> = {
  'title ascending': 'title',
  'author ascending': 'author',
  'pubyear descending': 'published_date',
  'new descending': 'newly_acquired',
};

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
  let isClauseNext = true;
  let level = 0;
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (isClauseNext && token !== '(') {
      const { clause, end } = readClause(tokens, at, fields);
      parts.push(toQuery(clause, fields));
      at = end;
      isClauseNext = false;
      continue;
    }
    at++;
    if (!isClauseNext && /^sortby$/i.test(token)) {
      return { q: parts.join(' '), sort: readSort(tokens.slice(at), fields) };
    }
    if (!isClauseNext && BOOLEAN.test(token)) {
      if (/^prox$/i.test(token)) throw new Diagnostic(39, token);
      if (tokens[at] === '/') throw new Diagnostic(46, tokens[at + 1] ?? '');
      isClauseNext = true;
    } else {
      if (token !== (isClauseNext ? '(' : ')')) throw syntaxError(token);
      level += isClauseNext ? 1 : -1;
      if (level < 0) throw syntaxError(token);
    }
    parts.push(token.toLowerCase());
  }
  if (isClauseNext || level > 0) throw syntaxError(undefined);
  return { q: parts.join(' ') };
}

/**
 * Reads the clause of a scan, whose term may be empty.
 *
 * @throws Diagnostic for a text that is not one clause
 */
export function readScanClause(text: string, fields: QueryFields): Clause {
  const tokens = text.match(TOKEN) ?? [];
  const { clause, end } = readClause(tokens, 0, fields);
  if (end < tokens.length) throw syntaxError(tokens[end]);
  return clause;
}

function syntaxError(token: string | undefined): Diagnostic {
  return new Diagnostic(10, token ?? 'the end of the query');
}

/** Reads the clause that begins with a token. Returns the clause and the number of the token after it. */
function readClause(
  tokens: readonly string[],
  at: number,
  fields: QueryFields,
): { readonly clause: Clause; readonly end: number } {
  const relation = tokens[at + 1] ?? '';
  if (!RELATION.test(relation)) {
    return { clause: { field: 'anywhere', relation: '=', term: termOf(tokens[at]) }, end: at + 1 };
  }
  const field = fieldOf(tokens[at], fields);
  let end = at + 2;
  for (; tokens[end] === '/'; end += 2) {
    if (!MODIFIER.test(tokens[end + 1])) throw new Diagnostic(20, tokens[end + 1] ?? '');
  }
  const term = termOf(tokens[end]);
  return { clause: { field, relation: relation.toLowerCase(), term }, end: end + 1 };
}

function fieldOf(index: string, fields: QueryFields): string | undefined {
  if (/^cql\.allrecords$/i.test(index)) return undefined;
  if (/^cql\.resultset/i.test(index)) throw new Diagnostic(50, index);
  if (index.includes('.') && !isInContextSet(index)) throw new Diagnostic(15, index);
  const field = findField(index, fields) ?? findField(`dc.${index}`, fields);
  if (field === undefined || fields.searches[field].kind === 'nothing') {
    throw new Diagnostic(16, index);
  }
  return field;
}

function termOf(token: string | undefined): string {
  if (token === '"') throw new Diagnostic(14, token);
  if (token === undefined || /^[()/<>=]/.test(token)) throw syntaxError(token);
  const term = token.startsWith('"') ? token.slice(1, -1) : token;
  if (/(?<!\\)\^/.test(term)) throw new Diagnostic(31, term);
  if (/^[*?]+./.test(term)) throw new Diagnostic(49, term);
  return term;
}

/** Writes a clause in the query language. */
function toQuery({ field, relation, term }: Clause, { searches }: QueryFields): string {
  if (field === undefined) return 'cql.allRecords = 1';
  if (term.trim() === '') throw new Diagnostic(27, field);
  const { kind } = searches[field];
  const isMasked = /(?<!\\)[*?]/.test(term);
  // A text has no exact relation, and only numbers have an order.
  const isUnsupported = /^(?:==|exact)$/.test(relation)
    ? kind === 'text'
    : /^(?:[<>]=?|within)$/.test(relation) && kind !== 'number';
  if (isUnsupported) throw new Diagnostic(22, `${field} ${relation}`);
  switch (relation) {
    case 'any':
    case 'all':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${field} ${relation} "${term}"`;
    case '=':
    case '==':
    case 'exact':
    case 'scr':
    case 'adj':
      if (relation === 'adj' && isMasked) throw new Diagnostic(33, term);
      // A phrase has no wildcards. The code of the field keeps a query with many words short.
      return isMasked ? `${field} all "${term}"` : `${field.replace('anywhere', 'an')}="${term}"`;
    case 'within': {
      const [, from, to] = /^\s*(\d+)\s+(\d+)\s*$/.exec(term) ?? [];
      if (from === undefined) throw new Diagnostic(36, term);
      return `(${field} >= ${from} and ${field} <= ${to})`;
    }
    default:
      throw new Diagnostic(19, relation);
  }
}

/** Reads the key after `sortBy`, such as `dc.date/sort.descending`. */
function readSort([index = '', ...rest]: readonly string[], fields: QueryFields): Sort {
  const [slash = '/', modifier = 'sort.ascending', ...others] = rest;
  const order = `${fieldOf(index, fields)} ${modifier.toLowerCase().replace(/^sort\./, '')}`;
  const isKnown = slash === '/' && others.length === 0 && Object.hasOwn(ORDERS, order);
  if (!isKnown) throw new Diagnostic(80, [index, ...rest].join(' '));
  return ORDERS[order];
}
