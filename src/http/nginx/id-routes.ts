import { distinctAffix, type IdAffixes, type IdsWithAffixes } from './id-affixes.js';

/** A path, or a regular expression that paths match, in the syntax of nginx's `map`. */
export type MapKey = string;

/** The ids of a library, and the name of what answers for it. */
export interface IdsToRoute {
  readonly ids: IdsWithAffixes;
  readonly to: string;
}

/**
 * Which paths lead where, so that every id leads to its library and to no other: a pattern for a
 * library whose ids all begin or end as those of no other library do, and a line for each id of the
 * others.
 *
 * @param path what stands before an id, such as `/v1/titles/`
 */
export function idRoutes(path: string, libraries: readonly IdsToRoute[]): [MapKey, string][] {
  const patterns: [MapKey, string][] = [];
  const listed: [string, string][] = [];
  const affixes: IdAffixes[] = [];
  for (const { ids, to } of libraries) {
    const others = libraries.map((other) => other.ids).filter((other) => other !== ids);
    const affix = ids.affixes && distinctAffix(ids.affixes, others);
    if (affix !== undefined) {
      const { prefix = '', suffix = '' } = affix;
      patterns.push([`~(?s)^${literal(path + prefix)}.*${literal(suffix)}\\z`, to]);
      affixes.push({ prefix: path + prefix, suffix });
    } else {
      for (const id of ids.all()) listed.push([path + id, to]);
    }
  }
  return [...exactly(listed, affixes), ...patterns];
}

/**
 * Paths as keys. For nginx letters are equal in either case; where that matters, a pattern tells them apart.
 *
 * @param affixes what the paths of other libraries begin and end with
 */
function exactly(
  paths: readonly (readonly [string, string])[],
  affixes: readonly IdAffixes[],
): [MapKey, string][] {
  const lowered = affixes.map(({ prefix, suffix }) => ({
    prefix: prefix.toLowerCase(),
    suffix: suffix.toLowerCase(),
  }));
  const places = new Map<string, Set<string>>();
  for (const [path, to] of paths) {
    const alike = path.toLowerCase();
    places.set(alike, (places.get(alike) ?? new Set()).add(to));
  }
  const seen = new Set<string>();
  return paths.flatMap(([path, to]): [MapKey, string][] => {
    const alike = path.toLowerCase();
    const isElsewhere =
      (places.get(alike)?.size ?? 0) > 1 ||
      lowered.some(({ prefix, suffix }) => alike.startsWith(prefix) && alike.endsWith(suffix));
    if (isElsewhere) return [[`~^${literal(path)}\\z`, to]];
    if (seen.has(alike)) return [];
    seen.add(alike);
    return [[path, to]];
  });
}

/** A regular expression that only a text itself matches. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
