import type { ValueNode } from './syntax-tree.js';

/** A piece of a query, with where it begins in it, in UTF-16 code units from 0. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'end'; readonly at: number }
  | { readonly kind: 'field'; readonly at: number; readonly name: string }
  | { readonly kind: 'value'; readonly at: number; readonly value: ValueNode };
