import { isStopWord } from './stop-words.js';
import type { CompoundWord, Word } from './word.js';

/** The kind of separator between two words that may form a compound. Undefined for other separators. */
export type Gap = 'apostrophe' | 'hyphen' | 'comma' | 'period' | 'space' | undefined;

/** A word of a folded text, and the kind of separator after the word. */
export interface Piece {
  readonly word: Word;
  /** The text of the word, without separators. */
  readonly text: string;
  /** The separator between this piece and the next piece. Undefined for the last piece. */
  readonly gap: Gap;
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
export function joinCompounds(pieces: readonly Piece[]): readonly Piece[] {
  return JOININGS.reduce((joined, join) => join(joined), pieces);
}

/** Classifies the text between two words. */
export function gapOf(between: string): Gap {
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
    else joined.push({ word: join(run), text: textOf(run), gap: run[run.length - 1].gap });
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
