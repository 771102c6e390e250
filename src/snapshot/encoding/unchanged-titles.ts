import type { Titles } from '../../catalog/catalog.js';
import type { Sections } from '../format/container/sections.js';

/** Titles of an open catalog that did not change. Encoders take over what they need, without decoding each title. */
export interface UnchangedTitles {
  /** The sections of the catalog. */
  readonly sections: Sections;
  readonly titles: Titles;
  /** The numbers of the unchanged titles, ascending. */
  readonly numbers: Uint32Array;
  /** Returns the ratings of a title by users, by the id of the title. */
  ratingsOf(id: string): readonly number[];
}
