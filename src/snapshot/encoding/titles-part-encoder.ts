import type { Title } from '../../catalog/records/title.js';
import type { SectionWriter } from '../format/container/sections.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** The numbers of titles in the sections to write. */
export interface TitleNumbers {
  /** The number of titles. */
  readonly size: number;
  /**
   * `docIds[i]` is the doc id of the title that was added at position `i`. With unchanged titles, the titles before the
   * changes are at the first positions. A title that changed has the doc id `LEFT_OUT` there.
   */
  readonly docIds: Uint32Array;
}

/** Collects what sections contain of titles, and writes the sections. */
export interface TitlesPartEncoder {
  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Adds the next title. */
  add(title: Title): void;
  /** Writes the sections. */
  finish(sections: SectionWriter, numbers: TitleNumbers): void;
}
