import { lazy } from '../../../search/index.js';
import { decodeSection, type SectionEncoding } from './section-encoding.js';
import type { Allocate, NamedSection, SectionBytes, SectionData, Sections } from './sections.js';

/** Sections that stay encoded until their first use. */
export class LazySections implements Sections {
  readonly #sections = new Map<string, () => SectionData>();
  readonly #bytesInFile = new Map<string, SectionBytes>();

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

  /**
   * Adds a section of bytes that stay in a file. {@link get} reads all of them, and keeps them only while they are used.
   */
  addInFile(name: string, bytes: SectionBytes): void {
    let latest: WeakRef<SectionData> | undefined;
    this.#bytesInFile.set(name, bytes);
    this.#sections.set(name, () => {
      const known = latest?.deref();
      if (known !== undefined) return known;
      const data = bytes.read(0, bytes.length);
      latest = new WeakRef(data);
      return data;
    });
  }

  /** Adds a section of other sections. An encoded section stays encoded, and is decoded once for both. */
  share(name: string, from: Pick<Sections, 'get'>): void {
    const decode = from instanceof LazySections ? from.#sections.get(name) : undefined;
    const data = decode === undefined ? from.get(name) : undefined;
    const inFile = from instanceof LazySections ? from.#bytesInFile.get(name) : undefined;
    if (inFile !== undefined) this.#bytesInFile.set(name, inFile);
    if (decode !== undefined) this.#sections.set(name, decode);
    else if (data !== undefined) this.#sections.set(name, () => data);
  }

  keys(): Iterable<string> {
    return this.#sections.keys();
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  bytesInFile(name: string): SectionBytes | undefined {
    return this.#bytesInFile.get(name);
  }

  get(name: string): SectionData | undefined {
    return this.#sections.get(name)?.();
  }

  *[Symbol.iterator](): Iterator<NamedSection> {
    for (const [name, decode] of this.#sections) yield [name, decode()];
  }
}
