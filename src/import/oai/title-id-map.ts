/** The state of a {@link TitleIdMap}. */
interface TitleIds {
  /** The number of records whose title id is the id in their OAI identifier. */
  readonly matching_ids: number;
  /** The title ids of the other records, by OAI identifier. */
  readonly title_ids: Readonly<Record<string, string>>;
}

const LAST_PART = /([^:]+)$/;

/**
 * Finds the title ids of deleted records, which have only an OAI identifier. The title id is usually part of the
 * identifier. The map learns from the other records whether it is, and stores the title ids for which it is not.
 */
export class TitleIdMap {
  readonly #pattern: RegExp;
  readonly #ids: Map<string, string>;
  /** The number of identifiers with each title id in `#ids`. */
  readonly #uses = new Map<string, number>();
  #matching: number;

  /** @param pattern Finds the title id in an identifier, as its first group. Default: the part after the last colon. */
  constructor({ matching_ids, title_ids }: TitleIds, pattern = LAST_PART) {
    this.#pattern = pattern;
    this.#matching = matching_ids;
    this.#ids = new Map(Object.entries(title_ids));
    for (const id of this.#ids.values()) this.#count(id, 1);
  }

  /** The number of records learned so far. A record whose identifier contains its title id counts each time. */
  get size(): number {
    return this.#matching + this.#ids.size;
  }

  /** Learns the title id of a record. */
  learn(identifier: string, id: string): void {
    this.forget(identifier);
    if (this.#idIn(identifier) === id) this.#matching++;
    else {
      this.#ids.set(identifier, id);
      this.#count(id, 1);
    }
  }

  /**
   * Returns the title id of a record. Returns undefined if it is unknown, because the record was not learned and most
   * identifiers do not contain the title id.
   */
  find(identifier: string): string | undefined {
    const isUsual = this.#matching >= this.#ids.size;
    return this.#ids.get(identifier) ?? (isUsual ? this.#idIn(identifier) : undefined);
  }

  /** Forgets a deleted record. */
  forget(identifier: string): void {
    const id = this.#ids.get(identifier);
    if (id === undefined) return;
    this.#ids.delete(identifier);
    this.#count(id, -1);
  }

  /** Whether a record that was not forgotten has this title id, although its identifier does not contain the id. */
  has(id: string): boolean {
    return (this.#uses.get(id) ?? 0) > 0;
  }

  /** Returns the state, from which a later map can be created. */
  state(): TitleIds {
    return { matching_ids: this.#matching, title_ids: Object.fromEntries(this.#ids) };
  }

  #idIn(identifier: string): string | undefined {
    return this.#pattern.exec(identifier)?.[1];
  }

  #count(id: string, difference: number): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + difference);
  }
}
