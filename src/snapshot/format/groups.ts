import { lowerBound } from '../../base/binary-search.js';
import { getOffsets, getSection, type Sections, type SectionWriter } from './container/sections.js';

/**
 * Writes lists of numbers by key as the sections `name.keys` (the keys, ascending), `name.offsets` (where
 * the list of each key begins) and `name.members` (the lists).
 */
export function addGroups(
  sections: SectionWriter,
  name: string,
  groups: ReadonlyMap<number, readonly number[]>,
): void {
  const keys = Uint32Array.from(groups.keys()).sort();
  const offsets = new Uint32Array(keys.length + 1);
  const members: number[] = [];
  keys.forEach((key, index) => {
    for (const member of groups.get(key) ?? []) members.push(member);
    offsets[index + 1] = members.length;
  });
  sections.set(`${name}.keys`, keys);
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.members`, Uint32Array.from(members));
}

/**
 * Opens the lists that {@link addGroups} wrote. Returns a function that returns the list of a key, or an empty
 * list for an unknown key. O(log keys).
 */
export function openGroups(sections: Sections, name: string): (key: number) => Uint32Array {
  const keys = getSection(sections, `${name}.keys`, Uint32Array);
  const members = getSection(sections, `${name}.members`, Uint32Array);
  const offsets = getOffsets(sections, `${name}.offsets`, members.length, keys.length);
  return (key) => {
    const index = lowerBound(keys, key);
    return keys[index] === key
      ? members.subarray(offsets[index], offsets[index + 1])
      : members.subarray(0, 0);
  };
}

/** Groups the indexes of `keys` by key: the list of `k` has every `i` with `keys[i] === k`, ascending. */
export function groupByKey(keys: ArrayLike<number>): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < keys.length; i++) {
    const group = groups.get(keys[i]);
    if (group === undefined) groups.set(keys[i], [i]);
    else group.push(i);
  }
  return groups;
}
