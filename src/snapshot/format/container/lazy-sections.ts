import { lazy } from '../../../search/index.js';
import { decodeSection, type SectionEncoding } from './section-encoding.js';
import type { NamedSection, SectionData, Sections } from './sections.js';

/** Sections that stay encoded until their first use. */
export class LazySections implements Sections {
  readonly #sections = new Map<string, () => SectionData>();

  /**
   * Adds an encoded section.
   *
   * @param bytes must begin at a multiple of 8 in their buffer
   */
  add(name: string, encoding: SectionEncoding, bytes: Uint8Array): void {
    this.#sections.set(
      name,
      lazy(() => decodeSection(encoding, bytes)),
    );
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): SectionData | undefined {
    return this.#sections.get(name)?.();
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const [name, decode] of this.#sections) yield [name, decode()];
  }
}
