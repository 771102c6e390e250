import { characterPairs, hasPairedCharacters, splitByScript } from './character-pairs.js';
import { fold } from './fold.js';
import { isFunctionWord } from './function-words.js';
import { unifyIsbns } from './isbn.js';

/** One term. */
export interface PlainWord {
  readonly kind: 'plain';
  readonly term: string;
}

/** A run of Chinese, Japanese or Korean. */
export interface PairedWord {
  readonly kind: 'paired';
  /** Its overlapping pairs, side by side. */
  readonly terms: readonly string[];
  /** Its last character, which begins no pair. */
  readonly last: string;
}

/** What some write as one word and others as several: `o'brien`, `e-mail`, `J. K.`, `20,000`. */
export interface CompoundWord {
  readonly kind: 'compound';
  readonly joined: string;
  readonly parts: readonly Word[];
  /** Which of the two takes its place between the words beside it. */
  readonly standsAs: 'joined' | 'parts';
}

/** A word of a text, in whichever ways it may be written. */
export type Word = PlainWord | PairedWord | CompoundWord;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const NOT_ASCII = /[^\0-\x7f]/;
/** Without any of these no two words of a text are joined: most texts have none. */
const MAY_JOIN = /['-]|,\d|(?<![a-z\d])(?:[b-hj-xz](?![a-z\d])|[aiy]\.)/;
const LETTER = /^\p{L}$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;
const DIGITS = /^\d+$/;
const THOUSANDS = /^\d{3}$/;

/** What English leaves behind an apostrophe: no word of its own. */
const ENGLISH_ENDINGS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

/** Letters that may be written together with the next word: those that are no word themselves. */
const JOINING_LETTER = /^[b-hj-xz]$/;
/** Letters that are initials even without full stops: those that are a word in no language. */
const CERTAIN_INITIAL = /^[b-df-hj-np-xz]$/;

/** More parts than this are a chain of words, not one that is written in two ways. */
const MOST_PARTS = 6;

/** What stands between two words, where it may join them. */
type Gap = 'apostrophe' | 'hyphen' | 'comma' | 'stop' | 'space' | undefined;

interface Piece {
  readonly word: Word;
  /** As one word. */
  readonly text: string;
  /** What follows it. */
  readonly gap: Gap;
}

/**
 * The words of a text, in order: folded, ISBNs in their one form, and what is written now as one
 * word and now as several marked as such.
 *
 * @example readWords("O'Brien") // one compound: joined 'obrien', parts 'o' and 'brien'
 */
export function readWords(text: string): Word[] {
  const folded = unifyIsbns(fold(text));
  const isAscii = !NOT_ASCII.test(folded);
  if (isAscii && !MAY_JOIN.test(folded)) {
    return (folded.match(ASCII_WORD) ?? []).map((term) => ({ kind: 'plain', term }));
  }
  const pieces = readPieces(folded, isAscii);
  return JOININGS.reduce((joined, join) => join(joined), pieces).map(({ word }) => word);
}

function readPieces(folded: string, isAscii: boolean): readonly Piece[] {
  const isPaired = !isAscii && hasPairedCharacters(folded);
  const pieces: Piece[] = [];
  const matches = [...folded.matchAll(isAscii ? ASCII_WORD : WORD)];
  matches.forEach((match, i) => {
    const end = match.index + match[0].length;
    const gap = gapOf(folded.slice(end, matches[i + 1]?.index ?? end));
    if (isPaired && hasPairedCharacters(match[0])) {
      for (const run of splitByScript(match[0])) pieces.push({ ...pieceOf(run), gap: undefined });
    } else {
      pieces.push({ word: { kind: 'plain', term: match[0] }, text: match[0], gap });
    }
  });
  return pieces;
}

function pieceOf(run: string): Omit<Piece, 'gap'> {
  if (!hasPairedCharacters(run)) return { word: { kind: 'plain', term: run }, text: run };
  const last = [...run].at(-1) ?? run;
  return { word: { kind: 'paired', terms: characterPairs(run), last }, text: run };
}

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
      return 'stop';
    default:
      return undefined;
  }
}

/** Replaces each run of pieces, each of which `goesOn` with the next, by what `join` makes of it. */
function joinRuns(
  pieces: readonly Piece[],
  goesOn: (piece: Piece, next: Piece) => boolean,
  join: (run: readonly Piece[]) => Word,
): readonly Piece[] {
  if (!pieces.some((piece, i) => i + 1 < pieces.length && goesOn(piece, pieces[i + 1]))) {
    return pieces;
  }
  const joined: Piece[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    end = start + 1;
    while (end < pieces.length && goesOn(pieces[end - 1], pieces[end])) end++;
    const run = pieces.slice(start, end);
    if (run.length === 1 || run.length > MOST_PARTS) for (const piece of run) joined.push(piece);
    else joined.push({ word: join(run), text: textOf(run), gap: run[run.length - 1].gap });
  }
  return joined;
}

function textOf(run: readonly Piece[]): string {
  return run.map(({ text }) => text).join('');
}

function compound(run: readonly Piece[], standsAs: CompoundWord['standsAs']): Word {
  return { kind: 'compound', joined: textOf(run), parts: run.map(({ word }) => word), standsAs };
}

function joinAtApostrophes(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece) => piece.gap === 'apostrophe',
    (run) => {
      const [first, second] = run;
      if (run.length > 2 || !ENGLISH_ENDINGS.has(second.text)) return compound(run, 'joined');
      const joined = first.text + second.text;
      if (second.text !== 's') return { kind: 'plain', term: joined };
      return { kind: 'compound', joined, parts: [first.word], standsAs: 'joined' };
    },
  );
}

function joinThousands(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece, next) => piece.gap === 'comma' && DIGITS.test(piece.text) && THOUSANDS.test(next.text),
    (run) => compound(run, 'joined'),
  );
}

function joinAtHyphens(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece) => piece.gap === 'hyphen',
    (run) => compound(run, 'parts'),
  );
}

function isLetter({ text }: Piece): boolean {
  return LETTER.test(text);
}

function joinInitials(pieces: readonly Piece[]): readonly Piece[] {
  const isCertain = ({ text }: Piece) => CERTAIN_INITIAL.test(text);
  return joinRuns(
    pieces,
    (piece, next) =>
      isLetter(piece) &&
      isLetter(next) &&
      (piece.gap === 'stop' || (piece.gap === 'space' && isCertain(piece) && isCertain(next))),
    (run) => compound(run, 'parts'),
  );
}

function joinLetters(pieces: readonly Piece[]): readonly Piece[] {
  return joinRuns(
    pieces,
    (piece, next) =>
      piece.gap === 'space' &&
      JOINING_LETTER.test(piece.text) &&
      next.word.kind === 'plain' &&
      next.text.length > 1 &&
      !isFunctionWord(next.text) &&
      BEGINS_WITH_LETTER.test(next.text),
    (run) => compound(run, 'parts'),
  );
}

/** In this order, because a part may be joined itself: `O'Brien-Smith`. */
const JOININGS = [joinAtApostrophes, joinThousands, joinAtHyphens, joinInitials, joinLetters];
