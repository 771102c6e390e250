/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to make `to`
 * of `from`. O(from × to).
 *
 * @example editDistance('titel', 'title') // 1
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      current[column] = Math.min(
        last[column] + 1,
        current[column - 1] + 1,
        last[column - 1] + (isSame ? 0 : 1),
      );
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) current[column] = Math.min(current[column], beforeLast[column - 2] + 1);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length];
}
