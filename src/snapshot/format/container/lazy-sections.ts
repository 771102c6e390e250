import { type Allocate, lazy } from '../../../search/index.js';
import { decodeSection, type SectionEncoding } from './section-encoding.js';
import type { NamedSection, Section, Sections } from './sections.js';

/** Sections that stay encoded until their first use. */
export class LazySections implements Sections {
  readonly #sections = new Map<string, () => Section>();

  /**
   * Adds an encoded section.
   *
   * @param bytes must begin at a multiple of 8 in their buffer
   * @param allocate Allocates the memory of the decoded section. Default: memory of the calling thread.
   */
  add(name: string, encoding: SectionEncoding, bytes: Uint8Array, allocate?: Allocate): void {
    this.#sections.set(
      name,
      lazy(() => decodeSection(encoding, bytes, allocate)),
    );
  }

  /** Adds a section that is not encoded. */
  set(name: string, section: Section): void {
    this.#sections.set(name, () => section);
  }

  /** Adds a section of other sections. An encoded section stays encoded, and is decoded once for both. */
  share(name: string, from: Pick<Sections, 'get'>): void {
    const decode = from instanceof LazySections ? from.#sections.get(name) : undefined;
    const section = decode === undefined ? from.get(name) : undefined;
    if (decode !== undefined) this.#sections.set(name, decode);
    else if (section !== undefined) this.set(name, section);
  }

  keys(): Iterable<string> {
    return this.#sections.keys();
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  get(name: string): Section | undefined {
    return this.#sections.get(name)?.();
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const [name, decode] of this.#sections) yield [name, decode()];
  }
}
