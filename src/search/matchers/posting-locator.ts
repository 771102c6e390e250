import type { PostingList } from '../posting-list.js';
import type { ScoreTarget } from './matcher.js';

/**
 * Finds where the documents of targets stand in one posting list. What it found for the documents of
 * bounds it knows again for some of them, whose scores are mostly asked for next.
 */
export class PostingLocator {
  private known: { documents: Uint32Array; places: Int32Array | undefined } | undefined;

  constructor(private readonly list: PostingList) {}

  /**
   * Per document of the target its place in the list, -1 for none; nothing where the list is those
   * documents.
   */
  locate(target: ScoreTarget): Int32Array | undefined {
    const { documents, origin, allMatch, boundsDo } = target;
    if (origin !== undefined && origin.documents === this.known?.documents) {
      const { places } = this.known;
      const chosen = new Int32Array(documents.length);
      for (let i = 0; i < chosen.length; i++) {
        const place = origin.places[i];
        chosen[i] = places === undefined ? place : places[place];
      }
      return chosen;
    }
    const isWhole = allMatch && documents.length === this.list.documents.length;
    const places = isWhole ? undefined : this.list.locate(documents, allMatch);
    if (boundsDo) this.known = { documents, places };
    return places;
  }
}
