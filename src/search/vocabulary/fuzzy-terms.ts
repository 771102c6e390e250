import { unitsOf } from './term-codec.js';
import type { Vocabulary } from './vocabulary.js';

/** Terms near another one, ascending, and beside each its distance. */
export interface FuzzyTerms {
  readonly terms: number[];
  readonly distances: number[];
}

/**
 * The terms within `maximumDistance` insertions, deletions and replacements of code units from
 * `text`, itself included.
 *
 * The text is cut in two. Either not all of the edits fall into its first half: those terms are found
 * by a walk that keeps to few beginnings, see {@link walk}. Or all of them do, and the term ends as
 * the text does: those are listed by their endings, and compared one by one.
 *
 * @param maximumDistance a whole number from 0
 */
export function findFuzzyTerms(
  vocabulary: Vocabulary,
  text: string,
  maximumDistance: number,
): FuzzyTerms {
  const half = text.length >>> 1;
  const isWorthHalving = maximumDistance > 0 && half >= maximumDistance;
  const candidates = isWorthHalving ? vocabulary.withEnding(text.slice(half)) : undefined;
  if (candidates === undefined) return walk(vocabulary, text, maximumDistance, 0);
  const near = walk(vocabulary, text, maximumDistance, half);
  const found = new Map(near.terms.map((term, i) => [term, near.distances[i]]));
  const matrix = new EditMatrix(text.slice(0, half), maximumDistance, 0);
  for (const term of candidates) {
    const length = vocabulary.lengthOf(term) - (text.length - half);
    if (Math.abs(length - half) > maximumDistance || found.has(term)) continue;
    const start = vocabulary.offsets[term];
    let row = 0;
    while (row < length && matrix.fillRow(row + 1, vocabulary.units[start + row])) row++;
    if (row === length && matrix.distance(length) <= maximumDistance) {
      found.set(term, maximumDistance);
    }
  }
  const terms = [...found.keys()].sort((a, b) => a - b);
  return { terms, distances: terms.map((term) => found.get(term) ?? 0) };
}

/**
 * Walks the sorted terms as if they were a tree: the rows of the edit matrix that belong to the
 * beginning a term shares with the one before it are kept, and once a row shows that no term with
 * that beginning can be near, all of them are skipped.
 *
 * @param half leaves out the terms for which all edits fall into as many first units of the text
 */
function walk(
  vocabulary: Vocabulary,
  text: string,
  maximumDistance: number,
  half: number,
): FuzzyTerms {
  const { offsets, units } = vocabulary;
  const shared = vocabulary.sharedLengths();
  const matrix = new EditMatrix(text, maximumDistance, half);
  const terms: number[] = [];
  const distances: number[] = [];
  // Without an edit to spend on the first half, it is a prefix.
  const isPrefix = half > 0 && maximumDistance === 1;
  const { start: first, end } = vocabulary.prefixRange(isPrefix ? text.slice(0, half) : '');
  let validRows = 0;
  let number = first;
  while (number < end) {
    const start = offsets[number];
    const length = offsets[number + 1] - start;
    let row = number === first ? 0 : Math.min(validRows, shared[number]);
    let isNear = true;
    while (row < length) {
      row++;
      if (!matrix.fillRow(row, units[start + row - 1])) {
        isNear = false;
        break;
      }
    }
    validRows = row;
    if (isNear) {
      const distance = matrix.distance(length);
      if (distance <= maximumDistance) {
        terms.push(number);
        distances.push(distance);
      }
      number++;
    } else {
      number = Math.min(end, vocabulary.skip(number, row));
    }
  }
  return { terms, distances };
}

/** The distances of the beginnings of a term to those of a text, as far as they are small. */
class EditMatrix {
  private readonly target: Uint16Array;
  private readonly width: number;
  private readonly tooFar: number;
  /**
   * Row i holds the distances of the first i units of a term to the beginnings of the text. A term
   * more than the maximum longer than the text is given up before it needs another row.
   */
  private readonly cells: Uint8Array | Uint32Array;

  /**
   * @param maximum the largest distance that matters
   * @param half within so many units of the text one less matters
   */
  constructor(
    text: string,
    private readonly maximum: number,
    private readonly half: number,
  ) {
    this.target = unitsOf(text);
    this.width = text.length + 1;
    this.tooFar = maximum + 1;
    const size = (this.width + maximum + 1) * this.width;
    this.cells = maximum < 0xff ? new Uint8Array(size) : new Uint32Array(size);
    this.cells.fill(this.tooFar);
    for (let column = 0; column < this.width; column++) {
      this.cells[column] = this.within(column, column);
    }
  }

  /** Fills a row from the one before it, near the diagonal only; false when nothing in it is near. */
  fillRow(row: number, unit: number): boolean {
    const { cells, width, target, maximum, tooFar } = this;
    const here = row * width;
    const before = here - width;
    const first = Math.max(1, row - maximum);
    const last = Math.min(width - 1, row + maximum);
    let left = first === 1 ? this.within(row, 0) : tooFar;
    cells[here + first - 1] = left;
    let smallest = left;
    for (let column = first; column <= last; column++) {
      const replaced = cells[before + column - 1] + (target[column - 1] === unit ? 0 : 1);
      const above = cells[before + column] + 1;
      left = this.within(Math.min(replaced, above, left + 1), column);
      cells[here + column] = left;
      if (left < smallest) smallest = left;
    }
    return smallest <= maximum;
  }

  /** The distance of the whole text to the first `length` units of a term, whose rows are filled. */
  distance(length: number): number {
    return this.cells[length * this.width + this.width - 1];
  }

  private within(distance: number, column: number): number {
    const limit = column <= this.half && this.half > 0 ? this.maximum - 1 : this.maximum;
    return distance <= limit ? distance : this.tooFar;
  }
}
