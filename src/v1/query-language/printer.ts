import type { SyntaxTree } from './syntax-tree.js';

/** Matches a character that needs a backslash anywhere in a word. */
const SPECIAL = /[\\\s()"\u201c-\u201f*?^~]/g;
/**
 * Matches the beginning of a word that needs a backslash: `-`, `!` or `+` before a clause, `[` (a range), `/` (a
 * regular expression of other search engines) or an operator.
 */
const SPECIAL_BEGINNING = /^[-!+[/]|^(?:and|or|not|&&|\|\|)$/i;
/** Matches the beginning of a word that would be read as a field name and a colon. */
const FIELD_COLON = /^(\p{L}[\p{L}\p{N}_-]*):/u;
const SPECIAL_IN_PHRASE = /[\\"\u201c-\u201f]/g;

/**
 * Prints a syntax tree as a query in canonical form: fields have their primary name, NOT is printed as
 * `-`, and the clauses of an AND are adjacent. Parsing the result returns an equal tree.
 *
 * @example printQuery(parseQuery('TI:(moby AND dick) NOT fo:DVD')) // 'title:(moby dick) -format:DVD'
 */
export function printQuery(tree: SyntaxTree): string {
  switch (tree.kind) {
    case 'or':
      return tree.clauses
        .map((clause) => (clause.kind === 'or' ? `(${printQuery(clause)})` : printQuery(clause)))
        .join(' OR ');
    case 'and':
      return tree.clauses.map(printClause).join(' ');
    case 'not':
      return `-${printClause(tree.clause)}`;
    case 'field':
      return `${tree.field}:${printValue(tree.clause)}`;
    case 'word':
      return printWord(tree.text);
    case 'wildcard':
      return printWord(tree.pieces[0], tree.pieces.slice(1), tree.hasTrailingStar);
    case 'phrase':
      return printPhrase(tree.text);
    case 'proximity':
      return `${printPhrase(tree.text)}~${tree.distance}`;
    case 'range':
      return `[${tree.from} TO ${tree.to}]`;
    case 'comparison':
      return `${tree.operator}${tree.number}`;
    case 'all':
      return '*';
  }
}

function printClause(tree: SyntaxTree): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${printQuery(tree)})` : printQuery(tree);
}

function printValue(tree: SyntaxTree): string {
  const isGroup = tree.kind === 'not' || tree.kind === 'field';
  return isGroup ? `(${printQuery(tree)})` : printClause(tree);
}

function printPhrase(text: string): string {
  return `"${text.replace(SPECIAL_IN_PHRASE, '\\$&')}"`;
}

function printWord(text: string, pieces: readonly string[] = [], hasTrailingStar = false): string {
  const beginning = text
    .replace(SPECIAL, '\\$&')
    .replace(SPECIAL_BEGINNING, '\\$&')
    .replace(FIELD_COLON, '$1\\:');
  const rest = pieces.map((piece) => `?${piece.replace(SPECIAL, '\\$&')}`);
  return `${beginning}${rest.join('')}${hasTrailingStar ? '*' : ''}`;
}
