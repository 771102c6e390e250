import type { UnsignedArray } from '../../search/unsigned-array.js';
import { MissingSectionError } from './missing-section-error.js';
import type { SectionData, Sections } from './section.js';

/**
 * A section that must be there, as the type that it must have.
 *
 * @throws MissingSectionError
 */
export function sectionOf<T extends SectionData>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
): T {
  const data = sections.get(name);
  if (data instanceof type) return data;
  throw new MissingSectionError(name);
}

/**
 * Sees to it that there is a section, and leaves it as it is.
 *
 * @throws MissingSectionError
 */
export function requireSection(sections: Sections, name: string): void {
  if (!sections.has(name)) throw new MissingSectionError(name);
}

/**
 * {@link sectionOf} for a section that only some requests need: it is not decoded before it is asked
 * for, but it must be there.
 *
 * @throws MissingSectionError
 */
export function laterSectionOf<T extends SectionData>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
): () => T {
  requireSection(sections, name);
  return () => sectionOf(sections, name, type);
}

/**
 * A section of whole numbers from 0, in whichever type was small enough for them.
 *
 * @throws MissingSectionError
 */
export function unsignedSection(sections: Sections, name: string): UnsignedArray {
  const data = sections.get(name);
  if (data instanceof Uint8Array || data instanceof Uint16Array) return data;
  return sectionOf(sections, name, Uint32Array);
}
