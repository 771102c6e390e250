/**
 * The advanced form and the custom query that it stands for, in both directions. `pages/advanced.ts` renders the form.
 */

import { narrowingName } from '../catalog/narrowings.js';
import type { Library } from '../catalog/records/library.js';
import { ApiError } from '../v1/api-error.js';
import { parseCustomQuery } from '../v1/query-language/parser.js';
import type { FieldNode, SyntaxTree } from '../v1/query-language/syntax-tree.js';
import { printQuery } from '../v1/query-language/syntax-tree.js';
import type { Language } from './language.js';

/** The fields of the advanced form that contain words and phrases. They are fields of the query language. */
export const WORD_FIELDS = [
  'anywhere',
  'title',
  'author',
  'subject',
  'series',
  'publisher',
  'identifier',
] as const;

/** The fields of the advanced form that contain ids or names, one of which a title needs. */
const CHOICE_FIELDS = ['format', 'language', 'available'] as const;

/** The narrowings that have the names of fields of the query language. */
const NARROWINGS_OF_FIELDS: Readonly<Record<string, string>> = {
  format: 'title_format',
  available: 'available_at',
  region: 'place',
};

/** Returns the narrowing with the name and the values of a field of the query language, or else the field. */
export const narrowingOfField = (field: string) => NARROWINGS_OF_FIELDS[field] ?? field;

/**
 * Returns the name of a field of the query language in the language of a page. Returns undefined for a field that pages do
 * not name.
 */
export function labelOfField(
  field: string,
  { locale, texts: { search, title } }: Language,
  library?: Library,
): string | undefined {
  const own = { anywhere: search.types.keyword, title: search.kinds.title };
  const { publishers: publisher, isbns: identifier, edition, contents, notes } = title;
  const labels = { ...own, publisher, identifier, edition, contents, notes };
  const narrowing = narrowingOfField(field);
  const name = labels[field as keyof typeof labels] ?? narrowingName(narrowing, locale, library);
  return name === narrowing ? undefined : name;
}

/** The values of the fields of the advanced form: text in each field of words, ids, and years. */
export type AdvancedSearch = Readonly<
  Partial<Record<(typeof WORD_FIELDS | typeof CHOICE_FIELDS)[number], readonly string[]>>
> & { readonly from?: string; readonly to?: string };

/** The parameters that the advanced form submits, by field. */
export const ADVANCED_PARAMETERS = Object.fromEntries(
  [...WORD_FIELDS, ...CHOICE_FIELDS, 'from', 'to'].map((field) => [field, `in_${field}`]),
) as Readonly<Record<keyof AdvancedSearch, string>>;

const PHRASE_OR_WORD =
  /["\u201c-\u201f]([^"\u201c-\u201f]*)["\u201c-\u201f]|[^\s"\u201c-\u201f]+/gu;

const UNBOUNDED = '*';

/**
 * Returns the custom query for the parameters that the advanced form submitted. Returns an empty string if all fields
 * are blank, and undefined if the parameters contain no field of the form.
 *
 * @example queryOfForm(new URLSearchParams('in_title=moby+dick&in_from=1950')) // 'title:(moby dick) pubyear:[1950 TO *]'
 */
export function queryOfForm(params: URLSearchParams): string | undefined {
  if (!Object.values(ADVANCED_PARAMETERS).some((name) => params.has(name))) return undefined;
  const valuesOf = (field: keyof AdvancedSearch) =>
    params.getAll(ADVANCED_PARAMETERS[field]).flatMap((value) => value.trim() || []);
  const clauses = [
    ...WORD_FIELDS.flatMap((field) => fieldNode(field, valuesOf(field).flatMap(wordsOf), 'and')),
    ...CHOICE_FIELDS.flatMap((field) => fieldNode(field, valuesOf(field).map(valueNode), 'or')),
  ];
  const [from = UNBOUNDED] = valuesOf('from');
  const [to = UNBOUNDED] = valuesOf('to');
  if (from !== UNBOUNDED || to !== UNBOUNDED) {
    clauses.push({ kind: 'field', field: 'pubyear', clause: { kind: 'range', from, to } });
  }
  return clauses.map(printQuery).join(' ');
}

function fieldNode(
  field: FieldNode['field'],
  nodes: readonly SyntaxTree[],
  kind: 'and' | 'or',
): FieldNode[] {
  if (nodes.length === 0) return [];
  const clause: SyntaxTree = nodes.length === 1 ? nodes[0] : { kind, clauses: nodes };
  return [{ kind: 'field', field, clause }];
}

function wordsOf(text: string): SyntaxTree[] {
  return Array.from(text.matchAll(PHRASE_OR_WORD), ([word, phrase]): SyntaxTree[] => {
    if (phrase === undefined) return [{ kind: 'word', text: word }];
    return phrase.trim() === '' ? [] : [{ kind: 'phrase', text: phrase }];
  }).flat();
}

function valueNode(text: string): SyntaxTree {
  return { kind: /\s/.test(text) ? 'phrase' : 'word', text };
}

/**
 * Returns the values of the advanced form for a custom query. Returns undefined if the form cannot express the query,
 * or if the query is invalid.
 *
 * @example formOfQuery('title:(moby dick) format:BK') // { title: ['moby dick'], format: ['BK'] }
 */
export function formOfQuery(query: string): AdvancedSearch | undefined {
  const tree = parsedQuery(query);
  if (tree === undefined) return undefined;
  const form: Record<string, readonly string[] | string> = {};
  for (const node of tree.kind === 'and' ? tree.clauses : [tree]) {
    if (node.kind !== 'field') return undefined;
    const { field, clause } = node;
    if (field === 'pubyear') {
      if (clause.kind !== 'range' || form.from !== undefined || form.to !== undefined)
        return undefined;
      if (clause.from !== UNBOUNDED) form.from = clause.from;
      if (clause.to !== UNBOUNDED) form.to = clause.to;
      continue;
    }
    const isWords = (WORD_FIELDS as readonly string[]).includes(field);
    if (!isWords && !(CHOICE_FIELDS as readonly string[]).includes(field)) return undefined;
    const parts = clause.kind === (isWords ? 'and' : 'or') ? clause.clauses : [clause];
    const texts = parts.map((part) => textOf(part, isWords));
    if (form[field] !== undefined || texts.includes(undefined)) return undefined;
    form[field] = isWords ? [texts.join(' ')] : texts.flatMap((text) => text ?? []);
  }
  return form;
}

/** Returns the text of a word or a phrase, or undefined for another node. */
export function textOf(node: SyntaxTree, isQuoted: boolean): string | undefined {
  if (node.kind === 'word') return node.text;
  if (node.kind !== 'phrase') return undefined;
  return isQuoted ? `"${node.text}"` : node.text;
}

/** Parses a query in the query language. Returns undefined for an invalid query. */
export function parsedQuery(query: string): SyntaxTree | undefined {
  try {
    return parseCustomQuery(query);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
