/** The values of types that are computed from tables. */
import type { AvailabilityId, ContentTypeId, FormatId, ListTypeId, Narrowing } from 'carrel';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The literals of a union that also contains any string. */
type Literals<T> = T extends unknown
  ? string & Record<never, never> extends T
    ? never
    : T
  : never;

export const narrowing: Narrowing = 'title_format';
// @ts-expect-error: not a narrowing
export const noNarrowing: Narrowing = 'format';

export const availabilities: Equal<
  Literals<AvailabilityId>,
  'AVAILABLE' | 'LIBRARY_USE_ONLY' | 'LOST' | 'ON_ORDER' | 'UNAVAILABLE'
> = true;

export const contentTypes: Equal<
  Literals<ContentTypeId>,
  | 'age_suitability'
  | 'comment'
  | 'notice'
  | 'quotation'
  | 'rating'
  | 'similar_title'
  | 'summary'
  | 'tag'
  | 'video'
> = true;

export const listTypes: Equal<
  Literals<ListTypeId>,
  'BEST_OF' | 'OTHER' | 'PERSONAL' | 'READ_A_LIKE' | 'TOPIC_GUIDE' | 'TOP_10'
> = true;

export const formats: readonly Literals<FormatId>[] = ['BK', 'DVD', 'EBOOK'];
// @ts-expect-error: not a built-in format
export const format: Literals<FormatId> = 'BOOK';
export const ownFormat: FormatId = 'BOOK';
