import type { Catalog } from '../../catalog/catalog.js';
import type { Query } from '../../search/query.js';
import { FIELDS, type FieldName } from './fields.js';
import type { SyntaxTree } from './syntax-tree.js';
import { createValueQueries, type Deciding } from './value-queries.js';

const EVERY_TITLE: Query = { kind: 'all' };
const NO_TITLE: Query = { kind: 'or', queries: [] };

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

/** Gives the query of a tree in a field; nothing where the tree decides nothing. */
type Evaluation = (tree: SyntaxTree, field: FieldName) => Query | undefined;

function createEvaluation(catalog: Catalog, deciding: Deciding): Evaluation {
  const queries = createValueQueries(catalog, deciding);

  function evaluateTree(tree: SyntaxTree, field: FieldName): Query | undefined {
    const search = FIELDS[field].searches;
    switch (tree.kind) {
      case 'or': {
        const parts = tree.parts.flatMap((part) => evaluateTree(part, field) ?? []);
        return parts.length > 1 ? { kind: 'or', queries: parts } : parts[0];
      }
      case 'and':
        return conjunction(tree.parts, field);
      case 'not':
        return conjunction([tree], field);
      case 'field':
        return evaluateTree(tree.part, tree.field);
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

  function conjunction(parts: readonly SyntaxTree[], field: FieldName): Query | undefined {
    const wanted: Query[] = [];
    const unwanted: Query[] = [];
    for (const part of withoutWords(parts)) {
      const isUnwanted = part.kind === 'not';
      const query = evaluateTree(isUnwanted ? part.part : part, field);
      if (query !== undefined) (isUnwanted ? unwanted : wanted).push(query);
    }
    for (const run of runsOfWords(parts)) {
      const query = queries.ofWords(FIELDS[field].searches, run);
      if (query !== undefined) wanted.push(query);
    }
    if (wanted.length + unwanted.length === 0) return undefined;
    const narrowing = wanted.filter((query) => query.kind !== 'all');
    const base: Query =
      narrowing.length > 1 ? { kind: 'and', queries: narrowing } : (narrowing[0] ?? EVERY_TITLE);
    return unwanted.length === 0 ? base : { kind: 'and_not', queries: [base, ...unwanted] };
  }

  return evaluateTree;
}

function withoutWords(parts: readonly SyntaxTree[]): SyntaxTree[] {
  return parts.filter((part) => part.kind !== 'word');
}

/** The words that stand side by side, nothing else between them. */
function runsOfWords(parts: readonly SyntaxTree[]): string[][] {
  const runs: string[][] = [];
  parts.forEach((part, i) => {
    if (part.kind !== 'word') return;
    if (parts[i - 1]?.kind === 'word') runs[runs.length - 1].push(part.text);
    else runs.push([part.text]);
  });
  return runs;
}
