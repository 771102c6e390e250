/*
 * Searches in the query language, `search_type=custom`: compiles a syntax tree to a query of the search engine, and
 * runs it. The text is parsed in `parser.ts`; the queries for words and for values are in `word-queries.ts` and
 * `value-queries.ts`.
 */

import type { Catalog, Titles } from '../../catalog/catalog.js';
import {
  type FieldBoosts,
  type Matches,
  type Query,
  TooManyTermsError,
} from '../../search/index.js';
import { parameterError } from '../api-error.js';
import { createWordSearch } from '../search/expanded-word.js';
import { matchWithinBudget } from '../search/query-budget.js';
import { BUILT_IN_FIELDS, type FieldSearch, type QueryFields } from './fields.js';
import { parseCustomQuery } from './parser.js';
import type { SyntaxTree, WildcardNode } from './syntax-tree.js';
import {
  columnOfNumberField,
  comparisonQuery,
  isAbsent,
  namedQuery,
  namedWildcardQuery,
  numberQuery,
} from './value-queries.js';
import {
  allOf,
  anyOf,
  callNumberQuery,
  identifierQuery,
  identifierSearch,
  identifierWildcardQuery,
  namePhraseQuery,
  type OptionalQuery,
  phraseQuery,
  proximityQuery,
  type RequiredWords,
  wildcardQuery,
  wordQuery,
} from './word-queries.js';

/**
 * Finds the titles that match a query in the query language (`search_type=custom`). Words, phrases,
 * proximity searches and wildcards in fields of text and identifiers add to the score of a title. Values
 * of other fields only filter titles.
 *
 * @param fields the fields of the library. Default: the built-in fields.
 * @returns the compiled query and its matches
 * @throws ApiError 400 for an invalid query, or for a query that exceeds a limit of
 *   the query language or the budget in `query-budget.ts`
 *
 * @example customSearch(catalog, 'title:(moby dick) -format:(DVD) py:[1900 TO *]')
 */
export function customSearch(
  catalog: Catalog,
  typed: string,
  fields = BUILT_IN_FIELDS,
): { readonly query: Query; readonly matches: Matches } {
  try {
    const tree = parseCustomQuery(typed, fields, catalog.titles.extraColumns);
    const query = compileQuery(tree, catalog, fields);
    return matchWithinBudget(catalog.titles.index, query);
  } catch (error) {
    if (!(error instanceof TooManyTermsError)) throw error;
    throw parameterError(
      'query_too_costly',
      'q',
      `a wildcard for at most ${error.maximum} words of the catalog`,
      `'${error.pattern}'; add letters before the wildcard`,
    );
  }
}

/**
 * Compiles a syntax tree to a query of a catalog's index.
 *
 * In a field of text and in `identifier`, a clause without words, such as `!`, is ignored. In a field of text, a stop
 * word, such as `the`, is also ignored. If all clauses are ignored, the tree is compiled again with stop words as
 * required words, so that the query `the` finds the titles with this word. If all clauses are ignored again, as in
 * `!!!`, nothing matches.
 *
 * @param fields the fields with which the query was parsed
 */
function compileQuery(tree: SyntaxTree, catalog: Catalog, fields: QueryFields): Query {
  return (
    createQueryCompiler(catalog, fields, 'all but stop words')(tree, 'anywhere') ??
    createQueryCompiler(catalog, fields, 'all words')(tree, 'anywhere') ??
    MATCH_NONE
  );
}

const MATCH_NONE: Query = { kind: 'or', queries: [] };

const MATCH_ALL: Query = { kind: 'all' };

/** @param requiredWords the words in fields of text that a title must have */
function createQueryCompiler(
  catalog: Catalog,
  { searches }: QueryFields,
  requiredWords: RequiredWords,
): (tree: SyntaxTree, field: string) => OptionalQuery {
  const { titles, library } = catalog;
  const identifiers = identifierSearch(titles);
  const searchIn = (fields: FieldBoosts) => createWordSearch(titles, fields);

  function compile(tree: SyntaxTree, field: string): OptionalQuery {
    const search = searches[field];
    switch (tree.kind) {
      case 'or':
        return anyOf(tree.clauses.map((clause) => compile(clause, field)));
      case 'and':
        return conjunction(tree.clauses, field);
      case 'not':
        return conjunction([tree], field);
      case 'field':
        return compile(tree.clause, tree.field);
      case 'word':
        return wordsInField(search, [tree.text]);
      case 'phrase': {
        if (search.kind !== 'text') return wordsInField(search, [tree.text]);
        const phrase = search.hasNames ? namePhraseQuery : phraseQuery;
        return phrase(tree.text, searchIn(search.fields));
      }
      case 'proximity':
        return search.kind === 'text'
          ? proximityQuery(tree.text, tree.distance, searchIn(search.fields))
          : MATCH_NONE;
      case 'wildcard':
        return wildcardInField(search, tree);
      case 'range':
        return search.kind === 'number'
          ? numberQuery(search.number, tree.from, tree.to, library)
          : MATCH_NONE;
      case 'comparison':
        return search.kind === 'number'
          ? comparisonQuery(search.number, tree, library)
          : MATCH_NONE;
      case 'all':
        return hasData(search, titles) ? MATCH_ALL : MATCH_NONE;
    }
  }

  function conjunction(clauses: readonly SyntaxTree[], field: string): OptionalQuery {
    const fieldSearch = searches[field];
    const words = clauses.map((clause) => wordOf(clause, fieldSearch));
    const required = [
      ...runsOf(words).map((run) => wordsInField(fieldSearch, run)),
      ...clauses
        .filter((clause, i) => words[i] === undefined && clause.kind !== 'not')
        .map((clause) => compile(clause, field)),
    ];
    const excluded = anyOf(
      clauses
        .filter((clause) => clause.kind === 'not')
        .map((clause) => compile(clause.clause, field)),
    );
    // A clause `*` next to other clauses excludes no title, and would only add to the scores.
    const restricting = allOf(required.filter((query) => query?.kind !== 'all'));
    if (excluded === undefined) {
      return restricting ?? required.find((query) => query?.kind === 'all');
    }
    return { kind: 'and_not', queries: [restricting ?? MATCH_ALL, excluded] };
  }

  /**
   * Creates the query for words that directly follow each other in the query. A title must match as follows,
   * depending on the kind of field:
   *
   * - `text`: The title has every required word.
   * - `identifier`: The title has every word as an identifier. If `withCallNumbers` is set, a title also
   *   matches if it has a call number that begins with all words together.
   * - `call_number`: The title has a call number that begins with all words together.
   * - `named`: All words together are the name of a value, and the title has this value. If no value has
   *   this name, every word is the name of a value, and the title has all of these values.
   * - `number`: The number of the title equals every word.
   * - `nothing`: No title matches.
   */
  function wordsInField(search: FieldSearch, words: readonly string[]): OptionalQuery {
    const together = words.join(' ');
    switch (search.kind) {
      case 'text':
        return allOf(words.map((word) => wordQuery(word, searchIn(search.fields), requiredWords)));
      case 'identifier':
        return anyOf([
          allOf(words.map((word) => identifierQuery(word, identifiers))),
          search.withCallNumbers ? callNumberQuery(titles, together) : undefined,
        ]);
      case 'call_number':
        return callNumberQuery(titles, together);
      case 'named':
        return (
          namedQuery(catalog, search.values, together) ??
          allOf(words.map((word) => namedQuery(catalog, search.values, word) ?? MATCH_NONE))
        );
      case 'number':
        return allOf(words.map((word) => numberQuery(search.number, word, word, library)));
      case 'nothing':
        return MATCH_NONE;
    }
  }

  function wildcardInField(search: FieldSearch, wildcard: WildcardNode): OptionalQuery {
    const [beginning, ...others] = wildcard.pieces;
    switch (search.kind) {
      case 'text':
        return wildcardQuery(wildcard, searchIn(search.fields), requiredWords);
      case 'identifier':
        return anyOf([
          identifierWildcardQuery(wildcard, identifiers),
          search.withCallNumbers && others.length === 0
            ? callNumberQuery(titles, beginning)
            : undefined,
        ]);
      case 'call_number':
        return callNumberQuery(titles, beginning);
      case 'named':
        return namedWildcardQuery(catalog, search.values, wildcard);
      default:
        return MATCH_NONE;
    }
  }

  return compile;
}

/** Returns whether any title can have data for a field. Otherwise, the clause `*` in the field matches no title. */
function hasData(search: FieldSearch, titles: Titles): boolean {
  switch (search.kind) {
    case 'nothing':
      return false;
    case 'number':
      return titles.queryNumbers[columnOfNumberField(search.number)].documentCount > 0;
    case 'named':
      return !isAbsent(titles, search.values);
    default:
      return true;
  }
}

/**
 * Returns the text of a clause that is a single word, otherwise undefined. In a field of call numbers, a
 * word that ends with `*` is returned without the `*`, because call numbers always match by prefix.
 */
function wordOf(clause: SyntaxTree, fieldSearch: FieldSearch): string | undefined {
  if (clause.kind === 'word') return clause.text;
  const isPrefix = fieldSearch.kind === 'call_number' && clause.kind === 'wildcard';
  return isPrefix ? clause.pieces[0] : undefined;
}

/** Splits an array into runs of adjacent words. Undefined elements separate the runs. */
function runsOf(words: readonly (string | undefined)[]): string[][] {
  const runs: string[][] = [];
  words.forEach((word, i) => {
    if (word === undefined) return;
    if (words[i - 1] === undefined) runs.push([word]);
    else runs[runs.length - 1].push(word);
  });
  return runs;
}
