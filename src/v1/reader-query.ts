import type { Titles } from '../catalog/catalog.js';
import { readWords, type Word } from '../search/analysis/words.js';
import type { Matches } from '../search/matches.js';
import { askedWord, type WordSearch, wordSearch } from './asked-word.js';
import { RELAXATIONS, type Relaxation, relax } from './relaxation.js';
import { type Respelling, respell } from './respelling.js';
import type { SearchFields } from './search-types.js';
import { equalTitlesFirst, similarTitlesFirst } from './title-first.js';
import { matchWords } from './word-matches.js';

/** What a reader's words found. */
export interface ReaderMatches {
  readonly matches: Matches;
  /** The step of forgiveness that found them; undefined when the words were found as typed. */
  readonly relaxed: Relaxation | undefined;
  /** What misspelt words were taken for; computed when asked. */
  readonly respelling?: () => Respelling;
}

/** Words beyond these are not looked for: no title needs more, and each costs. */
const MOST_WORDS = 64;

/**
 * Finds what a reader typed: every word that carries meaning required, in any of the fields, in any
 * of the ways it may be written. Function words only add to the score, unless there are no others. A
 * title that equals what was typed comes first.
 *
 * When nothing matches, forgives step by step, see {@link Relaxation}. `*` is every title; a query
 * without a word finds nothing.
 */
export function findAsReader(titles: Titles, typed: string, fields: SearchFields): ReaderMatches {
  const { index } = titles;
  if (typed.trim() === '*') return { matches: index.match({ kind: 'all' }), relaxed: undefined };
  const search = wordSearch(index, fields);
  const words = distinctWords(typed);
  const found = matchAll(words, search);
  if (found.documents.length > 0) {
    const matches = 'title' in fields ? equalTitlesFirst(titles, typed, found) : found;
    return { matches, relaxed: undefined };
  }
  for (const step of RELAXATIONS) {
    const matches = relax(step, words, search);
    if (matches.documents.length === 0) continue;
    const ranked = 'title' in fields ? similarTitlesFirst(titles, typed, step, matches) : matches;
    if (step !== 'typos') return { matches: ranked, relaxed: step };
    const respelling = () => respell(words, search, matches.documents);
    return { matches: ranked, relaxed: step, respelling };
  }
  return { matches: found, relaxed: undefined };
}

/** The words of a query, each once. */
function distinctWords(typed: string): Word[] {
  const words = new Map(readWords(typed).map((word) => [JSON.stringify(word), word]));
  return [...words.values()].slice(0, MOST_WORDS);
}

function matchAll(words: readonly Word[], search: WordSearch): Matches {
  const asked = words.map((word) => askedWord(word, search));
  const required = asked.filter((word) => !word.isFunctionWord);
  return required.length === 0
    ? matchWords(search.index, { words: asked, needs: 'all', optional: [] })
    : matchWords(search.index, {
        words: required,
        needs: 'all',
        optional: asked.filter((word) => word.isFunctionWord),
      });
}
