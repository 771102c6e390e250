import { compareCodePoints } from '../../base/collation.js';
import type { List } from '../../catalog/records/list.js';
import type { UserContent } from '../../catalog/records/user-content.js';

/** The tags and ratings that users gave to a title, and the number of list items with the title. */
export interface UserContentOfTitle {
  readonly tags: readonly string[];
  readonly ratings: readonly number[];
  readonly listItems: number;
}

/** The value for a title that no user content and no list refers to. */
export const NO_USER_CONTENT: UserContentOfTitle = { tags: [], ratings: [], listItems: 0 };

/**
 * Returns the tags, ratings and numbers of list items of titles, by the title's id. The tags and ratings are in the
 * code point order of the ids of the users. Titles without tags, ratings and list items are absent.
 */
export function collectUserContent(
  userContent: readonly UserContent[],
  lists: readonly List[],
): ReadonlyMap<string, UserContentOfTitle> {
  const byTitle = new Map<string, { tags: string[]; ratings: number[]; listItems: number }>();
  const ofTitle = (title: string) => {
    const known = byTitle.get(title) ?? { tags: [], ratings: [], listItems: 0 };
    byTitle.set(title, known);
    return known;
  };
  const byUser = userContent.toSorted((a, b) => compareCodePoints(String(a.user), String(b.user)));
  for (const { title, content = [] } of byUser) {
    for (const { content_type, content_data } of content) {
      if (content_type.id === 'tag') ofTitle(title).tags.push(content_data as string);
      else if (content_type.id === 'rating') ofTitle(title).ratings.push(content_data as number);
    }
  }
  for (const { title } of lists.flatMap(({ list_items }) => list_items)) {
    if (title !== undefined) ofTitle(title).listItems++;
  }
  return byTitle;
}
