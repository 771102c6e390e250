import { memoizePerText } from '../../base/lazy.js';
import type { Section, Sections } from './container/sections.js';

/** The groups of sections, in the order of the file. The sections of a group are encoded together. */
export const SECTION_GROUPS = [
  'library',
  'titles',
  'synonyms',
  'users',
  'user_content',
  'lists',
  'sessions',
] as const;

export type SectionGroup = (typeof SECTION_GROUPS)[number];

/** The groups of sections that the titles of a catalog are opened from. */
export const TITLE_GROUPS: readonly SectionGroup[] = ['library', 'titles', 'synonyms'];

/** All sections of some groups. */
export type GroupedSections = ReadonlyMap<SectionGroup, ReadonlyMap<string, Section>>;

/** Returns the group of a section. The index is part of the titles. */
export const groupOf = memoizePerText(256, 64, (section): SectionGroup => {
  const [prefix] = section.split('.', 1);
  return prefix === 'index' ? 'titles' : (prefix as SectionGroup);
});

/** Returns all sections by their groups. */
export function groupSections(sections: Iterable<readonly [string, Section]>): GroupedSections {
  const groups = new Map<SectionGroup, Map<string, Section>>();
  for (const [name, data] of sections) {
    const group = groups.get(groupOf(name)) ?? new Map<string, Section>();
    groups.set(groupOf(name), group.set(name, data));
  }
  return groups;
}

/** Returns only the sections of some groups. The result does not refer to the other sections. */
export function selectGroups(
  sections: Sections,
  groups: readonly SectionGroup[],
): Map<string, Section> {
  return new Map([...sections].filter(([name]) => groups.includes(groupOf(name))));
}

/**
 * Returns sections in which some groups are replaced. The other sections are shared. The result does not refer to
 * `sections`, so that replaced sections can be freed.
 */
export function withReplacedGroups(sections: Sections, replaced: GroupedSections): Sections {
  return new Map(
    SECTION_GROUPS.flatMap((group) => [
      ...(replaced.get(group) ?? selectGroups(sections, [group])),
    ]),
  );
}
