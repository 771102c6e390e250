import { cjkBigrams, hasCjk, splitAtCjk } from './cjk-bigrams.js';
import { gapOf, joinCompounds, type Piece } from './compound-words.js';
import { fold, spellOutUmlauts } from './fold.js';
import { normalizeIsbns } from './isbn.js';
import { isStopWord } from './stop-words.js';
import type { PlainWord, Word } from './word.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const NOT_ASCII = /[^\0-\x7f]/;
/** Matches every folded text that has an ISBN. Most other folded texts do not match. */
const MAY_HAVE_ISBN = /\d{9}|\d[- ]\d/;
/** Matches every folded ASCII text that has compound words. Most other folded ASCII texts do not match. */
const MAY_HAVE_COMPOUNDS = /['-]|,\d|(?<![a-z\d])(?:[b-hj-xz](?![a-z\d])|[aiy]\.)/;

/**
 * Folds a text, converts its ISBNs to ISBN-13 and splits it into words. Words that may be written as
 * one word form a compound word.
 *
 * @example tokenize("O'Brien") // one compound word: joined 'obrien', parts 'o' and 'brien'
 */
export function tokenize(text: string): Word[] {
  const folded = foldWithIsbns(text);
  return (
    plainTerms(text, folded)?.map((term) => ({ kind: 'plain', term })) ?? readWords(text, folded)
  );
}

function foldWithIsbns(text: string): string {
  const folded = fold(text);
  return MAY_HAVE_ISBN.test(folded) ? normalizeIsbns(folded) : folded;
}

/** Returns the terms of a text that has only plain words without variants and is ASCII when folded, otherwise undefined. */
function plainTerms(text: string, folded: string): string[] | undefined {
  if (MAY_HAVE_COMPOUNDS.test(folded)) return undefined;
  const isPlain =
    !NOT_ASCII.test(text) || (!NOT_ASCII.test(folded) && spellOutUmlauts(text) === undefined);
  return isPlain ? (folded.match(ASCII_WORD) ?? []) : undefined;
}

/** Returns the words of any text. */
function readWords(text: string, folded: string): Word[] {
  const spelledOut = spellOutUmlauts(text);
  const spelledOutWords =
    spelledOut === undefined ? undefined : (foldWithIsbns(spelledOut).match(WORD) ?? []);
  const pieces = readPieces(folded, !NOT_ASCII.test(folded), spelledOutWords);
  return joinCompounds(pieces).map(({ word }) => word);
}

/**
 * Splits a folded text into words.
 *
 * @param spelledOut The same words with spelled out umlauts. Default: the words have no umlauts.
 */
function readPieces(
  folded: string,
  isAscii: boolean,
  spelledOut: readonly string[] | undefined,
): readonly Piece[] {
  const isCjk = !isAscii && hasCjk(folded);
  const pieces: Piece[] = [];
  const matches = [...folded.matchAll(isAscii ? ASCII_WORD : WORD)];
  matches.forEach((match, i) => {
    const [text] = match;
    const end = match.index + text.length;
    const gap = gapOf(folded.slice(end, matches[i + 1]?.index ?? end));
    if (isCjk && hasCjk(text)) {
      for (const run of splitAtCjk(text)) pieces.push({ ...pieceOf(run), gap: undefined });
    } else {
      const word: Word = { kind: 'plain', term: text, ...variantsOf(text, spelledOut?.[i]) };
      pieces.push({ word, text, gap });
    }
  });
  return pieces;
}

/** Returns the spelled out form of a word as its variant. Stop words and single letters have no variants. */
function variantsOf(term: string, spelledOut: string = term): Pick<PlainWord, 'variants'> {
  if (spelledOut === term || term.length === 1 || isStopWord(term)) return {};
  return { variants: [spelledOut] };
}

function pieceOf(run: string): Omit<Piece, 'gap'> {
  if (!hasCjk(run)) return { word: { kind: 'plain', term: run }, text: run };
  const last = [...run].at(-1) ?? run;
  return { word: { kind: 'cjk', terms: cjkBigrams(run), last }, text: run };
}

/**
 * Returns the terms of {@link analyze} in runs. The terms of a run are adjacent in the text. The first run is
 * the terms of {@link analyzePhrase}. Each other run is another spelling of one word, or the last character of
 * a run of Chinese, Japanese or Korean characters.
 *
 * @example analyzeRuns("The O'Brien e-book") // [['the', 'obrien', 'e', 'book'], ['o', 'brien'], ['ebook']]
 */
export function analyzeRuns(text: string): string[][] {
  const folded = foldWithIsbns(text);
  // Most texts have only plain words, which need no objects.
  const plain = plainTerms(text, folded);
  if (plain !== undefined) return [plain];
  const terms: string[] = [];
  const others: string[][] = [];
  for (const word of readWords(text, folded)) addTerms(word, terms, others);
  return [terms, ...others];
}

/**
 * Returns the terms of a text for the index: the terms of {@link analyzePhrase}, then additional terms.
 * These are the other spellings of compound words and of words with umlauts, and the last character of each run of
 * Chinese, Japanese or Korean characters. For `e-mail`, returns `e` and `mail`, then `email`, so that a search for one
 * spelling finds the other.
 *
 * @example analyze("The O'Brien e-book") // ['the', 'obrien', 'e', 'book', 'o', 'brien', 'ebook']
 */
export function analyze(text: string): string[] {
  return analyzeRuns(text).flat();
}

/**
 * Returns the terms of a text in order, with one spelling of each word, as phrase queries match it.
 *
 * @example analyzePhrase("O'Brien & Žižek, 2nd") // ['obrien', 'and', 'zizek', '2nd']
 */
export function analyzePhrase(text: string): string[] {
  return analyzeRuns(text)[0];
}

/**
 * Appends the terms of a word.
 *
 * @param terms receives the terms that a phrase query matches
 * @param others receives the other runs, see {@link analyzeRuns}
 */
function addTerms(word: Word, terms: string[], others: string[][]): void {
  switch (word.kind) {
    case 'plain':
      terms.push(word.term);
      for (const variant of word.variants ?? []) others.push([variant]);
      break;
    case 'cjk':
      for (const term of word.terms) terms.push(term);
      if (word.terms[0] !== word.last) others.push([word.last]);
      break;
    case 'compound': {
      const isJoined = word.phraseForm === 'joined';
      const parts = isJoined ? [] : terms;
      if (isJoined) others.push(parts);
      for (const part of word.parts) addTerms(part, parts, others);
      if (isJoined) terms.push(word.joined);
      else if (isIndexedJoined(word.joined, word.parts)) others.push([word.joined]);
    }
  }
}

/**
 * Returns whether a compound with separate terms is also indexed as one term. Returns false for two
 * numbers, such as two years with a hyphen. Three or more numbers are also indexed as one number.
 */
function isIndexedJoined(joined: string, parts: readonly Word[]): boolean {
  return parts.length > 2 || !/^\d+$/.test(joined);
}
