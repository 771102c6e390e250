import type { Titles } from '../../catalog/catalog.js';
import { type Matches, tokenize, type Word } from '../../search/index.js';
import { matchDisMax } from './dis-max.js';
import { boostExactTitles, boostSimilarTitles } from './exact-title-boost.js';
import { createWordSearch, expandWord, type WordSearch } from './expanded-word.js';
import { RELAXATIONS, type Relaxation, relax } from './relaxation.js';
import { type Respelling, respell } from './respelling.js';
import type { SearchFields } from './search-types.js';

/** The result of a keyword search. */
export interface KeywordMatches {
  readonly matches: Matches;
  /** The step of relaxation that found the matches, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
}

/** The maximum number of distinct words that are searched. Further words are ignored. */
const MAX_WORDS = 64;

/**
 * Finds titles by the words of a typed text. Every word is required, in any of its forms and in any of
 * the fields. Stop words (articles, conjunctions and short prepositions) are optional, unless the text
 * has no other words. If the fields include `title`, titles that equal the text come first.
 *
 * If no title matches, the query is relaxed in steps; see {@link Relaxation}. The text `*` matches every
 * title. A text without words matches no title.
 */
export function keywordSearch(titles: Titles, typed: string, fields: SearchFields): KeywordMatches {
  const { index } = titles;
  if (typed.trim() === '*') return { matches: index.match({ kind: 'all' }), relaxed: undefined };
  const search = createWordSearch(index, fields);
  const words = distinctWords(typed);
  const found = matchAll(words, search);
  if (found.documents.length > 0) {
    const matches = 'title' in fields ? boostExactTitles(titles, typed, found) : found;
    return { matches, relaxed: undefined };
  }
  for (const step of RELAXATIONS) {
    const matches = relax(step, words, search);
    if (matches.documents.length === 0) continue;
    const ranked = 'title' in fields ? boostSimilarTitles(titles, typed, step, matches) : matches;
    if (step !== 'typos') return { matches: ranked, relaxed: step };
    const respelling = () => respell(words, search, matches.documents);
    return { matches: ranked, relaxed: step, respelling };
  }
  return { matches: found, relaxed: undefined };
}

/** Returns the first {@link MAX_WORDS} distinct words of a typed text. */
function distinctWords(typed: string): Word[] {
  const words = new Map(tokenize(typed).map((word) => [JSON.stringify(word), word]));
  return [...words.values()].slice(0, MAX_WORDS);
}

function matchAll(words: readonly Word[], search: WordSearch): Matches {
  const expanded = words.map((word) => expandWord(word, search));
  const required = expanded.filter((word) => !word.isStopWord);
  return required.length === 0
    ? matchDisMax(search.index, { words: expanded, match: 'all', optional: [] })
    : matchDisMax(search.index, {
        words: required,
        match: 'all',
        optional: expanded.filter((word) => word.isStopWord),
      });
}
