/** The longest common prefix and suffix of all ids of a library. */
export interface IdAffixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** Returns the longest common prefix and suffix of ids, or undefined if there are no ids. */
export function idAffixes(ids: Iterable<string>): IdAffixes | undefined {
  let [prefix, suffix]: (string | undefined)[] = [];
  for (const id of ids) {
    prefix = id.slice(
      0,
      commonLength(prefix ?? id, id, (text, i) => text[i]),
    );
    suffix ??= id;
    suffix = suffix.slice(suffix.length - commonLength(suffix, id, (text, i) => text.at(-1 - i)));
  }
  return prefix === undefined || suffix === undefined ? undefined : { prefix, suffix };
}

/** Returns the number of equal characters at the start of two texts, or at the end if `unit` counts back. */
function commonLength(
  a: string,
  b: string,
  unit: (text: string, index: number) => string | undefined,
): number {
  const maxLength = Math.min(a.length, b.length);
  let length = 0;
  while (length < maxLength && unit(a, length) === unit(b, length)) length++;
  return length;
}

/** The ids of a library and their affixes. */
export interface IdsWithAffixes {
  /** Undefined when there are no ids. */
  readonly affixes: IdAffixes | undefined;
  /** Iterates over all ids, from the first one at each call. */
  all(): Iterable<string>;
}

/**
 * Returns the prefix or the suffix, whichever no id of the other libraries has. If the other ids have
 * neither, returns the longer affix, or the suffix if both have the same length.
 *
 * @returns undefined if ids of other libraries have the prefix and ids of other libraries have the suffix
 */
export function distinctAffix(
  { prefix, suffix }: IdAffixes,
  others: readonly IdsWithAffixes[],
): Partial<IdAffixes> | undefined {
  // Comparing affixes is faster than reading all ids, and excludes most libraries.
  const byPrefix = !others.some(({ affixes, all }) => {
    const isPossible =
      affixes?.prefix.startsWith(prefix) || prefix.startsWith(affixes?.prefix ?? '');
    return isPossible && some(all(), (id) => id.startsWith(prefix));
  });
  const bySuffix = !others.some(({ affixes, all }) => {
    const isPossible = affixes?.suffix.endsWith(suffix) || suffix.endsWith(affixes?.suffix ?? '');
    return isPossible && some(all(), (id) => id.endsWith(suffix));
  });
  if (bySuffix && (!byPrefix || suffix.length >= prefix.length)) return { suffix };
  return byPrefix ? { prefix } : undefined;
}

function some(ids: Iterable<string>, predicate: (id: string) => boolean): boolean {
  for (const id of ids) if (predicate(id)) return true;
  return false;
}
