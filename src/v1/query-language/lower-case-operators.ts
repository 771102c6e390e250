import type { Token } from './lexer.js';
import { syntaxError } from './syntax-error.js';

/** Matches the name of an operator. An operator in capitals is not a value. */
const OPERATOR_NAME = /^(?:and|or|not)$/i;

/**
 * Throws for `or`, `and` or `not` that is not in capitals and is between two clauses with a field, as in
 * `title:emma or author:austen`.
 *
 * @throws ApiError 400
 */
export function refuseLowerCaseOperators(query: string, tokens: readonly Token[]): void {
  const openings = openingsOf(tokens);
  const isWord = (index: number) => {
    const token = tokens[index];
    return (
      token.kind === 'value' &&
      OPERATOR_NAME.test(token.source) &&
      tokens[index - 1]?.kind !== 'field'
    );
  };
  const isOperator = (index: number) =>
    ['and', 'or', 'not'].includes(tokens[index].kind) || isWord(index);

  /** Returns whether a clause with a field ends with the token at `index`. */
  function endsField(index: number): boolean {
    let last = index;
    while (tokens[last]?.kind === 'close') {
      if (tokens[(openings.get(last) ?? 0) - 1]?.kind === 'field') return true;
      last--;
    }
    return tokens[last]?.kind === 'value' && tokens[last - 1]?.kind === 'field';
  }

  /** Returns whether a clause with a field begins with the token at `index`. */
  function beginsField(index: number): boolean {
    let first = index;
    while (['open', 'not'].includes(tokens[first]?.kind)) first++;
    return tokens[first]?.kind === 'field';
  }

  for (let start = 0; start < tokens.length; start++) {
    if (!isOperator(start)) continue;
    let end = start + 1;
    while (isOperator(end)) end++;
    const indexes = Array.from({ length: end - start }, (_, i) => start + i);
    const found = indexes.find(isWord);
    if (found !== undefined && endsField(start - 1) && beginsField(end)) {
      const { at } = tokens[found];
      throw syntaxError(
        query,
        at,
        'an operator in capitals between two fields',
        'write AND, OR or NOT, or quotation marks for the word',
      );
    }
    start = end - 1;
  }
}

/** Returns the index of the opening parenthesis of each closing parenthesis. */
function openingsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const openings = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind }, index) => {
    if (kind === 'open') open.push(index);
    const opening = kind === 'close' ? open.pop() : undefined;
    if (opening !== undefined) openings.set(index, opening);
  });
  return openings;
}
