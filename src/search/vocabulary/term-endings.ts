/**
 * The terms in the order of their endings, those left out that end in a digit: a catalog has more
 * identifiers than words, and nobody half remembers them.
 *
 * @param terms ascending
 * @returns term numbers, ascending by the term read backwards in UTF-16 code units
 */
export function orderByEnding(terms: readonly string[]): Uint32Array {
  const entries: { readonly number: number; readonly backwards: string }[] = [];
  terms.forEach((term, number) => {
    if (isListed(term)) entries.push({ number, backwards: term.split('').reverse().join('') });
  });
  entries.sort((a, b) => (a.backwards < b.backwards ? -1 : 1));
  return Uint32Array.from(entries, ({ number }) => number);
}

/** Whether {@link orderByEnding} lists the terms that end so; the empty ending is every term's. */
export function isListed(ending: string): boolean {
  return ending !== '' && !/[0-9]$/.test(ending);
}

/**
 * Those of the terms, ordered by ending, that end as `ending` does, which must be listed. A view.
 *
 * @param termsByEnding what {@link orderByEnding} gave
 */
export function termsEndingIn(
  ending: string,
  termsByEnding: Uint32Array,
  offsets: Uint32Array,
  units: Uint16Array,
): Uint32Array {
  /** Below 0, 0 or above 0 as the term read backwards, no farther than the ending goes. */
  function compare(term: number): number {
    const start = offsets[term];
    let at = offsets[term + 1];
    for (let i = ending.length - 1; i >= 0; i--) {
      if (at === start) return -1;
      const difference = units[--at] - ending.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  function lowerBound(bound: 0 | 1, from: number): number {
    let low = from;
    let high = termsByEnding.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(termsByEnding[middle]) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const start = lowerBound(0, 0);
  return termsByEnding.subarray(start, lowerBound(1, start));
}
