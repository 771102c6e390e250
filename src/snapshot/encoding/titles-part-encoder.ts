import type { Title } from '../../catalog/records/title.js';
import type { SectionWriter } from '../format/container/sections.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** Collects what sections contain of titles, and writes the sections. */
export interface TitlesPartEncoder {
  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Adds the next title. */
  add(title: Title): void;
  /**
   * Writes the sections.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: SectionWriter, docIds: Uint32Array): void;
}
