import type { NamedSection, SectionData, Sections } from './section.js';
import { decodeSection, type SectionEncoding } from './section-encoding.js';

/** Sections as they stand in a file, each decoded when it is first asked for. */
export class SectionsOfFile implements Sections {
  readonly #sections = new Map<string, SectionData | (() => SectionData)>();

  /** @param bytes from a multiple of 8 on in their buffer; forgotten when they are decoded */
  add(name: string, encoding: SectionEncoding, bytes: Uint8Array): void {
    this.#sections.set(name, () => decodeSection(encoding, bytes));
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): SectionData | undefined {
    const section = this.#sections.get(name);
    if (typeof section !== 'function') return section;
    const decoded = section();
    this.#sections.set(name, decoded);
    return decoded;
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const name of this.#sections.keys()) yield [name, this.get(name) as SectionData];
  }
}
