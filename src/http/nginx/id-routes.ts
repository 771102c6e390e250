import { distinctAffix, type IdAffixes, type IdsWithAffixes } from './id-affixes.js';

/** A key of nginx's `map`: a path, or `~` and a regular expression. */
export type MapKey = string;

/** The ids of a library and its upstream. */
export interface IdsToRoute {
  readonly ids: IdsWithAffixes;
  /** The name of an nginx `upstream`. */
  readonly to: string;
}

/**
 * Creates the rows of a `map` from the paths of ids to the upstreams of their libraries. If all ids of a
 * library have a prefix or suffix that no other id has, the library gets one row with a regular
 * expression. Any other library gets one row per id; its ids that differ only in case can share a row.
 *
 * @param path the path before an id, such as `/v1/titles/`
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
  return [...exactRoutes(listed, affixes), ...patterns];
}

/**
 * Creates rows from paths and their upstreams. nginx compares plain keys without regard to case, and
 * before regular expressions. The key is therefore a regular expression if another library may have a
 * path that differs only in case.
 *
 * @param affixes the affixes in the regular expressions of other libraries
 */
function exactRoutes(
  paths: readonly (readonly [string, string])[],
  affixes: readonly IdAffixes[],
): [MapKey, string][] {
  const lowered = affixes.map(({ prefix, suffix }) => ({
    prefix: prefix.toLowerCase(),
    suffix: suffix.toLowerCase(),
  }));
  const upstreams = new Map<string, Set<string>>();
  for (const [path, to] of paths) {
    const lowerCase = path.toLowerCase();
    upstreams.set(lowerCase, (upstreams.get(lowerCase) ?? new Set()).add(to));
  }
  const seen = new Set<string>();
  return paths.flatMap(([path, to]): [MapKey, string][] => {
    const lowerCase = path.toLowerCase();
    const isAmbiguous =
      (upstreams.get(lowerCase)?.size ?? 0) > 1 ||
      lowered.some(
        ({ prefix, suffix }) => lowerCase.startsWith(prefix) && lowerCase.endsWith(suffix),
      );
    if (isAmbiguous) return [[`~^${literal(path)}\\z`, to]];
    if (seen.has(lowerCase)) return [];
    seen.add(lowerCase);
    return [[path, to]];
  });
}

/** Escapes a text, so that a regular expression matches the text literally. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
