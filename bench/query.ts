import type { Narrowing } from '../src/catalog/narrowings.js';

/** What a query asks of the words, told to no engine in particular. */
export type TextQuery =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'words';
      /** All of them must stand in a title, in whatever fields. */
      readonly words: readonly string[];
      /** The last word may go on. */
      readonly prefix?: true;
      /** How many letters of each word may be wrong. */
      readonly typos?: number;
    }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'wildcard'; readonly pattern: string };

/** A value that titles must have. */
export interface NarrowingChoice {
  readonly column: Narrowing;
  readonly value: string;
}

/** A query of the bench, as plain data. */
export interface BenchQuery {
  readonly group: string;
  readonly text: TextQuery;
  readonly narrowings: readonly NarrowingChoice[];
}

/** A query as a reader of the results sees it. */
export function queryLabel({ text, narrowings }: BenchQuery): string {
  const chosen = narrowings.map(({ column, value }) => `${column}=${value}`);
  return [textLabel(text), ...chosen].join(' ');
}

function textLabel(text: TextQuery): string {
  switch (text.kind) {
    case 'all':
      return '*';
    case 'phrase':
      return `"${text.words.join(' ')}"`;
    case 'wildcard':
      return text.pattern;
    default: {
      const typos = text.typos === undefined ? '' : `~${text.typos}`;
      return text.words.map((word) => word + typos).join(' ') + (text.prefix ? '*' : '');
    }
  }
}
