import type { Titles } from '../../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import type { FieldScore, MatchExplanation, Query } from '../../search/index.js';
import type { ClauseLabel } from '../search/words/expanded-word.js';

/**
 * The reason why a clause matches: a {@link ClauseLabel}, or for a clause of a custom search also `phrase`,
 * `proximity`, `wildcard`, `filter` (a value or a range) or `all`.
 */
export type ClauseKind = ClauseLabel | 'phrase' | 'proximity' | 'wildcard' | 'filter' | 'all';

/** A clause of a query that a title matches. */
export interface ClauseExplanation {
  /** The words that were typed, as they are searched: in lower case, without accents. For values, their names. */
  readonly text: string;
  /** Why the clause is searched. */
  readonly kind: ClauseKind;
  /** The words or values of the title that match. */
  readonly matched: string;
  /** The fields that match, each with its part of the score. */
  readonly fields: readonly FieldScore[];
  /** The score of the clause, including its boost. */
  readonly score: number;
}

/** Creates the explanation of each clause that a title matches. The scores of the clauses add up to the score of the match. */
export function explainClauses(
  match: MatchExplanation,
  titles: Titles,
  document: number,
): ClauseExplanation[] {
  const clausesOf = (part: MatchExplanation): ClauseExplanation[] => {
    const { query, score } = part;
    switch (query.kind) {
      case 'and':
      case 'or':
      case 'and_not':
      case 'at_least':
      case 'boolean':
        return part.parts.flatMap(clausesOf);
      case 'dis_max': {
        const best = bestOf(part);
        const inside = clausesOf(best);
        return [
          {
            text: textOf(query, titles),
            kind: labelOf(best.query) ?? kindOfParts(inside),
            matched: inside.map(({ matched }) => matched).join(' '),
            fields: sumByField(inside.flatMap(({ fields }) => fields)),
            score,
          },
        ];
      }
      default: {
        const text = textOf(query, titles);
        const kind = labelOf(query) ?? kindOfLeaf(query);
        const matched = matchedText(query, titles, document);
        return [{ text, kind, matched, fields: part.fields, score }];
      }
    }
  };
  return clausesOf(match);
}

/** Returns the part of a `dis_max` query that determines its score. */
function bestOf({ parts }: MatchExplanation): MatchExplanation {
  return parts.reduce((best, part) => (part.score > best.score ? part : best));
}

function labelOf({ label }: Query): ClauseLabel | undefined {
  return label as ClauseLabel | undefined;
}

/** Returns the kind of a form of several words: that of the first word that is not as typed. */
function kindOfParts(parts: readonly ClauseExplanation[]): ClauseKind {
  return parts.find(({ kind }) => kind !== 'typed' && kind !== 'optional')?.kind ?? 'typed';
}

function kindOfLeaf(query: Query): ClauseKind {
  switch (query.kind) {
    case 'term':
      return query.prefix ? 'prefix' : 'typed';
    case 'phrase':
    case 'proximity':
    case 'wildcard':
    case 'all':
      return query.kind;
    default:
      return 'filter';
  }
}

/** Returns the text of a query. The text of a word is its first form, which is the typed one. */
function textOf(query: Query, titles: Titles): string {
  switch (query.kind) {
    case 'term':
      return query.term;
    case 'phrase':
    case 'proximity':
      return query.terms.join(' ');
    case 'wildcard':
      return query.pattern;
    case 'and':
      return query.queries.map((part) => textOf(part, titles)).join(' ');
    case 'dis_max':
      return textOf(query.queries[0], titles);
    case 'boolean':
      return textOf(query.required, titles);
    case 'constant_score':
      return textOf(query.query, titles);
    case 'values': {
      const narrowing = narrowingOf(query.column);
      return narrowing === undefined ? query.column : valueNames(query.values, narrowing, titles);
    }
    case 'value_range':
    case 'range':
      return query.column;
    default:
      return '';
  }
}

/** Returns the words or values of a title that match a query without parts. */
function matchedText(query: Query, titles: Titles, document: number): string {
  const { index } = titles;
  switch (query.kind) {
    case 'term':
      return query.prefix
        ? [...index.termsWithPrefix(query.term)]
            .map(({ term }) => term)
            .filter(
              (term) => index.filterByTerms([document], [{ term }], query.fields, 1).length > 0,
            )
            .join(' ')
        : query.term;
    case 'constant_score':
      return matchedText(query.query, titles, document);
    case 'values': {
      const narrowing = narrowingOf(query.column);
      if (narrowing === undefined) return query.column;
      const ofTitle = titles.columns[narrowing].valuesOf(document);
      return valueNames(
        query.values.filter((ord) => ofTitle.includes(ord)),
        narrowing,
        titles,
      );
    }
    default:
      return textOf(query, titles);
  }
}

function narrowingOf(column: string): Narrowing | undefined {
  return NARROWINGS.find((name) => name === column);
}

function valueNames(ords: readonly number[], narrowing: Narrowing, titles: Titles): string {
  return ords.map((ord) => titles.value(narrowing, ord).name).join(', ');
}

function sumByField(scores: readonly FieldScore[]): FieldScore[] {
  const sums = new Map<string, number>();
  for (const { field, score } of scores) sums.set(field, score + (sums.get(field) ?? 0));
  return [...sums].map(([field, score]) => ({ field, score }));
}
