import {
  isInFile,
  type NamedSection,
  type SectionData,
} from '../../src/snapshot/format/container/sections.js';

/** Returns the contents of sections by name. Reads bytes that stay in a file. */
export function dataOfSections(sections: Iterable<NamedSection>): Map<string, SectionData> {
  return new Map(
    Array.from(sections, ([name, section]) => [
      name,
      isInFile(section) ? section.read(0, section.length) : section,
    ]),
  );
}
