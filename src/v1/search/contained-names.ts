/*
 * The titles whose whole title, series or author's name is contained in the typed words: `do you have the martian` contains
 * `The Martian`. Relaxed queries match these titles and raise them.
 */

import type { Titles } from '../../catalog/catalog.js';
import { authorKeyOfTerms, hasForenames, initialKey } from '../../catalog/name-key.js';
import { idf, isStopWord, type Word } from '../../search/index.js';
import { NO_TITLES, termsOf } from './expanded-word.js';
import { findNoise } from './noise-words.js';

/** Only this number of words of a query, from the first, are compared with titles and names. */
const MAX_COMPARED_WORDS = 24;

/** The maximum number of words of a name whose forenames are compared with initials. */
const MAX_NAME_WORDS = 4;

/** The maximum number of titles whose authors are compared for one surname with an initial. */
const MAX_READ_TITLES = 128;

/** The minimum share of the weight of all words that a title or name must have. */
const MIN_SHARE = 0.25;

export const CONTAINED_KINDS = ['contained_title', 'contained_series', 'contained_author'] as const;

/** The titles whose whole title, series or author's name is contained in a query. */
export interface ContainedNames {
  /**
   * For each of {@link CONTAINED_KINDS}, by title: the highest share of the weight of all words of the query that a
   * name of the title has. Rare words count more (by idf). Words that only request a title count only within a name, so
   * that its share can be above 1: `do you have the book thief` contains *The Book Thief* rather than *The Thief*.
   */
  readonly shares: readonly ReadonlyMap<number, number>[];
  /** The titles of a name that has all words, except words without weight. */
  readonly whole: ReadonlySet<number>;
  /** The titles with a contained name of several words. */
  readonly ofSeveralWords: ReadonlySet<number>;
}

/** Leaves out all contained titles except `kept`. Contained series and authors stay. */
export function withTitlesAmong(names: ContainedNames, kept: ReadonlySet<number>): ContainedNames {
  const [ofTitles, ...others] = names.shares;
  return {
    ...names,
    shares: [new Map([...ofTitles].filter(([title]) => kept.has(title))), ...others],
  };
}

/** Finds the names that are contained in a query. */
export function findContainedNames(titles: Titles, words: readonly Word[]): ContainedNames {
  const { isNoise } = findNoise(words);
  const terms = words.slice(0, MAX_COMPARED_WORDS).map(termsOf);
  const weightsInNames = terms.map((ofWord) => weightOf(ofWord, titles));
  const weights = weightsInNames.map((weight, i) => (isNoise[i] ? 0 : weight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = CONTAINED_KINDS.map(() => new Map<number, number>());
  const whole = new Set<number>();
  const ofSeveralWords = new Set<number>();
  for (let start = 0; start < terms.length; start++) {
    let weight = 0;
    let weightInName = 0;
    for (let end = start + 1; end <= terms.length; end++) {
      weight += weights[end - 1];
      weightInName += weightsInNames[end - 1];
      if (!(weight / total >= MIN_SHARE)) continue;
      const share = weightInName / total;
      const isWhole = weights.every((other, i) => other === 0 || (start <= i && i < end));
      const hasSeveralWords = weights.slice(start, end).filter((part) => part > 0).length > 1;
      titlesOfNames(titles, terms.slice(start, end).flat()).forEach((ofKind, kind) => {
        for (const title of ofKind) {
          shares[kind].set(title, Math.max(share, shares[kind].get(title) ?? 0));
          if (isWhole) whole.add(title);
          if (hasSeveralWords) ofSeveralWords.add(title);
        }
      });
    }
  }
  return { shares, whole, ofSeveralWords };
}

/** Returns the titles that have the terms as their title, series or author's name, by kind. */
function titlesOfNames(titles: Titles, terms: readonly string[]): readonly Uint32Array[] {
  const title = terms.join('');
  const ofAuthor = titles.withTitleKey(authorKeyOfTerms(terms));
  return [
    titles.withTitleKey(title),
    titles.withTitleKey(`series ${title}`),
    ofAuthor.length > 0 ? ofAuthor : titlesOfInitials(titles, terms),
  ];
}

/**
 * Returns the titles of an author whose forenames are initials in the catalog or in the query: `clive staples lewis` is
 * *C. S. Lewis*. The surname is the last term, or the first. The alternate names of authors are read only for titles that
 * no author with the same surname and initial explains.
 */
function titlesOfInitials(titles: Titles, terms: readonly string[]): Uint32Array {
  if (terms.length < 2 || terms.length > MAX_NAME_WORDS) return NO_TITLES;
  const { valuesOf, dictionary } = titles.columns.author;
  const ofOrder = ([surname, ...forenames]: readonly string[]) => {
    const found = titles
      .withTitleKey(initialKey(forenames[0], surname))
      .subarray(0, MAX_READ_TITLES);
    if (found.length === 0) return found;
    const isNamed = (name: string) => hasForenames(name, forenames, surname);
    const isSimilar = (name: string) => hasForenames(name, [[...forenames[0]][0]], surname);
    const authors = [...new Set([...found].flatMap((title) => valuesOf(title)))];
    const similar = authors.filter((author) => isSimilar(dictionary.get(author)));
    const named = similar.filter((author) => isNamed(dictionary.get(author)));
    return found.filter((title) => {
      const ofTitle = valuesOf(title);
      if (ofTitle.some((author) => similar.includes(author))) {
        return ofTitle.some((author) => named.includes(author));
      }
      return titles.pick(title, ['alternate_authors']).alternate_authors?.some(isNamed);
    });
  };
  const surnameFirst = [terms[terms.length - 1], ...terms.slice(0, -1)];
  return Uint32Array.from([...ofOrder(surnameFirst), ...ofOrder(terms)]);
}

/** Returns the idf of the first term of a word, or 0 for a stop word. */
function weightOf([first]: readonly string[], { index }: Titles): number {
  return isStopWord(first) ? 0 : idf(index.documentCount, index.documentFrequency(first));
}
