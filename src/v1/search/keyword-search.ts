/*
 * The search of the words of a typed text, `search_type` other than `custom`: the strict query first, and relaxed
 * queries (`relaxation.ts`) if it finds no or few titles. The words become queries in `query-words.ts` and
 * `expanded-word.ts`.
 */

import { lazy, memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { LAST_VOLUME, namedVolumes, volumesAmong } from '../../catalog/series-volumes.js';
import { titlesLike } from '../../catalog/similar-titles.js';
import {
  analyzePhrase,
  difference,
  type FieldBoosts,
  isStopWord,
  type Matches,
  type Query,
  tokenize,
  unitePair,
  type Word,
} from '../../search/index.js';
import {
  allOf,
  anyForm,
  createWordSearch,
  inFields,
  isIsbn13,
  keyOfWord,
  keywordQuery,
  labeled,
  NO_TITLES,
  type RelaxLimit,
  termsOf,
  titlesQuery,
  type WordSearch,
} from './expanded-word.js';
import type { SearchFields } from './field-boosts.js';
import { readsNamedValues, searchNamedValues } from './named-value-search.js';
import { readNamedValues } from './named-values.js';
import {
  createMatchRelaxed,
  type MatchRelaxed,
  matchWithinBudget,
  type QueryMatches,
} from './query-budget.js';
import {
  expandWords,
  findNoise,
  headingBoosts,
  isRequestWord,
  phraseBoosts,
  type QueryWord,
  seriesAndVolume,
} from './query-words.js';
import {
  type ContainedNames,
  expandIncomplete,
  findContainedNames,
  RELAXATIONS,
  type Relaxation,
  relaxedQueries,
  respell,
  textOf,
  withTitlesAmong,
} from './relaxation.js';
import {
  containedTitleBoosts,
  exactTitleBoosts,
  similarTitleBoosts,
  type TitleBoostKind,
} from './title-boosts.js';
import {
  type RankedGroup,
  type SearchStep,
  type TitleMatches,
  unrelaxed,
} from './title-matches.js';

/** The maximum number of distinct words that are searched. Further words are ignored. */
const MAX_WORDS = 64;

/**
 * A result of at most this many titles can be thin: so small that it probably misses what the reader wants. The titles of a
 * larger result are never ranked together with titles of a relaxed query.
 */
const MAX_THIN_TITLES = 3;

/**
 * Finds titles by the words of a typed text. Every word is required, in any of its forms and in any of the fields. Stop
 * words are optional, unless the text has no other words. If the fields include `title`, titles that equal the text
 * come first.
 *
 * Words that name a format, a language, an audience or availability also find the titles with this value; see {@link
 * searchNamedValues}. If no title matches, the query is relaxed in steps; see {@link Relaxation}. A query that matches
 * only a few titles, none of them in the title, is relaxed as well; these titles then rank together with the titles
 * that a step adds. A step whose query costs too much, together with the steps before it, is skipped. The text `*`
 * matches every title. A text without words matches no title.
 *
 * @param relax the steps that may be tried. Default: all.
 * @throws ApiError 400 for a text whose words are too many and too frequent; see `query-budget.ts`
 */
export function keywordSearch(
  catalog: Pick<Catalog, 'titles' | 'lists'>,
  q: string,
  fields: SearchFields,
  relax: RelaxLimit = 'all',
): TitleMatches {
  const { titles } = catalog;
  const { index } = titles;
  const typed = readableText(q);
  if (typed.trim() === '*') {
    const query = { kind: 'all' } as const;
    return unrelaxed({ query, matches: index.match(query) });
  }
  const comparesTitles = 'title' in fields;
  const words = searchedWords(typed);
  const matchRelaxed = createMatchRelaxed(index);
  const searchRest = (rest: string) => keywordSearch(catalog, rest, fields, relax);
  const isRead = readsNamedValues(fields) && words.length < MAX_WORDS;
  const naming = isRead ? readNamedValues(titles, typed, words) : undefined;
  const isOnlyText = /^["“„«]/.test(typed) || naming?.units.some((unit) => !unit.isGeneric);
  if (isRead && relax === 'all' && !isOnlyText) {
    const similar = searchSimilarTitles(catalog, words, matchRelaxed, searchRest);
    if (similar !== undefined) return similar;
  }
  const search = createWordSearch(titles, searchedFields(words, fields), relax);
  const expanded = expandWords(words, search);
  const query = keywordQuery(
    expanded.map((word) => word.expanded),
    [...phraseBoosts(expanded, search, words.flatMap(termsOf)), ...headingBoosts(typed, search)],
  );
  const volume = comparesTitles ? seriesAndVolume(expanded) : undefined;
  const volumes = namedVolumes(titles, volume);
  const { query: searched, matches } = matchWithinBudget(index, withVolumes(query, volumes));
  const found = matches.documents;
  const exactBoosts = lazy(() => {
    const boosted = volumes.length > 0 ? volumes : volumesAmong(titles, found, volume);
    return exactTitleBoosts(titles, typed, found, boosted);
  });
  const strict: RankedGroup = {
    name: 'all_words',
    query: searched,
    matches,
    ...(comparesTitles && { titleBoosts: exactBoosts }),
  };
  const named =
    naming &&
    searchNamedValues(typed, { search, naming, asText: strict, matchRelaxed, searchRest });
  if (named !== undefined) return named;
  const compared = comparesTitles && relax === 'all' ? words : [];
  const names = lazy(() => findContainedNames(titles, compared));
  const isComplete =
    relax === 'none' ||
    found.length > MAX_THIN_TITLES ||
    (found.length > 0 &&
      (!comparesTitles ||
        found.some((document) => exactBoosts().factors.has(document)) ||
        isAboutTitles(found, names, words, expanded, matchRelaxed)));
  if (isComplete) return unrelaxed(strict);
  const steps: SearchStep[] = [{ name: 'all_words', count: found.length }];
  if (naming !== undefined) steps.push({ name: 'named_value', count: 0 });
  return (
    relaxedSearch(typed, words, search, found, names(), matchRelaxed, steps) ??
    unrelaxed(strict, steps)
  );
}

/** The fields of a search for several words: without call numbers, unless a word has a digit or a single letter. */
function searchedFields(words: readonly Word[], fields: SearchFields): SearchFields {
  const isOfCallNumber = (word: Word) => termsOf(word).some((term) => /\d|^.$/u.test(term));
  return words.length < 2 || words.some(isOfCallNumber) ? fields : withoutCallNumbers(fields);
}

const withoutCallNumbers = memoizePerObject(
  ({ call_number, ...fields }: SearchFields): SearchFields => fields,
);

/**
 * Finds titles that match less strictly, and ranks them together with the titles that match without relaxation.
 *
 * @param found the titles that match without relaxation
 * @param steps receives each step that is tried
 * @returns undefined if no further title is found
 */
function relaxedSearch(
  typed: string,
  words: readonly Word[],
  search: WordSearch,
  found: Uint32Array,
  names: ContainedNames,
  matchRelaxed: MatchRelaxed,
  steps: SearchStep[],
): TitleMatches | undefined {
  const { titles, relax } = search;
  const comparesTitles = 'title' in search.fields;
  const isKnownIsbn = ([term]: readonly string[]) =>
    isIsbn13(term) && search.index.documentFrequency(term) > 0;
  // An address can contain an ISBN of the catalog.
  const isbns = words.filter((word) => isKnownIsbn(termsOf(word)));
  const searched = relax === 'all' && isbns.length > 0 ? isbns : words;
  const volumes = comparesTitles && relax === 'all' ? volumesOfDescribed(words, search) : NO_TITLES;
  const accepted = { ...names, ofSeveralWords: new Set([...names.ofSeveralWords, ...volumes]) };
  // The volume has no words such as `last`, so it cannot be another spelling of the query.
  for (const step of volumes.length > 0 ? (['any'] as const) : RELAXATIONS[relax]) {
    const relaxed = matchStep(step, searched, search, accepted, matchRelaxed);
    steps.push({ name: step, count: relaxed?.matches.documents.length ?? 0 });
    if (relaxed === undefined) continue;
    // The step `typos` also matches incomplete words.
    const isScattered =
      step === 'prefix' &&
      comparesTitles &&
      words.length > 1 &&
      (found.length > 0 || relaxed.matches.documents.length <= MAX_THIN_TITLES) &&
      !isAboutTitles(
        relaxed.matches.documents,
        () => names,
        words,
        expandIncomplete(searched, search),
        matchRelaxed,
      );
    if (isScattered) continue;
    const added = difference(relaxed.matches.documents, found);
    const group = added.length > 0 ? withTitles(relaxed, found, matchRelaxed) : undefined;
    if (group === undefined) continue;
    const { documents, cost } = group.matches;
    const respelling = lazy(() => respell(searched, search, added, matchRelaxed));
    const titleBoosts = (narrowed: Matches) => {
      const boosts = similarTitleBoosts(titles, typed, step, narrowed);
      const isSimilar = new Set(boosts.factors.keys());
      boosts.multiply('all_words', found, ALL_WORDS_BOOST);
      boosts.multiply('exact_series', volumes, VOLUME_BOOST);
      if (step !== 'typos') return boosts.multiplyBy(containedTitleBoosts(names));
      const { query } = respelling();
      const respelled = exactTitleBoosts(titles, query, documents);
      const respelledWords = searchedWords(query);
      const acceptsNames = isSimilar.size === 0 || respelledWords.length > 1;
      const ofNames = findContainedNames(titles, respelledWords);
      return boosts
        .multiplyBy(containedTitleBoosts(names, withTitlesAmong(ofNames, isSimilar)))
        .multiplyBy(
          respelled,
          (kind, title) => isSimilar.has(title) || (acceptsNames && NAME_BOOSTS.has(kind)),
        );
    };
    return {
      documents,
      groups: [{ ...group, name: step, ...(comparesTitles && { titleBoosts }) }],
      steps,
      cost,
      strict: found,
      relaxed: step,
      ...(step === 'typos' && { respelling }),
    };
  }
  return undefined;
}

/**
 * The boosts that a respelled query also gives to titles that are not similar to the typed text. All other boosts
 * require a similar title, because the reader may have meant another word. If the query is a single word and a title is
 * similar, all boosts require it.
 */
const NAME_BOOSTS: ReadonlySet<TitleBoostKind> = new Set(['exact_author', 'exact_series']);

/** The words for the last volume of a series, in the languages of the pages. */
const LAST_WORDS: ReadonlySet<string> = new Set(
  'last final letzter letzte letztes letzten dernier ultimo последняя последний'.split(' '),
);

/** Returns the volume that the words of a query name: `what is the third harry potter`, without `what is`. */
function volumesOfDescribed(words: readonly Word[], search: WordSearch): Uint32Array {
  const { described } = findNoise(words);
  const last = described.findIndex((word) => LAST_WORDS.has(termsOf(word)[0]));
  if (last >= 0) {
    const others = described.toSpliced(last, 1);
    const first = others.findIndex((word) => !isStopWord(termsOf(word)[0]));
    const series = others.slice(first).flatMap(termsOf);
    return namedVolumes(search.titles, [...series, LAST_VOLUME]);
  }
  return namedVolumes(search.titles, seriesAndVolume(expandWords(described, search), true));
}

/** The boost of a title that matches without relaxation, among the matches of a relaxed query. */
const ALL_WORDS_BOOST = 3;

/** The score of the volume that was typed, if its number and the name of its series are not among its words. */
const VOLUME_SCORE = 50;

/** The boost of the volume that was typed, among the matches of a relaxed query. The volume comes before all titles. */
const VOLUME_BOOST = 100_000;

/** Adds the volumes that were typed to a query: `eragon 2` is *Eldest*. */
function withVolumes(query: Query, volumes: Uint32Array): Query {
  if (volumes.length === 0) return query;
  const added = labeled('series_volume', titlesQuery(volumes, VOLUME_SCORE));
  return { kind: 'or', queries: [query, added] };
}

/** The score of a title that only the strict query matches, among the matches of a relaxed query. */
const STRICT_SCORE = 1;

/**
 * Adds titles to the matches of a relaxed query.
 *
 * @returns undefined if the query then costs too much
 */
function withTitles(
  relaxed: QueryMatches,
  documents: Uint32Array,
  matchRelaxed: MatchRelaxed,
): QueryMatches | undefined {
  if (difference(documents, relaxed.matches.documents).length === 0) return relaxed;
  const added = titlesQuery(documents, STRICT_SCORE);
  return matchRelaxed({ kind: 'or', queries: [relaxed.query, added] });
}

/** Matches an encoded character of an address that was copied, such as `%20`. */
const ENCODED = /%[\da-f]{2}/i;
/** Matches the label of an ISBN that is written without a space, such as `ISBN13:9780439023481`. */
const ISBN_LABEL = /isbn(?:-?1[03](?=\D))?\D?(?=\d{9})/gi;

/** Decodes a part of an address, such as `the%20book%20thief`, and separates the label of an ISBN from the number. */
function readableText(typed: string): string {
  const separated = typed.replace(ISBN_LABEL, ' ');
  if (!ENCODED.test(separated)) return separated;
  try {
    return decodeURIComponent(separated.replaceAll('+', ' '));
  } catch {
    return separated;
  }
}

/** Returns the words of a typed text. Of more than {@link MAX_WORDS} words, returns the first distinct words. */
export function searchedWords(typed: string): Word[] {
  const words = tokenize(typed);
  if (words.length <= MAX_WORDS) return words;
  const distinct = new Map(words.map((word) => [keyOfWord(word), word]));
  return [...distinct.values()].slice(0, MAX_WORDS);
}

const TITLE_FIELDS: FieldBoosts = { title: 1, series: 1 };
/** The fields with the name of a title and the names of its authors. */
const MAIN_FIELDS: FieldBoosts = { ...TITLE_FIELDS, author: 1 };

/** The year of publication of a title, as a word of a query. */
const YEAR = /^(?:1[4-9]|20)\d\d$/;

/**
 * Returns whether a title has all words in its title and series, or all words in its title, series and author and one of
 * them in its title or series. A year of publication counts like a word of the title. The result of a search for numbers,
 * such as an ISBN, is always about its titles. If a query has words that only request a title, a title, series or author may
 * have all other words: `books by stephen king` is not about *The Bachman Books*.
 *
 * @param found the titles to look at
 * @param expanded the words of the query with their forms
 */
function isAboutTitles(
  found: Uint32Array,
  names: () => ContainedNames,
  words: readonly Word[],
  expanded: readonly QueryWord[],
  matchRelaxed: MatchRelaxed,
): boolean {
  if (words.every((word) => /\d/.test(termsOf(word)[0]))) return true;
  const isYear = (word: Word) => YEAR.test(termsOf(word)[0]);
  const named = expanded.filter((word) => !word.words.every(isYear));
  const documents: Query = { kind: 'documents', documents: [...found] };
  const formsIn = (fields: FieldBoosts) =>
    named.map(({ expanded: { forms, isStopWord } }) => ({
      forms: forms.map((form) => inFields(form, fields)),
      isStopWord,
    }));
  const hasTitle = (...queries: readonly Query[]) =>
    matchRelaxed(allOf([documents, ...queries]))?.matches.documents.length !== 0;
  const inTitle = formsIn(TITLE_FIELDS);
  const inAnyTitle: Query = { kind: 'or', queries: inTitle.map(anyForm) };
  const isAbout = hasTitle(
    keywordQuery(formsIn(MAIN_FIELDS)),
    ...(words.some(isYear) ? [] : [inAnyTitle]),
  );
  const isRequest = isAbout && findNoise(words).isNoise.includes(true);
  const isOtherName = isRequest && [...names().whole].some((title) => !found.includes(title));
  return isOtherName ? hasTitle(keywordQuery(inTitle)) : isAbout;
}

/**
 * Finds the titles of one step of relaxation. If the step `any` costs too much, only the rarer half of the words is
 * searched, then the rarer half of these words, and so on.
 *
 * @returns undefined if the step does not apply to the words, or costs too much
 */
function matchStep(
  step: Relaxation,
  words: readonly Word[],
  search: WordSearch,
  names: ContainedNames,
  matchRelaxed: MatchRelaxed,
): QueryMatches | undefined {
  for (const query of relaxedQueries(step, words, search, names)) {
    const found = matchRelaxed(query);
    if (found !== undefined && found.matches.documents.length > 0) return found;
    if (found !== undefined || step !== 'any' || words.length === 1) continue;
    const { index } = search;
    // A word in no title counts as the most frequent.
    const frequencyOf = ([first]: readonly string[]) =>
      index.documentFrequency(first) || index.documentCount;
    const rarestFirst = words
      .map((word) => ({ word, frequency: frequencyOf(termsOf(word)) }))
      .sort((a, b) => a.frequency - b.frequency)
      .map(({ word }) => word);
    const half = rarestFirst.slice(0, Math.ceil(words.length / 2));
    return matchStep(step, half, search, names, matchRelaxed);
  }
  return undefined;
}

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
function searchSimilarTitles(
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
