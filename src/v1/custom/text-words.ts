import { isFunctionWord } from '../../search/analysis/function-words.js';
import { analyze } from '../../search/analyzer.js';
import type { FieldBoosts, Query } from '../../search/query.js';
import { BOUNDS } from './bounds.js';
import type { WildcardNode } from './syntax-tree.js';

/**
 * Titles with a word, or with every word where it stands for several. Nothing for what is no word
 * at all, such as a dash by itself.
 */
export function wordQuery(text: string, fields: FieldBoosts): Query | undefined {
  return every([...new Set(analyze(text))].map((term) => ({ kind: 'term', term, fields })));
}

/** Whether all that a word stands for are function words, such as `the` and `of`. */
export function isFunctionWords(text: string): boolean {
  return analyze(text).every(isFunctionWord);
}

/** Titles with words side by side, in order. Nothing for a phrase without a word. */
export function phraseQuery(text: string, fields: FieldBoosts): Query | undefined {
  const terms = analyze(text);
  return terms.length === 0 ? undefined : { kind: 'phrase', terms, fields };
}

/** Titles with a word that fits a wildcard; of several words (`e-mai*`) the wildcards' own fit. */
export function wildcardQuery(
  { pieces, anyEnding }: WildcardNode,
  fields: FieldBoosts,
): Query | undefined {
  const patterns = [''];
  pieces.forEach((piece, i) => {
    const [first = '', ...others] = analyze(piece);
    patterns[patterns.length - 1] += `${i === 0 ? '' : '?'}${first}`;
    patterns.push(...others);
  });
  if (anyEnding) patterns[patterns.length - 1] += '*';
  return every(
    patterns
      .filter((pattern) => /[^*?]/.test(pattern))
      .map((pattern) =>
        /[*?]/.test(pattern)
          ? { kind: 'wildcard', pattern, fields, maximumTerms: BOUNDS.wildcardTerms }
          : { kind: 'term', term: pattern, fields },
      ),
  );
}

/** Every one of them: nothing of none. */
function every(queries: readonly Query[]): Query | undefined {
  return queries.length > 1 ? { kind: 'and', queries } : queries[0];
}
