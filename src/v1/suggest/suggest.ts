/*
 * Suggestions for a search box: candidates from beginnings, words, volumes and ISBNs, ordered by their levels. Beginnings
 * are found in `completions.ts`, and words in `typed-words.ts`.
 */

import { collationLetters } from '../../base/collation.js';
import type { Catalog, Titles } from '../../catalog/catalog.js';
import { checkCatalogSet } from '../../catalog/catalog-set.js';
import { titleKey } from '../../catalog/comparison-keys.js';
import { NAME_KINDS, type NameKind } from '../../catalog/popularity.js';
import { withoutLeadingArticle } from '../../catalog/sort-title.js';
import type { SynonymMatch } from '../../catalog/synonyms/synonym-table.js';
import { analyze, analyzePhrase, isStopWord } from '../../search/index.js';
import { findLibrary } from '../find-record.js';
import {
  checkStrictly,
  type ExtraFilters,
  type ParameterPairs,
  readNarrowings,
  readParameters,
  strictParametersOf,
} from '../read-parameters.js';
import { MAX_LIMIT } from '../response-parts.js';
import { SUGGEST_PARAMETERS, type SuggestParameters } from '../schema/parameters.js';
import { parseNumber, SMALL_NUMBERS, spellingsOfNumber, TENS } from '../search/number-words.js';
import { VOLUME_WORDS } from '../search/query-words.js';
import { completionsOf } from './completions.js';
import { type NarrowedTitles, narrowTitles } from './narrowed-titles.js';
import {
  hasAllWords,
  hasWordsInOrder,
  type TypedWords,
  titlesWithMisspelledWords,
  titlesWithWords,
  topByPopularity,
  typedWordsOf,
  wholeWords,
  withWordInTitle,
  withWordsInField,
} from './typed-words.js';

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
/** The penalty of an author whose name has every typed word: `austen` is Jane Austen before *Austenland*. */
const WHOLE_NAME_PENALTY = 0.35;
/** If fewer than three suggestions are found for a word, all below this level, the word may be misspelled. */
const WEAK_LEVEL = 0.1;
/** Names with one title are below this level. If only such names are found for a word, the word may be misspelled. */
const LEVEL_OF_RARE_NAMES = -0.5;
/** Matches of other spellings of a word must be this number of levels above the matches of the word as typed. */
const MIN_GAIN = 0.5;
/** How far the typed volume of a series is above other titles. */
const VOLUME_BONUS = 1;

/**
 * Returns titles, authors, series and subjects that match a partly typed text, for a search box. The API specification
 * does not include this operation.
 *
 * A title matches if it begins with the text or contains its words in the typed order. The last word may be incomplete,
 * and the leading article may be missing. A name matches if it begins with the text or contains all of its words. A
 * series and a number, such as `harry potter 3`, match that volume.
 *
 * Popular titles come first. A title that begins with the text comes before a title of similar popularity that does
 * not. A name counts as much as a fraction of its titles together, and a name with one title comes last. If the first
 * three suggestions are titles, the fourth is a name with several titles, if any matches.
 *
 * If fewer than three titles and names match, the text is also read with its synonyms and numbers in other notations:
 * `lotr`, `nineteen e`. If nothing matches, titles match that have some of the words in the title and the others in
 * their authors, series or subjects, and ISBNs that begin with the text, from four digits on. Last, the words are read
 * as misspelled. A single word is also read as misspelled if it matches only titles and names that are much less
 * popular than the matches of other spellings. With `relax: 'none'`, no word is read as misspelled.
 *
 * With narrowings or excluded values, only titles that pass them are suggested, and names of these titles: what a search
 * for the suggestion with the same narrowings finds.
 *
 * @typeParam Extra the names of the extra fields of the library that narrow, as in `search`. Default: none.
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params see {@link SuggestParameters}
 * @throws ApiError 400 for a missing, invalid or unknown parameter, or a `limit` above 100; 404 if no catalog belongs to this
 *   library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @example suggest([catalog], { q: 'mob', library: 'alderwick' }).suggestions[0].text // 'Moby-Dick'
 * @example suggest([catalog], { q: 'mob', library: 'alderwick', title_format: ['DVD'] }).suggestions // []
 */
export function suggest<Extra extends string = never>(
  catalogs: readonly Catalog[],
  params: (SuggestParameters & ExtraFilters<NoInfer<Extra>>) | ParameterPairs,
): Suggestions {
  checkCatalogSet(catalogs);
  checkStrictly(params, strictParametersOf(SUGGEST_PARAMETERS, catalogs), MAX_LIMIT);
  const values = readParameters(params, SUGGEST_PARAMETERS);
  const { q, limit, relax } = values;
  const catalog = findLibrary(catalogs, values.library);
  const titles = narrowTitles(catalog.titles, readNarrowings(params, values, catalog.library));
  const typed = q.trim();
  const terms = analyzePhrase(typed);
  if (terms.length === 0) return { suggestions: [] };
  const words = typedWordsOf(terms);
  const found = new Map<string, Suggestion>();
  const candidates = exactCandidates(titles, typed, limit);
  addSuggestions(found, candidates, limit);
  const isFew = found.size < Math.min(limit, MAX_TITLES_BEFORE_NAME);
  if (isFew || highestOf(candidates) < LEVEL_OF_RARE_NAMES) {
    const texts = otherNotations(titles, terms);
    const others = texts.flatMap((text) => exactCandidates(titles, text, limit, terms.length > 1));
    addSuggestions(found, others, limit);
    candidates.push(...others);
  }
  if (found.size === 0) addSuggestions(found, candidatesInAnyField(titles, words, typed), limit);
  // Other spellings are tried even if there are candidates, but a closer look rejects all of them.
  const highest = found.size === 0 ? Number.NEGATIVE_INFINITY : highestOf(candidates);
  const isWeak = terms.length === 1 && highest < (isFew ? WEAK_LEVEL : LEVEL_OF_RARE_NAMES);
  if (relax !== 'none' && (found.size === 0 || isWeak)) {
    const misspelled = misspelledCandidates(titles, typed, words);
    const better = misspelled.filter(({ level }) => level >= highest + MIN_GAIN);
    addSuggestions(found, better, limit);
  }
  return { suggestions: [...found.values()] };
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
 * Adds the suggestions of the best candidates to `suggestions`, up to `limit` in all. Of several titles with the same
 * {@link titleKey}, such as editions, only the first is a suggestion.
 */
function addSuggestions(
  suggestions: Map<string, Suggestion>,
  candidates: readonly Candidate[],
  limit: number,
): void {
  const tried = new Set<Candidate>();
  function addUntil(size: number, added: readonly Candidate[]) {
    for (const candidate of added) {
      if (suggestions.size >= size) return;
      if (tried.has(candidate)) continue;
      tried.add(candidate);
      const suggestion = candidate.create();
      if (suggestion === undefined) continue;
      const key = `${suggestion.kind} ${keyWithoutArticle(suggestion.text)}`;
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
}

/**
 * Returns the candidates that contain the words as they were typed. After a space, the last word is complete.
 *
 * @param hasVolume whether a number can be the number of a volume: `ww1` has no such number, but `world war 1` has.
 *   Default: true.
 */
function exactCandidates(
  titles: NarrowedTitles,
  typed: string,
  limit: number,
  hasVolume = true,
): Candidate[] {
  const terms = analyzePhrase(typed);
  const complete = typed.endsWith(' ') ? wholeWords : (incomplete: TypedWords) => incomplete;
  const words = complete(typedWordsOf(terms));
  const beginnings = titleBeginnings(titles, typed, limit);
  const best = titlesWithWords(titles, words);
  const inTitle = withWordsInField(titles, best, words, 'title');
  return [
    ...(hasVolume ? volumeCandidates(titles, titlesOfVolume(titles, typed)) : []),
    ...beginnings,
    ...wordCandidates(titles, words, inTitle, beginnings.length < limit ? typed : undefined),
    ...NAME_KINDS.flatMap((kind) => [
      ...nameBeginnings(titles, kind, typed, limit),
      ...namesWithWords(
        titles,
        kind,
        words,
        best,
        typedWordsOf(terms, () => true),
      ),
    ]),
  ];
}

/** Returns the titles with all words in any fields and one of them in the title, and the titles with the typed ISBN. */
function candidatesInAnyField(titles: Titles, words: TypedWords, typed: string): Candidate[] {
  const { title } = completionsOf(titles);
  const best = withWordInTitle(titles, titlesWithWords(titles, words), words);
  return [
    ...best.map((number) => titleCandidate(titles, number, title.levelOf(number))),
    ...titlesWithIsbn(titles, typed).map((number) => titleCandidate(titles, number, 0)),
  ];
}

const MAX_NOTATIONS = 6;

/**
 * Returns the typed text with synonyms of its words, and with its numbers in other notations: `nineteen e` gives `198`.
 * Leaves out texts with a word that no title has. A space at the end follows a complete word: `ww1` is not World War II.
 */
function otherNotations({ synonyms, index }: Titles, terms: readonly string[]): string[] {
  const texts = terms.flatMap((_, at) => {
    const rest = terms.slice(at);
    const found = [
      ...synonyms.lookup(terms, at).map((match) => ({ ...match, end: ' ' })),
      ...numbersOfBeginning(rest, at > 0).map((match) => ({ ...match, end: '' })),
    ];
    return found.flatMap(({ length, alternatives, end }) =>
      alternatives
        .map((others) => [...terms.slice(0, at), ...others, ...rest.slice(length)])
        .filter((words) => words.slice(0, -1).every((term) => index.documentFrequency(term) > 0))
        .map((words) => words.join(' ') + (length === rest.length ? end : '')),
    );
  });
  const typed = terms.join(' ');
  return [...new Set(texts)].filter((text) => text !== typed).slice(0, MAX_NOTATIONS);
}

/**
 * Returns the numbers at the beginning of a list of terms, of which the last may be incomplete: `nineteen e`. For whole
 * tens, such as 1980, returns the digits before the last, because ones may follow.
 *
 * @param isAfterWord whether a word precedes the terms. Otherwise, 20 is not the beginning of 22.
 */
function numbersOfBeginning(
  terms: readonly string[],
  isAfterWord: boolean,
): readonly SynonymMatch[] {
  const before = terms.slice(0, -1);
  const last = terms[before.length];
  const isBegun = before.length > 0 && parseNumber(before)?.length === before.length;
  const completed = [...SMALL_NUMBERS, ...TENS].filter((word) => isBegun && word.startsWith(last));
  return [terms, ...completed.map((word) => [...before, word])].flatMap((read) => {
    const { value = 0, length = 0, notation = 'roman' } = parseNumber(read) ?? {};
    if (notation === 'roman' || (read !== terms && length < terms.length)) return [];
    const isWholeTens = value % 10 === 0 && value >= (isAfterWord ? 20 : 100);
    const { digits, words } = spellingsOfNumber(value);
    const isOpen = length === terms.length && isWholeTens;
    const written = [isOpen ? digits.slice(0, -1) : digits];
    return { length, alternatives: read === terms ? [written, ...words] : [written] };
  });
}

function highestOf(candidates: readonly Candidate[]): number {
  return candidates.reduce(
    (highest, { level }) => Math.max(highest, level),
    Number.NEGATIVE_INFINITY,
  );
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
function titleBeginnings(titles: NarrowedTitles, typed: string, limit: number): Candidate[] {
  const { title } = completionsOf(titles);
  const whole = title
    .complete(typed, limit, titles.passes)
    .map((number) => titleCandidate(titles, number, title.levelOf(number)));
  const bare = withoutLeadingArticle(typed);
  if (bare === typed) return whole;
  const letters = collationLetters(typed);
  const rest = title.complete(bare, 3 * limit, titles.passes).map((number) => {
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
function nameBeginnings(
  titles: NarrowedTitles,
  kind: NameKind,
  typed: string,
  limit: number,
): Candidate[] {
  const completions = completionsOf(titles)[kind];
  return completions
    .complete(typed, limit, titles.passes && titles.columns[kind].data.counts)
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
 * Returns the titles of `best` that contain the words in order.
 *
 * @param best titles with all words in the title
 * @param typed the typed text. A title that begins with it, regardless of punctuation, has no penalty. Undefined:
 *   no title begins with the text.
 */
function wordCandidates(
  titles: Titles,
  words: TypedWords,
  best: readonly number[],
  typed: string | undefined,
): Candidate[] {
  const { levelOf } = completionsOf(titles).title;
  const key = typed && titleKey(typed);
  const keyOf = typed === withoutLeadingArticle(typed ?? '') ? keyWithoutArticle : titleKey;
  return best.map((number) => {
    const isBeginning =
      key !== undefined && keyOf(titles.pick(number, ['title']).title).startsWith(key);
    const level = levelOf(number) - (isBeginning ? 0 : PENALTIES.words);
    const candidate = titleCandidate(titles, number, level);
    const create = () => (hasInOrder(titles, number, words) ? candidate.create() : undefined);
    return { ...candidate, create };
  });
}

/** Returns whether a title, with its subtitle, or an alternate title has every word in order. */
function hasInOrder(titles: Titles, number: number, words: TypedWords): boolean {
  const { title } = titles.pick(number, ['title']);
  if (hasWordsInOrder(title, words)) return true;
  const { sub_title = '', alternate_titles = [] } = titles.pick(number, OTHER_TITLE_FIELDS);
  return [`${title} ${sub_title}`, ...alternate_titles].some((text) =>
    hasWordsInOrder(text, words),
  );
}

function keyWithoutArticle(text: string): string {
  return titleKey(withoutLeadingArticle(text));
}

const OTHER_TITLE_FIELDS = ['sub_title', 'alternate_titles'] as const;

/**
 * Returns the names of the titles `best` that contain all of the words.
 *
 * @param typed the words with all stop words: `the pa` is not the beginning of a name with `Patterson`
 */
function namesWithWords(
  titles: Titles,
  kind: NameKind,
  words: TypedWords,
  best: readonly number[],
  typed = words,
): Candidate[] {
  const { valuesOf } = titles.columns[kind];
  const { levelOf } = completionsOf(titles)[kind];
  const named = withWordsInField(titles, best, words, kind);
  const candidates = (
    chosen: readonly number[],
    penalty: number,
    accepted: TypedWords,
  ): Candidate[] =>
    [...new Set(chosen.flatMap(valuesOf))]
      .sort((a, b) => a - b)
      .map((ord) =>
        nameCandidate(titles, kind, ord, levelOf(ord) - penalty, (name) =>
          hasAllWords(analyze(name), accepted),
        ),
      );
  const others = candidates(named, PENALTIES[kind], typed);
  if (kind !== 'author' || named.length === 0) return others;
  const whole = withWordsInField(titles, named, wholeWords(words), kind);
  return [...candidates(whole, WHOLE_NAME_PENALTY, wholeWords(typed)), ...others];
}

/** Matches digits with single spaces or hyphens between them. The last character may be `x`. */
const ISBN_DIGITS = /^\d(?:[ -]?\d)*(?:[ -]?x)?$/i;
const MIN_ISBN_DIGITS = 4;
const MAX_ISBN_DIGITS = 13;
/** The number of digits of an ISBN-10 before its check digit. */
const ISBN_DIGITS_BEFORE_CHECK = 9;

/** The maximum number of titles whose ISBNs are read, the most popular first. */
const MAX_TITLES_WITH_ISBN = 100;

/**
 * Returns the titles with an ISBN that begins with the typed digits, the most popular first. The text has at
 * least four digits, with or without spaces or hyphens, of an ISBN-10 or an ISBN-13. Returns no titles for any
 * other text.
 */
function titlesWithIsbn(titles: Titles, typed: string): number[] {
  if (!ISBN_DIGITS.test(typed)) return [];
  const digits = typed.replace(/[ -]/g, '');
  if (digits.length < MIN_ISBN_DIGITS || digits.length > MAX_ISBN_DIGITS) return [];
  // The index has every ISBN as an ISBN-13. The analysis turns a complete ISBN-10 into an ISBN-13.
  const beginnings = [analyzePhrase(digits).join('')];
  if (digits.length <= ISBN_DIGITS_BEFORE_CHECK) beginnings.push(`978${digits}`);
  const found = beginnings.flatMap((term) =>
    topByPopularity(
      titles,
      [{ term, prefix: true }],
      { identifier: 1 },
      MAX_TITLES_WITH_ISBN,
    ).filter((title) => hasIsbn(titles, title, term)),
  );
  const { popularity } = titles.ranks;
  return [...new Set(found)].sort((a, b) => popularity[a] - popularity[b]);
}

/** Returns whether an ISBN of a title begins with the digits. The field `identifier` also has other numbers. */
function hasIsbn(titles: Titles, title: number, beginning: string): boolean {
  const { isbns = [] } = titles.pick(title, ['isbns']);
  return isbns.some((isbn) => analyzePhrase(isbn).join('').startsWith(beginning));
}

/**
 * Returns the candidates for other spellings of the words: from the first step of corrections that finds names, or
 * titles with all words in order, or else from the first that finds titles with some of the words.
 */
function misspelledCandidates(titles: Titles, typed: string, words: TypedWords): Candidate[] {
  const volumes = volumeCandidates(titles, titlesOfMisspelledVolume(titles, typed));
  let others: readonly Candidate[] = [];
  for (const { words: spelled, best } of titlesWithMisspelledWords(titles, words)) {
    const inTitle = withWordsInField(titles, best, spelled, 'title');
    const candidates = [
      ...wordCandidates(titles, spelled, inTitle, undefined),
      ...NAME_KINDS.flatMap((kind) => namesWithWords(titles, kind, spelled, best)),
    ];
    if (candidates.some(({ create }) => create() !== undefined)) {
      return [...volumes, ...candidates];
    }
    if (others.length === 0) {
      const { levelOf } = completionsOf(titles).title;
      others = withWordInTitle(titles, best, spelled).map((number) =>
        titleCandidate(titles, number, levelOf(number)),
      );
    }
  }
  return [...volumes, ...others];
}

const SERIES_FIELD = { series: 1 };

/** The maximum number of titles of a series whose numbers are read, the most popular first. */
const MAX_TITLES_OF_SERIES = 100;

/** A volume of a series, as typed: `harry potter 3`. */
interface TypedVolume {
  /** The words of the name of the series. The last word may be incomplete. */
  readonly words: TypedWords;
  readonly number: number;
}

/**
 * Returns the titles that are the typed volume of a series, the most popular first. The typed text is words of
 * the name of the series and then a number of up to three digits. A word such as `book` or `vol.` may precede
 * the number. Returns no titles for any other text.
 *
 * @example titlesOfVolume(titles, 'harry potter 3') // [the number of 'The Prisoner of Azkaban']
 */
function titlesOfVolume(titles: Titles, typed: string): number[] {
  const volume = readVolume(typed);
  if (volume === undefined) return [];
  const best = titlesWithWords(titles, volume.words, SERIES_FIELD, MAX_TITLES_OF_SERIES);
  return best.filter((title) => isVolume(titles, title, volume));
}

/** Returns the titles of {@link titlesOfVolume} for other spellings of the name of the series. */
function titlesOfMisspelledVolume(titles: Titles, typed: string): number[] {
  const volume = readVolume(typed);
  if (volume === undefined) return [];
  const { words, number } = volume;
  const [found] = titlesWithMisspelledWords(titles, words, SERIES_FIELD, MAX_TITLES_OF_SERIES);
  if (found === undefined) return [];
  return found.best.filter((title) => isVolume(titles, title, { words: found.words, number }));
}

/** Returns whether a title has the number in a series whose name has all of the words. */
function isVolume(titles: Titles, title: number, { words, number }: TypedVolume): boolean {
  const { series = [] } = titles.pick(title, ['series']);
  return series.some(
    (entry) => readNumber(entry.number) === number && hasAllWords(analyze(entry.name), words),
  );
}

function readVolume(typed: string): TypedVolume | undefined {
  const terms = analyzePhrase(typed);
  const last = terms.pop() ?? '';
  if (!/^\d{1,3}$/.test(last)) return undefined;
  const isVolumeWord = terms.length > 1 && VOLUME_WORDS.has(terms[terms.length - 1]);
  const name = isVolumeWord ? terms.slice(0, -1) : terms;
  if (name.every(isStopWord)) return undefined;
  return { words: typedWordsOf(name), number: Number(last) };
}

/** Reads the number of a volume in a record, such as `3` or `vol. 3`. Returns undefined for `1-3` or `2.5`. */
function readNumber(text = ''): number | undefined {
  const digits = text.match(/\d+/g) ?? [];
  return digits.length === 1 ? Number(digits[0]) : undefined;
}
