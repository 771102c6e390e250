/**
 * Returns the unrestricted Damerau-Levenshtein distance of two texts: the minimum number of
 * insertions, deletions, replacements and swaps of UTF-16 code units that turn one text into the
 * other. After a swap, code units can be inserted between the two swapped units. Before a swap, code
 * units between the two can be deleted.
 * O(`a.length` × `b.length`).
 *
 * @example editDistance('ca', 'abc') // 2
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 2;
  const unreachable = a.length + b.length;
  const matrix = new Uint32Array((a.length + 2) * width).fill(unreachable);
  const rowsOfLetters = new Map<string, number>();
  for (let row = 0; row <= a.length; row++) matrix[(row + 1) * width + 1] = row;
  for (let column = 0; column <= b.length; column++) matrix[width + column + 1] = column;
  for (let row = 1; row <= a.length; row++) {
    let columnOfLetter = 0;
    for (let column = 1; column <= b.length; column++) {
      const lastRow = rowsOfLetters.get(b[column - 1]) ?? 0;
      const lastColumn = columnOfLetter;
      const isSame = a[row - 1] === b[column - 1];
      if (isSame) columnOfLetter = column;
      matrix[(row + 1) * width + column + 1] = Math.min(
        matrix[row * width + column] + (isSame ? 0 : 1),
        matrix[row * width + column + 1] + 1,
        matrix[(row + 1) * width + column] + 1,
        matrix[lastRow * width + lastColumn] + (row - lastRow) + (column - lastColumn) - 1,
      );
    }
    rowsOfLetters.set(a[row - 1], row);
  }
  return matrix[matrix.length - 1];
}

/** The maximum number of typing errors in a suggested word. */
const MAX_ERRORS = 2;

/** Returns `; did you mean 'WORD'?` with the most similar word, or an empty string if no word is similar. */
export function didYouMean(text: string, words: readonly string[]): string {
  const [similar] = words
    .filter(({ length }) => Math.abs(length - text.length) <= Math.min(MAX_ERRORS, length / 3))
    .map((word) => ({ word, distance: editDistance(text, word) }))
    .filter(({ word, distance }) => distance <= Math.min(MAX_ERRORS, word.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return similar === undefined ? '' : `; did you mean '${similar.word}'?`;
}
