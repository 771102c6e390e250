import type { Narrowing } from '../src/catalog/narrowings.js';

/** The text part of a query, independent of any engine. */
export type TextQuery =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'words';
      /** The required words. A title may contain each word in any field. */
      readonly words: readonly string[];
      /** Whether the last word is a prefix. Default: false. */
      readonly prefix?: true;
      /** The maximum edit distance of each word. Default: 0. */
      readonly typos?: number;
    }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'wildcard'; readonly pattern: string };

/** A filter: titles must have this value in this column. */
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

/** Returns the text that reports print for a query. */
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
