import type { SectionData, Sections } from './section.js';
import { sectionOf } from './section-of.js';

/**
 * Writes lists of numbers by key, an array a section: the keys that have any, ascending, where each
 * one's numbers begin, and the numbers. A key without numbers costs nothing.
 */
export function addGroups(
  sections: Map<string, SectionData>,
  name: string,
  groups: ReadonlyMap<number, readonly number[]>,
): void {
  const keys = Uint32Array.from(groups.keys()).sort();
  const offsets = new Uint32Array(keys.length + 1);
  const members: number[] = [];
  keys.forEach((key, place) => {
    for (const member of groups.get(key) ?? []) members.push(member);
    offsets[place + 1] = members.length;
  });
  sections.set(`${name}.keys`, keys);
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.members`, Uint32Array.from(members));
}

/** Gives the numbers of a key that {@link addGroups} wrote, in the order written. O(log keys). */
export function openGroups(sections: Sections, name: string): (key: number) => Uint32Array {
  const keys = sectionOf(sections, `${name}.keys`, Uint32Array);
  const offsets = sectionOf(sections, `${name}.offsets`, Uint32Array);
  const members = sectionOf(sections, `${name}.members`, Uint32Array);
  return (key) => {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key
      ? members.subarray(offsets[low], offsets[low + 1])
      : members.subarray(0, 0);
  };
}

/** The positions of `keys` by key, ascending: under key `k` stands every `i` with `keys[i] === k`. */
export function groupByKey(keys: ArrayLike<number>): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < keys.length; i++) {
    const group = groups.get(keys[i]);
    if (group === undefined) groups.set(keys[i], [i]);
    else group.push(i);
  }
  return groups;
}
