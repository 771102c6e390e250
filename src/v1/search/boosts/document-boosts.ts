/** Collects factors on the scores of documents. A document without a factor has the factor 1. */
export class DocumentBoosts {
  readonly #factors = new Map<number, number>();

  /** The factors other than 1, by document. */
  get factors(): ReadonlyMap<number, number> {
    return this.#factors;
  }

  /** Multiplies the factors of documents by a factor. */
  multiply(documents: Iterable<number>, factor: number): void {
    for (const document of documents) {
      this.#factors.set(document, factor * (this.#factors.get(document) ?? 1));
    }
  }
}
