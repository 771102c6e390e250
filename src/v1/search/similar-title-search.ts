/*
 * Searches for titles like another: `books like dune` finds *Dune*, then the titles similar to it, and then the others
 * with its words.
 */

import type { Catalog } from '../../catalog/catalog.js';
import { titlesLike } from '../../catalog/similar-titles.js';
import { analyzePhrase, difference, unitePair, type Word } from '../../search/index.js';
import { labeled, NO_TITLES, titlesQuery } from './expanded-word.js';
import { isRequestWord } from './noise-words.js';
import type { MatchRelaxed } from './query-budget.js';
import { textOf } from './relaxation.js';
import type { RankedGroup, TitleMatches } from './title-matches.js';

/** Words before the name of a title to which others are similar, in the languages of the pages. */
const LIKE =
  /^(?:like|similar to|similaires? a|similar(?:es)? a|parecidos? a|ahnlich wie|похож(?:ие|ее) на) /;
/** Also words that mean this only after a word that requests a title: `bücher wie momo`, `if you liked dune`. */
const LIKE_AFTER_REQUEST = new RegExp(
  `${LIKE.source}|^(?:liked|loved|enjoyed|wie|comme|como|как) `,
);

const ARTICLE = /^(?:an?|the|eine?|une?|una)$/;

/** The score of a title is this number of times the score of the next. No boost of an edition is higher. */
const SCORE_RATIO = 8;

/**
 * Finds the title or series that a query such as `books like dune` names, and similar titles. First come titles that
 * contain the words from `like` on as typed, and last other titles with the words of the name. The words before `like`
 * may only request a title.
 *
 * @param searchRest searches for the name
 * @returns undefined for another query, or if no title or series has exactly this name
 */
export function searchSimilarTitles(
  catalog: Pick<Catalog, 'titles' | 'lists'>,
  words: readonly Word[],
  matchRelaxed: MatchRelaxed,
  searchRest: (name: string) => TitleMatches,
): TitleMatches | undefined {
  const texts = words.map(textOf);
  const first = texts.findIndex((text) => !isRequestWord(text) && !ARTICLE.test(text));
  for (let at = 0; at < words.length && (first < 0 || at <= first); at++) {
    const phrase = texts.slice(at).join(' ');
    const isRequested = at > 0 && isRequestWord(texts[at - 1]);
    const name = phrase.replace(isRequested ? LIKE_AFTER_REQUEST : LIKE, '');
    if (name === phrase) continue;
    const withoutLast = name.replace(/ (\S+)$/, (all, word) => (isRequestWord(word) ? '' : all));
    for (const named of new Set([name, withoutLast])) {
      const ranked = titlesLike(catalog, named);
      const found = ranked && matchLike(ranked, phrase, matchRelaxed, searchRest(named));
      if (found) return { ...found, similarTo: catalog.titles.id(ranked[0][0]) };
    }
  }
  return undefined;
}

/** Finds the groups of titles. `ranked` are the titles of each rank, and `phrase` are the words from `like` on. */
function matchLike(
  ranked: readonly (readonly number[])[],
  phrase: string,
  matchRelaxed: MatchRelaxed,
  rest: TitleMatches,
): TitleMatches | undefined {
  const queries = ranked.map((of, i) =>
    labeled('similar', titlesQuery(of, SCORE_RATIO ** (ranked.length - i))),
  );
  const asTyped = { kind: 'phrase', terms: analyzePhrase(phrase), fields: { title: 1 } } as const;
  const typed = matchRelaxed(asTyped);
  const like = matchRelaxed({ kind: 'dis_max', queries });
  if (typed === undefined || like === undefined) return undefined;
  const groups: RankedGroup[] = [];
  let documents = NO_TITLES;
  function addGroup(group: RankedGroup) {
    const others = difference(group.matches.documents, documents);
    if (others.length > 0) groups.push({ ...group, matches: group.matches.narrowed(others) });
    documents = unitePair(documents, others);
  }
  addGroup({ ...typed, name: 'all_words' });
  addGroup({ ...like, name: 'similar' });
  rest.groups.forEach(addGroup);
  return {
    documents,
    groups,
    steps: [
      { name: 'all_words', count: typed.matches.documents.length },
      { name: 'similar', count: like.matches.documents.length },
    ],
    cost: typed.matches.cost + like.matches.cost + rest.cost,
    strict: documents,
    relaxed: undefined,
  };
}
