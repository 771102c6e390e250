import type { Catalog } from '../../catalog/catalog.js';
import type { Query } from '../../search/index.js';
import { BUILT_IN_FIELDS, type FieldSearch, type QueryFields } from './fields.js';
import { createLeafQueries, MATCH_ALL, MATCH_NONE } from './leaf-queries.js';
import { allOf, anyOf, type OptionalQuery } from './optional-query.js';
import type { SyntaxTree } from './syntax-tree.js';
import type { RequiredWords } from './word-queries.js';

/**
 * Compiles a syntax tree to a query of a catalog's index.
 *
 * In a field of text and in `identifier`, a clause without words, such as `!`, is ignored. In a field of
 * text, a stop word (an article, a conjunction or a short preposition), such as `the`, is also ignored. If
 * all clauses are ignored, the tree is compiled again with stop words as required words, so that the query `the` finds
 * the titles with this word. If all clauses are ignored again, as in `!!!`, nothing matches.
 *
 * @param fields the fields with which the query was parsed. Default: the built-in fields.
 */
export function compileQuery(tree: SyntaxTree, catalog: Catalog, fields = BUILT_IN_FIELDS): Query {
  return (
    createQueryCompiler(catalog, fields, 'all but stop words')(tree, 'anywhere') ??
    createQueryCompiler(catalog, fields, 'all words')(tree, 'anywhere') ??
    MATCH_NONE
  );
}

function createQueryCompiler(
  catalog: Catalog,
  { searches }: QueryFields,
  requiredWords: RequiredWords,
): (tree: SyntaxTree, field: string) => OptionalQuery {
  const queries = createLeafQueries(catalog, requiredWords);

  function compile(tree: SyntaxTree, field: string): OptionalQuery {
    const fieldSearch = searches[field];
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
        return queries.ofWords(fieldSearch, [tree.text]);
      case 'phrase':
        return queries.ofPhrase(fieldSearch, tree.text);
      case 'proximity':
        return queries.ofProximity(fieldSearch, tree);
      case 'wildcard':
        return queries.ofWildcard(fieldSearch, tree);
      case 'range':
        return queries.ofRange(fieldSearch, tree);
      case 'comparison':
        return queries.ofComparison(fieldSearch, tree);
      case 'all':
        return queries.ofAll(fieldSearch);
    }
  }

  function conjunction(clauses: readonly SyntaxTree[], field: string): OptionalQuery {
    const fieldSearch = searches[field];
    const words = clauses.map((clause) => wordOf(clause, fieldSearch));
    const required = [
      ...runsOf(words).map((run) => queries.ofWords(fieldSearch, run)),
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

  return compile;
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
