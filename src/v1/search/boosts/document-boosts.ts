/**
 * The reason for a boost of a title:
 *
 * - `exact_title`, `exact_author`, `exact_series`: The typed text is the title, the author's name or the series,
 *   or the title and the number of a volume.
 * - `same_words`: The title has exactly the typed words, in another order.
 * - `variant`: The same, for a synonym of the typed text or another spelling of a number in it.
 * - `contained_title`, `contained_author`, `contained_series`: The typed text contains the title, the author's name
 *   or the series.
 * - `similar_title`: The title begins with the typed text, or differs from it in one or two letters.
 */
export type TitleBoostKind =
  | 'exact_title'
  | 'exact_author'
  | 'exact_series'
  | 'same_words'
  | 'variant'
  | 'contained_title'
  | 'contained_author'
  | 'contained_series'
  | 'similar_title';

/** A factor on the scores of some documents. */
interface Boost {
  readonly kind: TitleBoostKind;
  readonly documents: Iterable<number>;
  readonly factor: number;
}

/** Collects factors on the scores of documents. A document without a factor has the factor 1. */
export class DocumentBoosts {
  readonly #factors = new Map<number, number>();
  readonly #boosts: Boost[] = [];

  /** The products of the factors of documents, other than 1. */
  get factors(): ReadonlyMap<number, number> {
    return this.#factors;
  }

  /** Multiplies the factors of documents by a factor. */
  multiply(kind: TitleBoostKind, documents: Iterable<number>, factor: number): void {
    this.#boosts.push({ kind, documents, factor });
    for (const document of documents) {
      this.#factors.set(document, factor * (this.#factors.get(document) ?? 1));
    }
  }

  /** Multiplies the factors of documents by the factors of other boosts. */
  multiplyBy(others: DocumentBoosts): this {
    for (const { kind, documents, factor } of others.#boosts) {
      this.multiply(kind, documents, factor);
    }
    return this;
  }

  /** Returns the boosts of one document, in the order in which they were added. */
  ofDocument(document: number): Pick<Boost, 'kind' | 'factor'>[] {
    return this.#boosts
      .filter(({ documents }) => [...documents].includes(document))
      .map(({ kind, factor }) => ({ kind, factor }));
  }
}
