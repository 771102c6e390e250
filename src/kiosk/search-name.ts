/** The name of a search in words, for headings and titles of pages and for feeds: of its query, or of its only filter. */

import { ANYWHERE } from '../catalog/narrowings.js';
import { FIELDS, type FieldName } from '../v1/query-language/fields.js';
import { type FieldNode, printQuery, type SyntaxTree } from '../v1/query-language/syntax-tree.js';
import { labelOfField, narrowingOfField, parsedQuery, textOf } from './advanced-query.js';
import { chosenName, filterName, labeledName } from './components/facets.js';
import { type Content, catalogText, html } from './html.js';
import { formatMessage, formatMessageHtml, quoted } from './language.js';
import type { SearchState } from './search-state.js';

/**
 * Renders the heading of a search: its name, or else its query.
 *
 * @param count the number of titles without the filters, or any other number if it is not 0
 */
export function headingOfResults(state: SearchState, count = 1): Content {
  const { no_results, results } = state.language.texts;
  const name = nameOfResults(state);
  if (name !== undefined && (count > 0 || state.q.trim() === '*')) return catalogText(name);
  const query = name === undefined ? html`<q><bdi>${state.q}</bdi></q>` : catalogText(name);
  return formatMessageHtml(count === 0 ? no_results.heading : results.for, { query });
}

/** Returns the name of a search as plain text, or else its query: the title of a page of results. */
export function titleOfResults(state: SearchState): string {
  const { language, q } = state;
  const query = quoted(q, language);
  return nameOfResults(state) ?? formatMessage(language.texts.results.for, { query });
}

/**
 * Returns the name of the results of a query in the query language, or of a search without a query: the name of the only
 * filter, or else the name for new titles or for all titles. Returns undefined for any other search.
 */
function nameOfResults(state: SearchState): string | undefined {
  if (state.q.trim() !== '*') return nameOfQuery(state);
  const { results, home } = state.language.texts;
  const [only, ...others] = state.chosen;
  if (only !== undefined && others.length === 0) {
    return filterName(only.narrowing, only.value, state);
  }
  return state.sort === 'newly_acquired' ? home.newly_acquired : results.all;
}

/**
 * Returns the words for a query in the query language, such as `Title: whale, not Author: melville`. Returns undefined for
 * another search, for a query of words alone, and for a query that a list of words could not express without ambiguity.
 */
export function nameOfQuery(state: SearchState): string | undefined {
  const tree = state.searchType === 'custom' ? parsedQuery(state.q) : undefined;
  if (tree === undefined) return undefined;
  const isList = tree.kind === 'and' || tree.kind === 'or';
  const clauses = isList ? tree.clauses : [tree];
  if (tree.kind !== 'or' && clauses.every((clause) => nameOfText(clause))) return undefined;
  const names = clauses.map((clause) => nameOfClause(clause, state));
  return joined(names, tree.kind === 'or', state.language.texts.layout.comma, state);
}

function nameOfClause(node: SyntaxTree, state: SearchState): string | undefined {
  if (node.kind === 'field') return nameOfField(node, state);
  if (node.kind !== 'not') return nameOfText(node);
  const what = nameOfClause(node.clause, state);
  return what && formatMessage(state.language.texts.results.without, { what });
}

function nameOfField({ field, clause }: FieldNode, state: SearchState): string | undefined {
  if (field === 'pubyear') {
    const years =
      clause.kind === 'range'
        ? `${clause.from}-${clause.to}`.replaceAll('*', '')
        : nameOfText(clause, false);
    return years ? labeledName('publication_date', years, state) : undefined;
  }
  const isWords = FIELDS[field as FieldName]?.search.kind !== 'named';
  const isList = clause.kind === 'or' || (clause.kind === 'and' && isWords);
  const names = (isList ? clause.clauses : [clause]).map((part) => {
    const text = nameOfText(part, isWords);
    const value = field === 'available' && text === 'true' ? ANYWHERE : text;
    return value && chosenName(narrowingOfField(field), value, state);
  });
  const text = joined(names, clause.kind === 'or', ' ', state);
  const { available_now } = state.language.texts.results;
  if (field === 'anywhere' || text === undefined || text === available_now) return text;
  const label = labelOfField(field, state.language, state.library);
  return label && label + state.language.texts.layout.colon + text;
}

/** Joins names with `or` or with a separator. Returns undefined if one of the names is missing. */
function joined(
  names: readonly (string | undefined)[],
  areChoices: boolean,
  separator: string,
  { language }: SearchState,
): string | undefined {
  if (names.some((name) => !name)) return undefined;
  const choices = new Intl.ListFormat(language.locale, { type: 'disjunction' });
  return areChoices ? choices.format(names as string[]) : names.join(separator);
}

function nameOfText(node: SyntaxTree, isQuoted = true): string | undefined {
  return node.kind === 'wildcard' ? printQuery(node) : textOf(node, isQuoted);
}
