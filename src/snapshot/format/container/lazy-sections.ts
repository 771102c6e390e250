import { decodeSection, type SectionEncoding } from './section-encoding.js';
import type { NamedSection, SectionData, Sections } from './sections.js';

interface EncodedBytes {
  readonly encoding: SectionEncoding;
  readonly bytes: Uint8Array;
}

/** A section, encoded until its first use. Several {@link LazySections} can share it. */
interface LazySection {
  content: EncodedBytes | SectionData;
}

/** Sections that stay encoded until their first use. */
export class LazySections implements Sections {
  readonly #sections = new Map<string, LazySection>();

  /**
   * Adds an encoded section.
   *
   * @param bytes must begin at a multiple of 8 in their buffer
   */
  add(name: string, encoding: SectionEncoding, bytes: Uint8Array): void {
    this.#sections.set(name, { content: { encoding, bytes } });
  }

  /** Adds a section of other sections. An encoded section stays encoded, and is decoded once for both. */
  share(name: string, from: Pick<Sections, 'get'>): void {
    if (from instanceof LazySections) {
      const shared = from.#sections.get(name);
      if (shared !== undefined) this.#sections.set(name, shared);
      return;
    }
    const content = from.get(name);
    if (content !== undefined) this.#sections.set(name, { content });
  }

  keys(): Iterable<string> {
    return this.#sections.keys();
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): SectionData | undefined {
    const section = this.#sections.get(name);
    if (section === undefined) return undefined;
    if ('encoding' in section.content) {
      const { encoding, bytes } = section.content;
      // The encoded bytes are released.
      section.content = decodeSection(encoding, bytes);
    }
    return section.content;
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const name of this.#sections.keys()) yield [name, this.get(name) as SectionData];
  }
}
