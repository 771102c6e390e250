/*
 * Splits texts into words and terms, in the same way for the index and for queries. `fold.ts` makes letters comparable
 * before; other forms of a word (`inflections.ts`) are added to queries only.
 */

import { fold, foldInPlace, type PlacedText, replaceInPlace, spellOutUmlauts } from './fold.js';

interface PlainWord {
  readonly kind: 'plain';
  readonly term: string;
  /**
   * Other spellings of the word, which are indexed in addition to the term: `sueskind` for `süskind`, whose term is
   * `suskind`. Absent if there are none.
   */
  readonly variants?: readonly string[];
}

/** A run of Chinese, Japanese or Korean characters. */
interface CjkWord {
  readonly kind: 'cjk';
  /** The overlapping bigrams of the run, in order. For a run of one character, the character. */
  readonly terms: readonly string[];
  /** The last character of the run, which begins no bigram. */
  readonly last: string;
}

/** A word that can be written as one word or as several: `o'brien`, `e-mail`, `J. K.`, `20,000`. */
interface CompoundWord {
  readonly kind: 'compound';
  /** The word as one term: `obrien`. */
  readonly joined: string;
  /** The separate words: `o` and `brien`. For one word with `'s`, such as `alice's`, only the word: `alice`. */
  readonly parts: readonly Word[];
  /** The form that phrase queries match. */
  readonly phraseForm: 'joined' | 'parts';
}

/** A word of a text. A compound word has several spellings. */
export type Word = PlainWord | CjkWord | CompoundWord;

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
    plainTerms(text, folded)?.map((term) => ({ kind: 'plain', term })) ??
    readWords(text, folded).map(({ word }) => word)
  );
}

function foldWithIsbns(text: string, folded = fold(text)): string {
  return MAY_HAVE_ISBN.test(folded) ? normalizeIsbns(folded) : folded;
}

/** Returns the terms of a text that has only plain words without variants and is ASCII when folded, otherwise undefined. */
function plainTerms(text: string, folded: string): string[] | undefined {
  if (MAY_HAVE_COMPOUNDS.test(folded)) return undefined;
  const isPlain =
    !NOT_ASCII.test(text) || (!NOT_ASCII.test(folded) && spellOutUmlauts(text) === undefined);
  return isPlain ? (folded.match(ASCII_WORD) ?? []) : undefined;
}

function readWords(text: string, folded: string): readonly Piece[] {
  const spelledOut = spellOutUmlauts(text);
  const spelledOutWords =
    spelledOut === undefined ? undefined : (foldWithIsbns(spelledOut).match(WORD) ?? []);
  const pieces = readPieces(folded, !NOT_ASCII.test(folded), spelledOutWords);
  return joinCompounds(pieces);
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
    let start = match.index;
    const end = start + text.length;
    const gap = gapOf(folded.slice(end, matches[i + 1]?.index ?? end));
    if (isCjk && hasCjk(text)) {
      for (const run of splitAtCjk(text)) {
        pieces.push({ word: wordOf(run), text: run, gap: undefined, start, parts: [] });
        start += run.length;
      }
    } else {
      const word: Word = { kind: 'plain', term: text, ...variantsOf(text, spelledOut?.[i]) };
      pieces.push({ word, text, gap, start, parts: [] });
    }
  });
  return pieces;
}

/** Returns the spelled out form of a word as its variant. Stop words and single letters have no variants. */
function variantsOf(term: string, spelledOut: string = term): Pick<PlainWord, 'variants'> {
  if (spelledOut === term || term.length === 1 || isStopWord(term)) return {};
  return { variants: [spelledOut] };
}

function wordOf(run: string): Word {
  if (!hasCjk(run)) return { kind: 'plain', term: run };
  const last = [...run].at(-1) ?? run;
  return { kind: 'cjk', terms: cjkBigrams(run), last };
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
  return runsOf(readWords(text, folded)).map((run) => run.map(({ term }) => term));
}

/** A term of a text, and the range of its word in the text, in UTF-16 code units. */
export interface PlacedTerm {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the terms of {@link analyzeRuns}, each with the place of its word in the text. The range of a word includes all
 * accents and invisible characters of the word. It begins and ends between characters.
 *
 * @example placeTerms('O’Brien') // [[{ term: 'obrien', start: 0, end: 7 }], [{ term: 'o', start: 0, end: 1 }, ...]]
 */
export function placeTerms(text: string): PlacedTerm[][] {
  const withoutIsbns = fold(text);
  const folded = foldWithIsbns(text, withoutIsbns);
  const isInPlace =
    folded === withoutIsbns && folded.length === text.length && NEVER_SHORTER.test(text);
  const placed = isInPlace ? undefined : placeFolded(text);
  const plain = plainTerms(text, folded);
  const runs = plain === undefined ? runsOf(readWords(text, folded)) : [placePlain(plain, folded)];
  return placed === undefined
    ? runs
    : runs.map((run) =>
        run.map(({ term, start, end }) => ({
          term,
          start: placed.starts[start],
          end: placed.ends[end - 1],
        })),
      );
}

/** Returns plain terms with their places in the folded text, in which nothing but the terms has letters and digits. */
function placePlain(terms: readonly string[], folded: string): PlacedTerm[] {
  let end = 0;
  return terms.map((term) => {
    const start = folded.indexOf(term, end);
    end = start + term.length;
    return { term, start, end };
  });
}

/**
 * Matches a text of characters that folding does not remove or combine: Latin letters and punctuation. If such a text has
 * the same length after folding, each character has its place.
 */
const NEVER_SHORTER = /^[\0-\xac\xae-\u024f\u2010-\u2027\u2030-\u205e]*$/;

/** Folds a text and converts its ISBNs like {@link foldWithIsbns}, and keeps the places in the text. */
function placeFolded(text: string): PlacedText {
  return replaceInPlace(foldInPlace(text), ISBN_CANDIDATE, toIsbn13);
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

/** Returns the terms of pieces in the runs of {@link analyzeRuns}, with their places in the folded text. */
function runsOf(pieces: readonly Piece[]): PlacedTerm[][] {
  const terms: PlacedTerm[] = [];
  const others: PlacedTerm[][] = [];
  for (const piece of pieces) addTerms(piece, terms, others);
  return [terms, ...others];
}

/**
 * Appends the terms of a piece.
 *
 * @param terms receives the terms that a phrase query matches
 * @param others receives the other runs, see {@link analyzeRuns}
 */
function addTerms(piece: Piece, terms: PlacedTerm[], others: PlacedTerm[][]): void {
  const { word, start } = piece;
  const end = endOf(piece);
  switch (word.kind) {
    case 'plain':
      terms.push({ term: word.term, start, end });
      for (const term of word.variants ?? []) others.push([{ term, start, end }]);
      break;
    case 'cjk': {
      let from = start;
      for (const term of word.terms) {
        terms.push({ term, start: from, end: from + term.length });
        from += String.fromCodePoint(term.codePointAt(0) ?? 0).length;
      }
      const { last } = word;
      if (word.terms[0] !== last) others.push([{ term: last, start: end - last.length, end }]);
      break;
    }
    case 'compound': {
      const isJoined = word.phraseForm === 'joined';
      const parts = isJoined ? [] : terms;
      if (isJoined) others.push(parts);
      for (const part of piece.parts.slice(0, word.parts.length)) addTerms(part, parts, others);
      const joined = { term: word.joined, start, end };
      if (isJoined) terms.push(joined);
      else if (isIndexedJoined(word.joined, word.parts)) others.push([joined]);
    }
  }
}

/** Returns the end of a piece in the folded text. Pieces with separators between them have longer ranges than texts. */
function endOf({ parts, start, text }: Piece): number {
  const last = parts.at(-1);
  return last === undefined ? start + text.length : endOf(last);
}

/**
 * Returns whether a compound with separate terms is also indexed as one term. Returns false for two
 * numbers, such as two years with a hyphen. Three or more numbers are also indexed as one number.
 */
function isIndexedJoined(joined: string, parts: readonly Word[]): boolean {
  return parts.length > 2 || !/^\d+$/.test(joined);
}

/** The kind of separator between two words that may form a compound. Undefined for other separators. */
type Gap = 'apostrophe' | 'hyphen' | 'comma' | 'period' | 'space' | undefined;

/** A word of a folded text, and the kind of separator after the word. */
interface Piece {
  readonly word: Word;
  /** The text of the word, without separators. */
  readonly text: string;
  /** The separator between this piece and the next piece. Undefined for the last piece. */
  readonly gap: Gap;
  /** The position in the folded text. */
  readonly start: number;
  /** The pieces that were joined. The word of each is a part of a compound {@link word}. */
  readonly parts: readonly Piece[];
}

const LETTER = /^\p{L}$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;
const DIGITS = /^\d+$/;
const THOUSANDS = /^\d{3}$/;

/** English endings that follow an apostrophe and are not words: `Alice's`, `we'll`. */
const ENGLISH_ENDINGS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

/** Letters that may form a compound with the next word: `e mail`. Excludes `a`, `i` and `y`. */
const JOINING_LETTER = /^[b-hj-xz]$/;
/** Letters that count as initials even without periods. Excludes `a`, `e`, `i`, `o` and `y`. */
const CERTAIN_INITIAL = /^[b-df-hj-np-xz]$/;

/** The maximum number of pieces in a compound. The pieces of a longer run are not joined. */
const MAX_PARTS = 6;

/**
 * Joins adjacent pieces that may be written as one word. First joins at apostrophes, and only then at
 * hyphens, so that the compound `O'Brien` is a part of the compound `O'Brien-Smith`.
 */
function joinCompounds(pieces: readonly Piece[]): readonly Piece[] {
  return JOININGS.reduce((joined, join) => join(joined), pieces);
}

/** Classifies the text between two words. */
function gapOf(between: string): Gap {
  switch (between) {
    case "'":
      return 'apostrophe';
    case '-':
    case "'-":
    case "-'":
      return 'hyphen';
    case ',':
      return 'comma';
    case ' ':
      return 'space';
    case '.':
    case '. ':
      return 'period';
    default:
      return undefined;
  }
}

/**
 * Replaces each run of 2 to {@link MAX_PARTS} pieces by one piece with the word that `join` returns for
 * the run. A run continues as long as `continues` returns true for a piece and the next piece.
 */
function joinRuns(
  pieces: readonly Piece[],
  continues: (piece: Piece, next: Piece) => boolean,
  join: (run: readonly Piece[]) => Word,
): readonly Piece[] {
  if (!pieces.some((piece, i) => i + 1 < pieces.length && continues(piece, pieces[i + 1]))) {
    return pieces;
  }
  const joined: Piece[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    end = start + 1;
    while (end < pieces.length && continues(pieces[end - 1], pieces[end])) end++;
    const run = pieces.slice(start, end);
    if (run.length === 1 || run.length > MAX_PARTS) for (const piece of run) joined.push(piece);
    else {
      const { start } = run[0];
      const { gap } = run[run.length - 1];
      joined.push({ word: join(run), text: textOf(run), gap, start, parts: run });
    }
  }
  return joined;
}

function textOf(run: readonly Piece[]): string {
  return run.map(({ text }) => text).join('');
}

function createCompound(run: readonly Piece[], phraseForm: CompoundWord['phraseForm']): Word {
  return { kind: 'compound', joined: textOf(run), parts: run.map(({ word }) => word), phraseForm };
}

function joinAtApostrophes(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece) => piece.gap === 'apostrophe',
    (run) => {
      const [first, second] = run;
      if (run.length > 2 || !ENGLISH_ENDINGS.has(second.text)) return createCompound(run, 'joined');
      const joined = first.text + second.text;
      if (second.text !== 's') return { kind: 'plain', term: joined };
      return { kind: 'compound', joined, parts: [first.word], phraseForm: 'joined' };
    },
  );
}

function joinThousands(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece, next) => piece.gap === 'comma' && DIGITS.test(piece.text) && THOUSANDS.test(next.text),
    (run) => createCompound(run, 'joined'),
  );
}

function joinAtHyphens(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece) => piece.gap === 'hyphen',
    (run) => createCompound(run, 'parts'),
  );
}

function joinInitials(pieces: readonly Piece[]): readonly Piece[] {
  const isLetter = ({ text }: Piece) => LETTER.test(text);
  const isCertain = ({ text }: Piece) => CERTAIN_INITIAL.test(text);
  return joinRuns(
    pieces,
    (piece, next) =>
      isLetter(piece) &&
      isLetter(next) &&
      (piece.gap === 'period' || (piece.gap === 'space' && isCertain(piece) && isCertain(next))),
    (run) => createCompound(run, 'parts'),
  );
}

function joinLetterToNextWord(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece, next) =>
      piece.gap === 'space' &&
      JOINING_LETTER.test(piece.text) &&
      next.word.kind === 'plain' &&
      next.text.length > 1 &&
      !isStopWord(next.text) &&
      BEGINS_WITH_LETTER.test(next.text),
    (run) => createCompound(run, 'parts'),
  );
}

const JOININGS = [
  joinAtApostrophes,
  joinThousands,
  joinAtHyphens,
  joinInitials,
  joinLetterToNextWord,
];

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]+/u;
const CJK_RUNS = new RegExp(`${CJK.source}|(?:(?!${CJK.source}).)+`, 'gu');

/** Returns whether a text contains Chinese, Japanese or Korean (CJK) characters. */
export function hasCjk(text: string): boolean {
  return CJK.test(text);
}

function splitAtCjk(word: string): string[] {
  return word.match(CJK_RUNS) ?? [];
}

/**
 * Returns the bigrams of a run of CJK characters: the overlapping pairs of characters. For a run of
 * one character, returns the character. Bigrams are indexed instead of words, because Chinese and
 * Japanese do not put spaces between words, and Korean does so inconsistently.
 *
 * @example cjkBigrams('東京都') // ['東京', '京都']
 */
function cjkBigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i] + character);
}

/**
 * Matches text that may be an ISBN: ten digits without separators, or four groups of digits separated
 * by spaces or by hyphens. The last digit may be `x`. `978` or `979` may precede the digits.
 */
const ISBN_CANDIDATE =
  /(?<![a-z\d-])(?:97[89][- ]?)?(?:\d{9}[\dx]|\d{1,5}([- ])\d{1,7}\1\d{1,7}\1[\dx])(?![a-z\d]|-[a-z\d])/g;

/**
 * Replaces each valid ISBN in a text by its ISBN-13 without separators. Does not change numbers with a
 * wrong check digit.
 *
 * @param folded a text in lower case, with `-` for every hyphen and the digits 0 to 9
 *
 * @example normalizeIsbns('0-439-02348-3') // '9780439023481'
 */
function normalizeIsbns(folded: string): string {
  return folded.replace(ISBN_CANDIDATE, toIsbn13);
}

/** Returns the ISBN-13 of a text that {@link ISBN_CANDIDATE} matches, or the text if it is no valid ISBN. */
function toIsbn13(candidate: string): string {
  const digits = candidate.replace(/[- ]/g, '');
  if (digits.length === 10 && isIsbn10(digits)) {
    const withoutCheck = `978${digits.slice(0, 9)}`;
    return withoutCheck + checkDigit13(withoutCheck);
  }
  if (digits.length === 13 && checkDigit13(digits.slice(0, 12)) === digits[12]) return digits;
  return candidate;
}

/** Matches a Standard Book Number (SBN), the ISBN-10 of the years before 1970 without the zero at its beginning. */
const SBN = /^\d{8}[\dx]$/;

/**
 * Returns the ISBN-13 of a term that is a valid SBN: `394170660` becomes `9780394170664`. Undefined for any other term.
 * Texts are indexed without it, because one in eleven numbers of nine digits is a valid SBN.
 */
export function isbnOfSbn(term: string): string | undefined {
  const isbn = `0${term}`;
  return SBN.test(term) && isIsbn10(isbn) ? normalizeIsbns(isbn) : undefined;
}

/**
 * Returns whether ten digits are a valid ISBN-10: the digits, multiplied by 10, 9, 8 and so on down
 * to 1, must add up to a multiple of 11. The digit `x` is 10.
 */
function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === 'x' ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}

/**
 * Returns the check digit for the first twelve digits of an ISBN-13: all thirteen digits, multiplied
 * by 1 and 3 in turn, must add up to a multiple of 10.
 */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/**
 * Articles, conjunctions and short prepositions of several languages, in lower case and without
 * accents. Includes letters before or after an apostrophe (`l'`, `d'`, `'s`). Excludes some words that
 * have another meaning in English (`sin`, `no`, `do`).
 */
const STOP_WORDS: Readonly<Record<string, string>> = {
  English: 'the a an and or nor but of in on at to by for from with as into s t',
  French: 'le la les l un une des du de d au aux et ou en dans par pour sur avec sans',
  German:
    'der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur im in mit aus bei auf fur',
  Spanish: 'el la los las un una unos unas y e o u de del al a en con por para',
  Italian:
    'il lo la i gli le l un uno una e ed o di del dello della dei degli delle dell d a al alla ai alle da dal dalla in nel nella con per su sul sulla',
  Portuguese: 'o a os as um uma e ou de da dos das em na nos nas ao por para com sem',
  Catalan: 'el la els les un una i o de del dels en amb per',
  Dutch: 'de het een t en of van voor met in op te der den',
  Swedish: 'en ett den det de och eller av i pa for med till om',
  Danish: 'en et den det de og eller af i pa for med til om',
  Norwegian: 'en ei et den det de og eller av i pa for med til om',
  Polish: 'i a w z na o od po oraz',
  Czech: 'a i v ve z na o od po nebo',
  Hungarian: 'a az egy es',
  Russian: 'и а в во на с со о об к ко по от из у за или но для',
  Ukrainian: 'і и та а в у на з із о об до по від за або для',
  Greek: 'ο η το οι τα του τησ των τον την τουσ τισ και σε στο στη στην στον στα για απο με',
  Hebrew: 'של את על או',
  Arabic: 'و في من علي الي عن او',
};

const WORDS: ReadonlySet<string> = new Set(
  Object.values(STOP_WORDS).flatMap((words) => words.split(' ')),
);

/**
 * Returns whether a term is an article, a conjunction or a short preposition in any of 19 languages.
 *
 * @param term a result of `analyze`
 * @example isStopWord('the') // true
 */
export function isStopWord(term: string): boolean {
  return WORDS.has(term);
}
