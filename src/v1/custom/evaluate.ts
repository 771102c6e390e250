import type { Catalog } from '../../catalog/catalog.js';
import type { Query } from '../../search/query.js';
import { allOf, anyOf, type MaybeQuery } from './combine.js';
import { FIELDS, type FieldName, type FieldSearch } from './fields.js';
import type { SyntaxTree } from './syntax-tree.js';
import type { Deciding } from './text-words.js';
import { createValueQueries, NO_TITLE } from './value-queries.js';

const EVERY_TITLE: Query = { kind: 'all' };

/**
 * What a tree asks of a catalog's index.
 *
 * A clause that says nothing (`the`, a dash by itself) decides nothing: it is as if it were not
 * there. In a query of only such clauses function words are words like any other, so that `the`
 * finds what has it; without any word, nothing is found.
 */
export function evaluate(tree: SyntaxTree, catalog: Catalog): Query {
  return (
    createEvaluation(catalog, 'meaningful words')(tree, 'anywhere') ??
    createEvaluation(catalog, 'all words')(tree, 'anywhere') ??
    NO_TITLE
  );
}

function createEvaluation(
  catalog: Catalog,
  deciding: Deciding,
): (tree: SyntaxTree, field: FieldName) => MaybeQuery {
  const queries = createValueQueries(catalog, deciding);

  function queryOf(tree: SyntaxTree, field: FieldName): MaybeQuery {
    const search = FIELDS[field].searches;
    switch (tree.kind) {
      case 'or':
        return anyOf(tree.parts.map((part) => queryOf(part, field)));
      case 'and':
        return conjunction(tree.parts, field);
      case 'not':
        return conjunction([tree], field);
      case 'field':
        return queryOf(tree.part, tree.field);
      case 'word':
        return queries.ofWords(search, [tree.text]);
      case 'phrase':
        return queries.ofPhrase(search, tree.text);
      case 'wildcard':
        return queries.ofWildcard(search, tree);
      case 'range':
        return queries.ofRange(search, tree);
      case 'all':
        return search.kind === 'nothing' ? NO_TITLE : EVERY_TITLE;
    }
  }

  function conjunction(parts: readonly SyntaxTree[], field: FieldName): MaybeQuery {
    const search = FIELDS[field].searches;
    const words = parts.map((part) => wordOf(part, search));
    const wanted = [
      ...runsOf(words).map((run) => queries.ofWords(search, run)),
      ...parts
        .filter((part, i) => words[i] === undefined && part.kind !== 'not')
        .map((part) => queryOf(part, field)),
    ];
    const unwanted = anyOf(
      parts.filter((part) => part.kind === 'not').map((part) => queryOf(part.part, field)),
    );
    // Every title, beside anything else, narrows nothing and would only add to all scores.
    const narrowing = allOf(wanted.filter((query) => query?.kind !== 'all'));
    if (unwanted === undefined) return narrowing ?? wanted.find((query) => query?.kind === 'all');
    return { kind: 'and_not', queries: [narrowing ?? EVERY_TITLE, unwanted] };
  }

  return queryOf;
}

/** The word that a part is; call numbers go on behind any of theirs, with or without a star. */
function wordOf(part: SyntaxTree, search: FieldSearch): string | undefined {
  if (part.kind === 'word') return part.text;
  const isBeginning = search.kind === 'call_number' && part.kind === 'wildcard';
  return isBeginning ? part.pieces[0] : undefined;
}

/** The words that stand side by side, nothing else between them. */
function runsOf(words: readonly (string | undefined)[]): string[][] {
  const runs: string[][] = [];
  words.forEach((word, i) => {
    if (word === undefined) return;
    if (words[i - 1] === undefined) runs.push([word]);
    else runs[runs.length - 1].push(word);
  });
  return runs;
}
