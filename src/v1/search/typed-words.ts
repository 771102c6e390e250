import { lazy } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import type { SearchField } from '../../catalog/search-fields.js';
import {
  type FieldBoosts,
  findMisspelledPrefixes,
  findSpellingCandidates,
  hasCjk,
  isStopWord,
  type Query,
  QueryCostError,
  type SearchIndex,
  type TermOrPrefix,
  topByRank,
} from '../../search/index.js';
import { topByPopularity } from './top-by-popularity.js';

/** The spellings of a typed word. A text has the word if it has any of the spellings. */
type Spellings = readonly TermOrPrefix[];

/** The words of a partly typed text, without stop words before the last word. The last word may be incomplete. */
export interface TypedWords {
  readonly words: readonly Spellings[];
}

/** The fields in which typed words are searched. */
const FIELDS = { title: 1, author: 1, series: 1, subject: 1 };

/**
 * The maximum number of titles from which suggestions by words are taken. These are the most popular
 * titles that match the typed words.
 */
const MAX_TITLES_WITH_WORDS = 24;
/**
 * If more index terms than this begin with the last typed word, titles are searched for the typed words
 * only if another typed word is rare.
 */
const MAX_PREFIX_TERMS = 400;
/** A typed word in at most this many titles is rare. */
const MAX_TITLES_OF_RARE_TERM = 2000;

/** Only this number of words, from the first, have other spellings. */
const MAX_MISSPELLED_WORDS = 4;
/** The maximum number of other spellings per word. The most frequent spellings are used. */
const MAX_SPELLINGS = 24;
/** The maximum cost of a search for misspelled words; see `QueryCost`. */
const MAX_COST = 500_000;

const DIGIT = /\d/;

/**
 * The steps of spelling correction, in order. `words` are the words with other spellings: only the words that are
 * not in the catalog, or all words. `edits` is the maximum number of edits per word. The beginning of the last
 * word may differ by one edit.
 */
const STEPS = [
  { words: 'unknown', edits: 1 },
  { words: 'all', edits: 1 },
  { words: 'all', edits: 2 },
] as const;

/** Returns the words of a typed text from its terms, of which there must be at least one. */
export function typedWordsOf(terms: readonly string[]): TypedWords {
  const whole = [...new Set(terms.slice(0, -1).filter((term) => !isStopWord(term)))];
  const last = terms[terms.length - 1];
  return { words: [...whole.map((term) => [{ term }]), [{ term: last, prefix: true }]] };
}

/**
 * Returns the `limit` most popular titles that contain all typed words in some of the fields, the most popular
 * first. Returns no titles if the search would be slow: if very many terms begin with the last word, and no
 * other word is rare.
 *
 * @param fields default: title, authors, series and subjects
 */
export function titlesWithWords(
  titles: Titles,
  { words }: TypedWords,
  fields: FieldBoosts = FIELDS,
  limit = MAX_TITLES_WITH_WORDS,
): number[] {
  const terms = words.flat();
  return isSelective(titles.index, terms) ? topByPopularity(titles, terms, fields, limit) : [];
}

/** Returns whether any index terms begin with the last word, and either few terms do or another word is rare. */
function isSelective(index: SearchIndex, terms: readonly TermOrPrefix[]): boolean {
  const { start, end } = index.dictionary.prefixRange(terms[terms.length - 1].term);
  if (end - start <= MAX_PREFIX_TERMS) return end > start;
  const whole = terms.slice(0, -1);
  return whole.some(({ term }) => index.documentFrequency(term) <= MAX_TITLES_OF_RARE_TERM);
}

/**
 * Returns the titles of {@link titlesWithWords} for other spellings of the words, and the words with these
 * spellings. Corrects as little as possible: words of the catalog and second edits are corrected only if
 * nothing is found otherwise. Stop words, words with a digit, and Chinese, Japanese and Korean words are not
 * corrected.
 *
 * @returns undefined if no title has other spellings of the words
 */
export function titlesWithMisspelledWords(
  titles: Titles,
  typed: TypedWords,
  fields: FieldBoosts = FIELDS,
  limit = MAX_TITLES_WITH_WORDS,
): { readonly words: TypedWords; readonly best: readonly number[] } | undefined {
  const { index, ranks } = titles;
  const corrections = typed.words.map(([word], i) =>
    lazy(() => (i < MAX_MISSPELLED_WORDS ? otherSpellings(index, word) : [])),
  );
  for (const { words: corrected, edits: maxEdits } of STEPS) {
    const words = typed.words.map(([word], i): Spellings => {
      const isKnown = isInDictionary(index, word);
      if (isKnown && corrected === 'unknown') return [word];
      const others = corrections[i]().filter(({ edits }) => edits <= maxEdits);
      return [...(isKnown ? [word] : []), ...others.slice(0, MAX_SPELLINGS)];
    });
    if (words.some((spellings) => spellings.length === 0)) continue;
    const documents = matchSpellings(index, words, fields);
    if (documents.length === 0) continue;
    const best = topByRank({ documents }, ranks.popularity, 0, limit);
    return { words: { words }, best };
  }
  return undefined;
}

function isInDictionary({ dictionary }: SearchIndex, { term, prefix }: TermOrPrefix): boolean {
  if (!prefix) return dictionary.find(term) >= 0;
  const { start, end } = dictionary.prefixRange(term);
  return start < end;
}

/** Another spelling of a typed word, and the number of edits between them. */
interface OtherSpelling extends TermOrPrefix {
  readonly edits: 1 | 2;
}

/** Returns the other spellings of a typed word, the most frequent first. */
function otherSpellings(
  index: SearchIndex,
  { term, prefix = false }: TermOrPrefix,
): OtherSpelling[] {
  if (isStopWord(term) || DIGIT.test(term) || hasCjk(term)) return [];
  const { dictionary } = index;
  const prefixes = prefix ? findMisspelledPrefixes(dictionary, term) : [];
  const spellings = [
    ...prefixes.map((found) => ({
      spelling: { term: found, prefix: true, edits: 1 as const },
      count: index.countPrefixPostings(found),
    })),
    ...findSpellingCandidates(dictionary, term).map(({ term: ord, edits }) => {
      const found = dictionary.termAt(ord);
      return { spelling: { term: found, edits }, count: index.documentFrequency(found) };
    }),
  ];
  return spellings
    .sort((a, b) => b.count - a.count || (a.spelling.term < b.spelling.term ? -1 : 1))
    .map(({ spelling }) => spelling);
}

/** Returns the titles that have every word in any spelling, or no titles if the search costs too much. */
function matchSpellings(
  index: SearchIndex,
  words: readonly Spellings[],
  fields: FieldBoosts,
): Uint32Array {
  const queries = words.map((spellings): Query => {
    const forms = spellings.map(
      ({ term, prefix = false }): Query => ({ kind: 'term', term, prefix, fields }),
    );
    return { kind: 'dis_max', queries: forms };
  });
  try {
    return index.match({ kind: 'and', queries }, { maxCost: MAX_COST }).documents;
  } catch (error) {
    if (!(error instanceof QueryCostError)) throw error;
    return new Uint32Array();
  }
}

/** Returns the titles of `best` that have any of the words in the title, in the same order. */
export function withWordInTitle(
  { index }: Titles,
  best: readonly number[],
  { words }: TypedWords,
): readonly number[] {
  return withAny(index, best, words.flat(), { title: 1 });
}

/** Returns the titles of `best` that have all of the words in a field, in the same order. */
export function withWordsInField(
  { index }: Titles,
  best: readonly number[],
  { words }: TypedWords,
  field: SearchField,
): readonly number[] {
  return words.reduce((found, spellings) => withAny(index, found, spellings, { [field]: 1 }), best);
}

function withAny(
  index: SearchIndex,
  documents: readonly number[],
  terms: Spellings,
  fields: FieldBoosts,
): readonly number[] {
  const found = new Set<number>();
  for (const term of terms) {
    const others = documents.filter((document) => !found.has(document));
    if (others.length === 0) return documents;
    for (const document of index.filterByTerms(others, [term], fields, others.length)) {
      found.add(document);
    }
  }
  return documents.filter((document) => found.has(document));
}

/** Returns whether the terms of a text include every word. */
export function hasAllWords(terms: readonly string[], { words }: TypedWords): boolean {
  return words.every((spellings) =>
    spellings.some(({ term, prefix }) =>
      terms.some((found) => (prefix ? found.startsWith(term) : found === term)),
    ),
  );
}
