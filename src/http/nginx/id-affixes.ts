/** What all ids of a library begin and end with. */
export interface IdAffixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** The longest beginning and the longest end that ids have in common; nothing of no ids. */
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

function commonLength(
  a: string,
  b: string,
  unit: (text: string, place: number) => string | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && unit(a, length) === unit(b, length)) length++;
  return length;
}

/** Ids, and what all of them begin and end with. */
export interface IdsWithAffixes {
  /** Nothing where there are no ids. */
  readonly affixes: IdAffixes | undefined;
  /** Every id, anew at each call. */
  all(): Iterable<string>;
}

/**
 * By which affix the ids of a library differ from all those of others: the longer one, if both do,
 * and nothing if neither does.
 */
export function distinctAffix(
  { prefix, suffix }: IdAffixes,
  others: readonly IdsWithAffixes[],
): Partial<IdAffixes> | undefined {
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

function some(ids: Iterable<string>, isSuch: (id: string) => boolean): boolean {
  for (const id of ids) if (isSuch(id)) return true;
  return false;
}
