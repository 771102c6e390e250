import { collationLetters } from '../base/collation.js';
import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { NAME_KINDS, type NameKind } from '../catalog/name-levels.js';
import { withoutLeadingArticle } from '../catalog/sort-title.js';
import { titleKey } from '../catalog/title-key.js';
import { analyze, analyzePhrase } from '../search/index.js';
import { findLibrary } from './find-record.js';
import { type ParameterPairs, readParameters } from './parameters.js';
import { MAX_LIMIT } from './response/envelope.js';
import { SUGGEST_PARAMETERS } from './schema/parameters.js';
import type { SuggestParameters } from './schema/request-parameters.js';
import { completionsOf } from './search/completions.js';
import { titlesWithIsbn } from './search/isbn-beginnings.js';
import { titlesOfMisspelledVolume, titlesOfVolume } from './search/series-volumes.js';
import {
  hasAllWords,
  type TypedWords,
  titlesWithMisspelledWords,
  titlesWithWords,
  typedWordsOf,
  withWordInTitle,
  withWordsInField,
} from './search/typed-words.js';

/** A title, author, series or subject of the catalog that matches the typed text. */
export interface Suggestion {
  /** What the suggestion names. `search_type` has the same values, except `title`, for which `id` is the title. */
  readonly kind: 'title' | 'author' | 'series' | 'subject';
  /** The title without its subtitle, or the name of the author, series or subject, as in the catalog. */
  readonly text: string;
  /** The id of a title; absent for a name. */
  readonly id?: string;
  /** The number of titles with this author, series or subject; absent for a title. */
  readonly count?: number;
}

/** The result of {@link suggest}. */
export interface Suggestions {
  /** The suggestions, the best first. */
  readonly suggestions: readonly Suggestion[];
}

/** If this number of titles come first, the next suggestion is a name of several titles. */
const MAX_TITLES_BEFORE_NAME = 3;

/**
 * How far a candidate is below a title that begins with the typed text, in levels; see {@link completionsOf}. With
 * these values, names and other titles rarely take the place of the title that a reader is typing
 * (`npm run bench:relevance`).
 */
const PENALTIES = {
  /** A title without the typed leading article. */
  article: 0.3,
  /** A title that contains the typed words, but does not begin with them. */
  words: 0.3,
  author: 0.5,
  series: 0.5,
  subject: 0.7,
} as const;
/** How far the typed volume of a series is above other titles. */
const VOLUME_BONUS = 1;

/**
 * Returns titles, authors, series and subjects that match a partly typed text, for a search box. The API
 * specification does not include this operation.
 *
 * A title matches if it begins with the text or contains words of the text. The last word may be incomplete, and
 * the leading article may be missing. If the title contains only some of the words, its authors, series or
 * subjects must contain the others. A name matches if it begins with the text or contains all of its words. A
 * series and a number, such as `harry potter 3`, match that volume.
 *
 * Popular titles come first. A title that begins with the text comes before a title of similar popularity that
 * does not. A name counts as much as a fraction of its titles together, and a name with one title comes last. If
 * the first three suggestions are titles, the fourth is a name with several titles, if any matches.
 *
 * If nothing matches, the text is read as the beginning of an ISBN, from four digits on. If nothing matches then,
 * the words are read as misspelled.
 *
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params see {@link SuggestParameters}
 * @throws ApiError 400 for a missing or invalid parameter, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @example suggest([catalog], { q: 'mob', library: 'alderwick' }).suggestions[0].text // 'Moby-Dick'
 */
export function suggest(
  catalogs: readonly Catalog[],
  params: SuggestParameters | ParameterPairs,
): Suggestions {
  checkCatalogSet(catalogs);
  const { q, library, limit: requestedLimit } = readParameters(params, SUGGEST_PARAMETERS);
  const limit = Math.min(requestedLimit, MAX_LIMIT);
  const { titles } = findLibrary(catalogs, library);
  const typed = q.trim();
  const terms = analyzePhrase(typed);
  if (terms.length === 0) return { suggestions: [] };
  const words = typedWordsOf(terms);
  for (const findCandidates of [
    () => exactCandidates(titles, typed, words, limit),
    () => isbnCandidates(titles, typed),
    () => misspelledCandidates(titles, typed, words),
  ]) {
    const suggestions = firstSuggestions(findCandidates(), limit);
    if (suggestions.length > 0) return { suggestions };
  }
  return { suggestions: [] };
}

/** A possible suggestion. */
interface Candidate {
  /** A candidate with a higher level comes first. With equal levels, the earlier of the list comes first. */
  readonly level: number;
  /** Whether the candidate is an author, series or subject of several titles. */
  readonly isCommonName: boolean;
  /** Creates the suggestion. Returns undefined if a closer look shows that the candidate does not match. */
  create(): Suggestion | undefined;
}

/**
 * Creates the suggestions of the best candidates, up to `limit`. Of several titles with the same
 * {@link titleKey}, such as editions, only the first is a suggestion.
 */
function firstSuggestions(candidates: readonly Candidate[], limit: number): Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  function addUntil(size: number, added: readonly Candidate[]) {
    for (const candidate of added) {
      if (suggestions.size >= size) return;
      const suggestion = candidate.create();
      if (suggestion === undefined) continue;
      const key = `${suggestion.kind} ${titleKey(withoutLeadingArticle(suggestion.text))}`;
      if (!suggestions.has(key)) suggestions.set(key, suggestion);
    }
  }
  const bestFirst = candidates.toSorted((a, b) => b.level - a.level);
  addUntil(Math.min(limit, MAX_TITLES_BEFORE_NAME), bestFirst);
  if (limit > suggestions.size && [...suggestions.values()].every(({ kind }) => kind === 'title')) {
    const names = bestFirst.filter(({ isCommonName }) => isCommonName);
    addUntil(suggestions.size + 1, names);
  }
  addUntil(limit, bestFirst);
  return [...suggestions.values()];
}

/** Returns the candidates for the text as typed, which are spelled like it. */
function exactCandidates(
  titles: Titles,
  typed: string,
  words: TypedWords,
  limit: number,
): Candidate[] {
  const beginnings = titleBeginnings(titles, typed, limit);
  const best = titlesWithWords(titles, words);
  return [
    ...volumeCandidates(titles, titlesOfVolume(titles, typed)),
    ...beginnings,
    ...wordCandidates(titles, words, best, beginnings.length < limit ? typed : undefined),
    ...NAME_KINDS.flatMap((kind) => [
      ...nameBeginnings(titles, kind, typed, limit),
      ...namesWithWords(titles, kind, words, best),
    ]),
  ];
}

function titleCandidate(titles: Titles, number: number, level: number): Candidate {
  return {
    level,
    isCommonName: false,
    create: () => {
      const { title } = titles.pick(number, ['title']);
      return { kind: 'title', text: title, id: titles.id(number) };
    },
  };
}

function nameCandidate(
  titles: Titles,
  kind: NameKind,
  ord: number,
  level: number,
  isAccepted: (name: string) => boolean = () => true,
): Candidate {
  const { dictionary, data } = titles.columns[kind];
  return {
    level,
    isCommonName: data.counts[ord] > 1,
    create: () => {
      const text = dictionary.get(ord);
      return isAccepted(text) ? { kind, text, count: data.counts[ord] } : undefined;
    },
  };
}

/**
 * Returns the titles that begin with the typed text. Titles are compared without the leading article of their
 * language. The language of the typed text is unknown. Therefore, if the first word is an article in any
 * language, titles that begin with the whole text match, and titles that begin with the rest of it. For `i am`,
 * `I Am Legend` comes before an equally popular `Amber`.
 */
function titleBeginnings(titles: Titles, typed: string, limit: number): Candidate[] {
  const { title } = completionsOf(titles);
  const whole = title
    .complete(typed, limit)
    .map((number) => titleCandidate(titles, number, title.levelOf(number)));
  const bare = withoutLeadingArticle(typed);
  if (bare === typed) return whole;
  const letters = collationLetters(typed);
  const rest = title.complete(bare, 3 * limit).map((number) => {
    const hasArticle = collationLetters(titles.pick(number, ['title']).title).startsWith(letters);
    return titleCandidate(
      titles,
      number,
      title.levelOf(number) - (hasArticle ? 0 : PENALTIES.article),
    );
  });
  return [...whole, ...rest];
}

/** Returns the names of a kind that begin with the typed text. */
function nameBeginnings(titles: Titles, kind: NameKind, typed: string, limit: number): Candidate[] {
  const completions = completionsOf(titles)[kind];
  return completions
    .complete(typed, limit)
    .map((ord) => nameCandidate(titles, kind, ord, completions.levelOf(ord) - PENALTIES[kind]));
}

/** @param volumes the titles that are the typed volume of a series */
function volumeCandidates(titles: Titles, volumes: readonly number[]): Candidate[] {
  const { title } = completionsOf(titles);
  return volumes.map((number) =>
    titleCandidate(titles, number, title.levelOf(number) + VOLUME_BONUS),
  );
}

/**
 * Returns the titles of `best` whose title contains any of the words.
 *
 * @param typed the typed text. A title that begins with it, regardless of punctuation, has no penalty. Undefined:
 *   no title begins with the text.
 */
function wordCandidates(
  titles: Titles,
  words: TypedWords,
  best: readonly number[],
  typed: string | undefined,
): Candidate[] {
  const { title } = completionsOf(titles);
  const key = typed && titleKey(typed);
  return withWordInTitle(titles, best, words).map((number) => {
    const isBeginning =
      key !== undefined && titleKey(titles.pick(number, ['title']).title).startsWith(key);
    return titleCandidate(
      titles,
      number,
      title.levelOf(number) - (isBeginning ? 0 : PENALTIES.words),
    );
  });
}

/** Returns the names of the titles `best` that contain all of the words. */
function namesWithWords(
  titles: Titles,
  kind: NameKind,
  words: TypedWords,
  best: readonly number[],
): Candidate[] {
  const { valuesOf } = titles.columns[kind];
  const { levelOf } = completionsOf(titles)[kind];
  return [...new Set(withWordsInField(titles, best, words, kind).flatMap(valuesOf))]
    .sort((a, b) => a - b)
    .map((ord) =>
      nameCandidate(titles, kind, ord, levelOf(ord) - PENALTIES[kind], (name) =>
        hasAllWords(analyze(name), words),
      ),
    );
}

/** Returns the titles whose ISBN begins with the typed digits, the most popular first. */
function isbnCandidates(titles: Titles, typed: string): Candidate[] {
  return titlesWithIsbn(titles, typed).map((number) => titleCandidate(titles, number, 0));
}

/** Returns the candidates for other spellings of the words. */
function misspelledCandidates(titles: Titles, typed: string, words: TypedWords): Candidate[] {
  const volumes = volumeCandidates(titles, titlesOfMisspelledVolume(titles, typed));
  const found = titlesWithMisspelledWords(titles, words);
  if (found === undefined) return volumes;
  return [
    ...volumes,
    ...wordCandidates(titles, found.words, found.best, undefined),
    ...NAME_KINDS.flatMap((kind) => namesWithWords(titles, kind, found.words, found.best)),
  ];
}
