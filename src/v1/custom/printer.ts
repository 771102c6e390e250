import type { SyntaxTree } from './syntax-tree.js';

/** Where a word with this in it would not be read as a word. */
const SPECIAL = /[\\\s()"\u201c-\u201f*?]/g;
/** The same at the beginning of a word: a NOT, a range, a field. */
const SPECIAL_BEGINNING = /^[-[]|^(?:AND|OR|NOT)$/;
const FIELD_COLON = /^(\p{L}[\p{L}\p{N}_-]*):/u;
const SPECIAL_IN_PHRASE = /[\\"\u201c-\u201f]/g;

/**
 * A query that says what `tree` says, in one form for all the ways in which it can be written:
 * fields by their first name, `-` for NOT, clauses side by side for AND. Parsing it gives the tree
 * again.
 *
 * @example printQuery(parseQuery('TI:(moby AND dick) NOT fo:DVD')) // 'title:(moby dick) -format:DVD'
 */
export function printQuery(tree: SyntaxTree): string {
  switch (tree.kind) {
    case 'or':
      return tree.parts
        .map((part) => (part.kind === 'or' ? `(${printQuery(part)})` : printQuery(part)))
        .join(' OR ');
    case 'and':
      return tree.parts.map(clause).join(' ');
    case 'not':
      return `-${clause(tree.part)}`;
    case 'field':
      return `${tree.field}:${value(tree.part)}`;
    case 'word':
      return word(tree.text);
    case 'wildcard':
      return word(tree.pieces[0], tree.pieces.slice(1), tree.anyEnding);
    case 'phrase':
      return `"${tree.text.replace(SPECIAL_IN_PHRASE, '\\$&')}"`;
    case 'range':
      return `[${tree.from} TO ${tree.to}]`;
    case 'all':
      return '*';
  }
}

function clause(tree: SyntaxTree): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${printQuery(tree)})` : printQuery(tree);
}

function value(tree: SyntaxTree): string {
  const isGroup = tree.kind === 'not' || tree.kind === 'field';
  return isGroup ? `(${printQuery(tree)})` : clause(tree);
}

function word(text: string, pieces: readonly string[] = [], anyEnding = false): string {
  const beginning = text
    .replace(SPECIAL, '\\$&')
    .replace(SPECIAL_BEGINNING, '\\$&')
    .replace(FIELD_COLON, '$1\\:');
  const rest = pieces.map((piece) => `?${piece.replace(SPECIAL, '\\$&')}`);
  return `${beginning}${rest.join('')}${anyEnding ? '*' : ''}`;
}
