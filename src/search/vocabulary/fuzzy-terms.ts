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
 * Walks the sorted terms as if they were a tree: the rows of the edit matrix that belong to the
 * beginning a term shares with the one before it are kept, and once a row shows that no term with
 * that beginning can be near, all of them are skipped.
 *
 * @param maximumDistance a whole number from 0
 */
export function findFuzzyTerms(
  vocabulary: Vocabulary,
  text: string,
  maximumDistance: number,
): FuzzyTerms {
  const { size, offsets, units } = vocabulary;
  const shared = vocabulary.sharedLengths();
  const width = text.length + 1;
  const target = unitsOf(text);
  const tooFar = maximumDistance + 1;
  // Row i holds the distances of the first i units of a term to the beginnings of the text. A term
  // more than maximumDistance longer than the text is given up before it needs another row.
  const matrix = new Int32Array((width + maximumDistance + 1) * width).fill(tooFar);
  for (let column = 0; column < width; column++) matrix[column] = column;

  const terms: number[] = [];
  const distances: number[] = [];
  let validRows = 0;
  let number = 0;
  while (number < size) {
    const start = offsets[number];
    const length = offsets[number + 1] - start;
    let row = Math.min(validRows, shared[number]);
    let isNear = true;
    while (row < length) {
      row++;
      if (
        fillRow(matrix, width, row, units[start + row - 1], target, maximumDistance) >
        maximumDistance
      ) {
        isNear = false;
        break;
      }
    }
    validRows = row;
    if (isNear) {
      const distance = matrix[length * width + width - 1];
      if (distance <= maximumDistance) {
        terms.push(number);
        distances.push(distance);
      }
      number++;
    } else {
      number++;
      while (number < size && shared[number] >= row) number++;
    }
  }
  return { terms, distances };
}

function unitsOf(text: string): Uint16Array {
  const target = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) target[i] = text.charCodeAt(i);
  return target;
}

/** Fills one row from the one before it, near the diagonal only; gives its smallest distance. */
function fillRow(
  matrix: Int32Array,
  width: number,
  row: number,
  unit: number,
  target: Uint16Array,
  maximumDistance: number,
): number {
  const here = row * width;
  const before = here - width;
  const first = Math.max(1, row - maximumDistance);
  const last = Math.min(width - 1, row + maximumDistance);
  let left = first === 1 ? row : maximumDistance + 1;
  matrix[here + first - 1] = left;
  let smallest = left;
  for (let column = first; column <= last; column++) {
    const replaced = matrix[before + column - 1] + (target[column - 1] === unit ? 0 : 1);
    const above = matrix[before + column] + 1;
    left = Math.min(replaced, above, left + 1);
    matrix[here + column] = left;
    if (left < smallest) smallest = left;
  }
  return smallest;
}
