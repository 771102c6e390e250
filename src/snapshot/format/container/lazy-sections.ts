import { decodeSection, type SectionEncoding } from './section-encoding.js';
import type { NamedSection, SectionData, Sections } from './sections.js';

interface EncodedBytes {
  readonly encoding: SectionEncoding;
  readonly bytes: Uint8Array;
}

/** Sections that stay encoded until their first use. */
export class LazySections implements Sections {
  readonly #sections = new Map<string, EncodedBytes | SectionData>();

  /**
   * Adds an encoded section.
   *
   * @param bytes must begin at a multiple of 8 in their buffer
   */
  add(name: string, encoding: SectionEncoding, bytes: Uint8Array): void {
    this.#sections.set(name, { encoding, bytes });
  }

  /** Adds a section of other sections. An encoded section stays encoded, and is decoded once for both. */
  share(name: string, from: Pick<Sections, 'get'>): void {
    const decode = from instanceof LazySections ? from.#sections.get(name) : undefined;
    const data = decode === undefined ? from.get(name) : undefined;
    if (decode !== undefined) this.#sections.set(name, decode);
    else if (data !== undefined) this.#sections.set(name, () => data);
  }

  keys(): Iterable<string> {
    return this.#sections.keys();
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): SectionData | undefined {
    const section = this.#sections.get(name);
    if (section === undefined || !('encoding' in section)) return section;
    const data = decodeSection(section.encoding, section.bytes);
    // The encoded bytes are released.
    this.#sections.set(name, data);
    return data;
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const name of this.#sections.keys()) yield [name, this.get(name) as SectionData];
  }
}
