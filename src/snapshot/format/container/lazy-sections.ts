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
    return this.#sections.get(name)?.();
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const [name, decode] of this.#sections) yield [name, decode()];
  }
}
