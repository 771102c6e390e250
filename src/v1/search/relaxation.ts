/*
 * The less strict queries for a text that no title or only a few titles match: an incomplete last word, misspelled words,
 * some of the words. `keyword-search.ts` decides when to search for them. The spellings of a word are in
 * `spelling-forms.ts`. Relaxed queries also match the titles and names that the typed words contain, which are found here.
 */

import { editDistance } from '../../base/edit-distance.js';
import { lazy, memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import { authorKeyOfTerms, hasForenames, initialKey } from '../../catalog/comparison-keys.js';
import {
  idf,
  intersect,
  isStopWord,
  type Query,
  type SearchIndex,
  tokenize,
  type WeightedClause,
  type Word,
} from '../../search/index.js';
import {
  allAsOneWord,
  allOf,
  anyForm,
  type ClauseLabel,
  type ExpandedWord,
  expandWord,
  inFields,
  keywordQuery,
  labeled,
  NO_TITLES,
  optionalForms,
  type RelaxLimit,
  termsOf,
  titlesQuery,
  type WordSearch,
  withOptional,
} from './expanded-word.js';
import { namedValueQuery, readNamedValues } from './named-values.js';
import type { MatchRelaxed } from './query-budget.js';
import { expandWords, findNoise, phraseBoosts, type QueryWord } from './query-words.js';
import { expandMisspelledWords } from './spelling-forms.js';

/**
 * The steps of relaxation that a search may take, in order. A query that matches no title, or whose result is thin, is
 * repeated with the rules of each step, until a step finds further titles.
 */
export const RELAXATIONS = {
  none: [],
  spelling: ['prefix', 'typos'],
  all: ['prefix', 'typos', 'any'],
} as const satisfies Readonly<Record<RelaxLimit, readonly Relaxation[]>>;

/**
 * A step of relaxation:
 *
 * - `prefix`: The last word may be incomplete. Every word is required, except stop words before the last word.
 * - `typos`: The first 16 words may be misspelled, joined or split. Every word is required, except stop words and words
 *   that request a title, such as `do you have` and `large print`. Of several words that the catalog contains, at most
 *   one is respelled.
 * - `any`: Some of the words are required. Words that the catalog does not contain may be misspelled. A rarer word has
 *   a higher weight (idf). The words of a title must have at least 40 % of the weight of all words, or 30 % if no title
 *   has 40 %. A title also matches if it has the two rarest words in its title, or if the query contains the whole
 *   title, series or author's name, of several words.
 */
export type Relaxation = 'prefix' | 'typos' | 'any';

/** The shares of the weight of all words that a title needs in the step `any`: the second if no title has the first. */
const MIN_SHARES = [0.4, 0.3] as const;

/** A number with fewer digits is not the beginning of an identifier. */
const MIN_IDENTIFIER_DIGITS = 5;

const DIGITS = /^\d+$/;
const ENDS_WITH_DIGIT = /\d$/;

/**
 * Creates the queries for the words in one step of relaxation. The second query is less strict, and is searched if no
 * title matches the first.
 *
 * @param names the names that are contained in the words
 * @returns no queries if the step does not apply to the words
 */
export function relaxedQueries(
  step: Relaxation,
  words: readonly Word[],
  search: WordSearch,
  names: ContainedNames,
): readonly Query[] {
  if (step === 'typos') return [typosQuery(words, search, names)];
  if (step === 'any') return someWordsQueries(words, search, names);
  const expanded = expandIncomplete(words, search);
  return expanded.length === 0 ? [] : [keywordQuery(expanded.map((word) => word.expanded))];
}

/** Expands the words of a query, of which the last may be incomplete. Returns no words if the last word is complete. */
export function expandIncomplete(words: readonly Word[], search: WordSearch): readonly QueryWord[] {
  const expanded = expandWords(words, search);
  const last = expanded.at(-1);
  const prefix =
    last?.words.length === 1 &&
    last.words[0] === words.at(-1) &&
    expandPrefix(last.words[0], last.expanded, search);
  return prefix ? [...expanded.slice(0, -1), { ...last, expanded: prefix }] : [];
}

/**
 * Expands a word that may be incomplete. The typed form also matches longer terms that begin with it. A number also
 * matches longer identifiers that begin with it.
 *
 * @returns undefined for a word that is always complete: a short number, a compound that ends with a digit, or a
 *   Chinese, Japanese or Korean word
 */
function expandPrefix(
  word: Word,
  { forms }: ExpandedWord,
  { fields }: WordSearch,
): ExpandedWord | undefined {
  const prefix = (query: Query) => labeled('prefix', query);
  if (word.kind === 'cjk') return undefined;
  if (word.kind === 'compound') {
    if (ENDS_WITH_DIGIT.test(word.joined)) return undefined;
    const joined = prefix({ kind: 'term', term: word.joined, fields, prefix: true });
    const parts = prefix(allAsOneWord(word.parts.flatMap(termsOf), fields, 1, true));
    return { forms: [joined, parts], isStopWord: false };
  }
  const { term } = word;
  if (!DIGITS.test(term)) {
    const beginning = prefix({ kind: 'term', term, fields, prefix: true });
    return { forms: [beginning, ...forms.slice(1)], isStopWord: false };
  }
  const { identifier } = fields;
  if (term.length < MIN_IDENTIFIER_DIGITS || identifier === undefined) return undefined;
  const beginning = prefix({ kind: 'term', term, fields: { identifier }, prefix: true });
  return { forms: [...forms, beginning], isStopWord: false };
}

/** Creates the query for titles with all words, which may be misspelled. */
function typosQuery(words: readonly Word[], search: WordSearch, names: ContainedNames): Query {
  const { boosting, spelled } = describedWords(search)(words);
  const query = keywordQuery(
    spelled().map((word) => word.expanded),
    boosting,
  );
  const known = spelled().flatMap(({ known }) => known ?? []);
  const limited = known.length > 1 ? allOf([query, allButOne(known)]) : query;
  if (names.whole.size === 0) return limited;
  return { kind: 'or', queries: [limited, labeled('whole_name', titlesQuery(names.whole, 1))] };
}

/** Creates the query for titles with all words but one, as they were typed. It adds nothing to scores. */
function allButOne(words: readonly ExpandedWord[]): Query {
  const clauses = words.map((word): WeightedClause => ({ query: anyForm(word), weight: 1 }));
  const query: Query = { kind: 'at_least', clauses, minWeight: clauses.length - 1 };
  return { kind: 'constant_score', query, score: 0 };
}

/**
 * Returns the words that describe a title, the optional queries of a relaxed query, whether a word names a value of the
 * catalog, and the words with other spellings. The steps and the respelling need them.
 */
const describedWords = memoizePerObject((search: WordSearch) =>
  memoizePerObject((words: readonly Word[]) => {
    const { titles } = search;
    const { described, isNoise } =
      search.relax === 'all' ? findNoise(words) : { described: words, isNoise: [] };
    const noise = words.filter((_, i) => isNoise[i]);
    const named = readNamedValues(titles, words.map(textOf).join(' '), words)?.units ?? [];
    const naming = new Set(named.flatMap(({ text }) => tokenize(text).map(textOf)));
    const boosting = [
      ...phraseBoosts(expandWords(described, search), search),
      ...noise.flatMap((word) => optionalForms(expandWord(word, search))),
      ...named.flatMap((unit) => unit.named.map((value) => namedValueQuery([value], titles))),
    ];
    const isNaming = (word: Word) => naming.has(textOf(word));
    const spelled = lazy(() => expandMisspelledWords(described, search, isNaming));
    return { described, boosting, isNaming, spelled };
  }),
);

/**
 * Creates the queries for titles with some of the words, one for each of {@link MIN_SHARES}. The rarer a word, the more it
 * counts.
 */
function someWordsQueries(
  words: readonly Word[],
  search: WordSearch,
  names: ContainedNames,
): readonly Query[] {
  const { described, boosting, isNaming } = describedWords(search)(words);
  // Some words of a phrase with synonyms are enough.
  const expanded = expandMisspelledWords(described, search, isNaming, 1).map(
    ({ known, expanded }) => known ?? expanded,
  );
  const contentWords = expanded.filter(({ isStopWord }) => !isStopWord);
  if (contentWords.length === 0) {
    return [withOptional({ kind: 'or', queries: expanded.map(anyForm) }, boosting)];
  }
  const clauses = contentWords.map(
    (word): WeightedClause => ({ query: anyForm(word), weight: weightOf(word, search) }),
  );
  const enough = [
    ...rarestInTitle(clauses, search),
    ...(names.ofSeveralWords.size === 0 ? [] : [titlesQuery(names.ofSeveralWords, 1)]),
  ];
  const total = clauses.reduce((sum, { weight }) => sum + weight, 0);
  return MIN_SHARES.map((share) => {
    const minWeight = share * total;
    const sufficient = enough.map((query): WeightedClause => ({ query, weight: minWeight }));
    const all = [...clauses, ...sufficient];
    return withOptional({ kind: 'at_least', clauses: all, minWeight }, boosting);
  });
}

/** Creates the query for titles that contain the two rarest words in the title, if there are more words. */
function rarestInTitle(clauses: readonly WeightedClause[], { fields }: WordSearch): Query[] {
  const { title } = fields;
  if (title === undefined || clauses.length < 3) return [];
  const rarest = clauses.toSorted((a, b) => b.weight - a.weight).slice(0, 2);
  const query = allOf(rarest.map(({ query }) => inFields(query, { title })));
  return [{ kind: 'constant_score', query, score: 1 }];
}

/**
 * Returns the weight of a word: the idf of its typed form, or if that does not occur, of the most frequent of its forms.
 * Returns 0 if no form occurs.
 */
function weightOf({ forms }: ExpandedWord, { index }: WordSearch): number {
  const [typed, ...others] = forms.map((form) => maxFrequencyOf(form, index));
  const frequency = typed || Math.max(0, ...others);
  return frequency === 0 ? 0 : idf(index.documentCount, frequency);
}

/** Returns an upper bound for the number of documents that match the form of a word. */
function maxFrequencyOf(form: Query, index: SearchIndex): number {
  const maxFrequency = (query: Query) => maxFrequencyOf(query, index);
  switch (form.kind) {
    case 'term': {
      const frequency = index.documentFrequency(form.term);
      if (frequency > 0 || !form.prefix) return frequency;
      return Math.min(index.documentCount, index.countPrefixPostings(form.term));
    }
    case 'phrase':
    case 'proximity':
      return Math.min(...form.terms.map((term) => index.documentFrequency(term)));
    case 'and':
      return Math.min(...form.queries.map(maxFrequency));
    case 'dis_max':
      return Math.max(...form.queries.map(maxFrequency));
    case 'boolean':
      return maxFrequency(form.required);
    default:
      return 0;
  }
}

/** A misspelled query, rewritten with words of the catalog. */
export interface Respelling {
  /**
   * The query with each misspelled word replaced by a word of the catalog. The words are in lower case,
   * without accents, and in the order of the query.
   */
  readonly query: string;
  /** Whether all titles found have the words in {@link query}. Otherwise, some titles have similar words. */
  readonly isComplete: boolean;
}

/**
 * Replaces the words of a misspelled query one after another. The next word becomes the form that occurs in the largest
 * number of the titles with all words chosen so far; each edit counts as {@link TITLES_PER_EDIT} times fewer titles. A
 * stop word is not replaced. Words that only request a title are left out.
 *
 * @param documents the titles that the query found in the step `typos` of relaxation
 * @param matchRelaxed finds the titles of each form of each word
 */
export function respell(
  words: readonly Word[],
  search: WordSearch,
  documents: Uint32Array,
  matchRelaxed: MatchRelaxed,
): Respelling {
  let remaining: Uint32Array = documents;
  const { spelled } = describedWords(search)(words);
  const respelled = spelled().map(({ expanded, words: typed }) => {
    const text = typed.map(textOf).join(' ');
    if (expanded.isStopWord) return text;
    let best = { text, documents: NO_TITLES, weight: 0 };
    for (const form of expanded.forms) {
      const isCorrection = form.label !== undefined && CORRECTIONS.has(form.label);
      const spelling = (isCorrection && spellingOf(form)) || text;
      const edits = editDistance(text, spelling) + (form.label === 'prefix' ? 2 : 0);
      const share = TITLES_PER_EDIT ** -edits;
      const isWhole = form.kind === 'term' && !form.prefix;
      const frequency = isWhole ? search.index.documentFrequency(form.term) : remaining.length;
      // Most spellings are in too few titles to be better than an earlier one.
      if (share * Math.min(remaining.length, frequency) <= best.weight) continue;
      const matching = matchRelaxed(form)?.matches.documents ?? NO_TITLES;
      const found = intersect(matching, remaining);
      const weight = share * found.length;
      if (weight > best.weight) best = { text: spelling, documents: found, weight };
    }
    remaining = best.documents;
    return best.text;
  });
  return { query: respelled.join(' '), isComplete: remaining.length === documents.length };
}

/** The factor by which the number of titles with a spelling must be higher for each further edit. */
const TITLES_PER_EDIT = 4;

/** The labels of forms that correct a typed word. Other forms, such as inflections, do not replace the word. */
const CORRECTIONS: ReadonlySet<string> = new Set<ClauseLabel>(['spelling', 'split', 'joined']);

/** Returns the spelling of a form of a word. Returns undefined for the beginning of a word, and for a phrase. */
function spellingOf(form: Query): string | undefined {
  switch (form.kind) {
    case 'term':
      return form.prefix ? undefined : form.term;
    case 'and':
    case 'dis_max':
      return form.queries.map(spellingOf).join(' ');
    default:
      return undefined;
  }
}

/** Returns a word as text, without case and accents. */
export function textOf(word: Word): string {
  if (word.kind !== 'cjk') return termsOf(word).join(' ');
  const [first, ...others] = word.terms;
  return first + others.map((bigram) => [...bigram].at(-1)).join('');
}

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
  const weightsInNames = terms.map((ofWord) => idfOf(ofWord, titles));
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
function idfOf([first]: readonly string[], { index }: Titles): number {
  return isStopWord(first) ? 0 : idf(index.documentCount, index.documentFrequency(first));
}
