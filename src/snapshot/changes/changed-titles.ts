import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { StringWriter } from '../format/string-writer.js';

const decoder = new TextDecoder();

/**
 * The titles of a catalog that were added, replaced or deleted. The titles are JSON outside V8's heap, because
 * the garbage collections of all threads take longer if one thread has many objects.
 */
export class ChangedTitles {
  readonly #before: Pick<Titles, 'numberOf'>;
  readonly #texts = new StringWriter();
  /** By id: the position of the title in the texts. Undefined for a deleted title. */
  readonly #changed = new Map<string, number | undefined>();

  /** @param before the titles of the catalog before the changes */
  constructor(before: Pick<Titles, 'numberOf'>) {
    this.#before = before;
  }

  /** Returns whether there is a title with this id after the changes. */
  has(id: string): boolean {
    return this.hasChange(id)
      ? this.#changed.get(id) !== undefined
      : this.#before.numberOf(id) >= 0;
  }

  /** Returns whether the title with this id was added, replaced or deleted. */
  hasChange(id: string): boolean {
    return this.#changed.has(id);
  }

  /** Returns an added or replaced title, or undefined if there is none with this id. */
  get(id: string): Title | undefined {
    const position = this.#changed.get(id);
    return position === undefined
      ? undefined
      : JSON.parse(decoder.decode(this.#texts.get(position)));
  }

  /** Adds or replaces a title, or deletes the title if `title` is undefined. */
  set(id: string, title: Title | undefined): void {
    this.#changed.set(id, title && this.#texts.add(JSON.stringify(title)));
  }

  /** Returns the ids of added, replaced and deleted titles. */
  ids(): Iterable<string> {
    return this.#changed.keys();
  }
}
