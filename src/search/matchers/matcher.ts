/**
 * A query made ready for one index: which documents match, and what each is worth. The two are
 * apart, so that scores are computed only for documents that survive everything else.
 */
export interface Matcher {
  /** About how many numbers {@link documents} reads; what is cheapest is asked first. */
  readonly cost: number;
  /** The score of every match, where that is known beforehand, of matchers without terms. */
  readonly uniformScore: number | undefined;
  /**
   * The terms that every match has, when all matches have the same ones; by the numbers that
   * {@link ScoreTarget.terms} goes by.
   */
  readonly certainTerms: ReadonlySet<number> | undefined;
  /** All that match, ascending. Not to be changed; later queries do not change it either. */
  documents(): Uint32Array;
  /** Those of `candidates` (ascending) that match. */
  restrict(candidates: Uint32Array): Uint32Array;
  /**
   * Adds the score of each of the target's documents that match, and notes their terms; where
   * bounds will do, something that the score is not above.
   */
  addScores(target: ScoreTarget): void;
}

/** Where scores are added up. */
export interface ScoreTarget {
  /** The documents to be scored, ascending. */
  readonly documents: Uint32Array;
  /** Whether all of them are known to match the matcher that is asked. */
  readonly allMatch: boolean;
  /** Beside {@link documents}, their places in {@link scores}; without it, the same places. */
  readonly slots: Uint32Array | undefined;
  readonly scores: Float64Array | Float32Array;
  /** Where the documents stand among those for which bounds were asked last, when they are some of them. */
  readonly origin?: Origin | undefined;
  /** Whether upper bounds of scores will do. They are 32-bit floats, and too low by that rounding. */
  readonly boundsDo: boolean;
  /**
   * For queries whose matches differ in the terms they have: bit `t % 32` of word `t / 32` of a
   * place says that it has term `t`.
   */
  readonly terms: readonly Uint32Array[] | undefined;
}

/** What documents were chosen from. */
export interface Origin {
  readonly documents: Uint32Array;
  /** Per chosen document, its place among {@link documents}. */
  readonly places: Uint32Array;
}

/** The same scores for some of a target's documents, all of which match. */
export function narrowTarget(target: ScoreTarget, documents: Uint32Array): ScoreTarget {
  if (documents.length === target.documents.length) return { ...target, allMatch: true };
  const slots = new Uint32Array(documents.length);
  let at = 0;
  for (let i = 0; i < documents.length; i++) {
    while (target.documents[at] !== documents[i]) at++;
    slots[i] = target.slots === undefined ? at : target.slots[at];
    at++;
  }
  return { ...target, documents, slots, origin: undefined, allMatch: true };
}

/** What has no terms has none for every match. */
export const NO_TERMS: ReadonlySet<number> = new Set();

/** A matcher of nothing. */
export const MATCH_NOTHING: Matcher = {
  cost: 0,
  uniformScore: 0,
  certainTerms: NO_TERMS,
  documents: () => new Uint32Array(0),
  restrict: () => new Uint32Array(0),
  addScores: () => {},
};
