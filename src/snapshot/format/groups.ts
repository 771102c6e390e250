import { sectionOf } from './records.js';
import type { SectionData, Sections } from './section.js';

/** Writes lists of numbers, one for each group, as the sections `name.offsets` and `name.members`. */
export function addGroups(
  sections: Map<string, SectionData>,
  name: string,
  groups: readonly (readonly number[])[],
): void {
  const offsets = new Uint32Array(groups.length + 1);
  groups.forEach((group, index) => {
    offsets[index + 1] = offsets[index] + group.length;
  });
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.members`, Uint32Array.from(groups.flat()));
}

/** Gives the members of a group that {@link addGroups} wrote, in the order written. */
export function openGroups(sections: Sections, name: string): (group: number) => Uint32Array {
  const offsets = sectionOf(sections, `${name}.offsets`, Uint32Array);
  const members = sectionOf(sections, `${name}.members`, Uint32Array);
  return (group) => members.subarray(offsets[group], offsets[group + 1]);
}

/** The positions of `keys` by key: group `k` holds, ascending, every `i` with `keys[i] === k`. */
export function groupByKey(keys: ArrayLike<number>, groupCount: number): number[][] {
  const groups: number[][] = Array.from({ length: groupCount }, () => []);
  for (let i = 0; i < keys.length; i++) groups[keys[i]].push(i);
  return groups;
}
