import type { Titles } from '../catalog/catalog.js';
import {
  NARROWINGS,
  type Narrowing,
  narrowingName,
  translatedValueName,
} from '../catalog/narrowings.js';
import { normalized } from '../search/analysis/normalized.js';
import type { FacetFilter, NarrowedDocuments } from '../search/collectors/facet-counter.js';
import type { AnswerContext } from './context.js';
import { MOST_NARROW_TOS, type NarrowingOption } from './metadata.js';

/** The filters that a request has chosen. A value that no title has lets none pass. */
export function filtersOf(
  chosen: Readonly<Record<Narrowing, string | undefined>>,
  titles: Titles,
): FacetFilter[] {
  return NARROWINGS.flatMap((column) => {
    const id = chosen[column];
    if (id === undefined) return [];
    const value = titles.valueNumber(column, normalized(id, 'NFC'));
    return [{ column, values: value < 0 ? [] : [value] }];
  });
}

/** The narrowings that lead on from what is narrowed so far, with exact counts. */
export function titleNarrowingOptions(
  titles: Titles,
  narrowed: NarrowedDocuments,
  { locale, names }: AnswerContext,
): NarrowingOption[] {
  const counted = narrowed.count(MOST_NARROW_TOS);
  return NARROWINGS.map((narrowing) => {
    const { values, counts } = counted[narrowing];
    return {
      id: narrowing,
      name: narrowingName(narrowing, locale),
      values: Array.from(values, (value, place) => {
        const id = titles.columns[narrowing].dictionary.get(value);
        const name = titles.valueName(narrowing, value);
        return {
          id,
          name: translatedValueName(narrowing, id, name, names),
          count: counts[place],
        };
      }),
    };
  });
}
