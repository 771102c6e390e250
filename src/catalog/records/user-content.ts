import { objectSchema } from '../../base/json-schema.js';
import type { ContentTypeId } from '../names/known-names.js';
import type { Code } from './names.js';
import { codeSchema, dateTimeSchema, textSchema, userIdSchema } from './shared-schemas.js';

/** The JSON schema of one item: a comment, a rating, a tag and so on (section 2.5 of the API specification). */
const contentItemSchema = objectSchema('all', {
  content_type: codeSchema,
  content_data: {
    type: ['string', 'number', 'object'],
    additionalProperties: true,
  },
  updated: dateTimeSchema,
});

/** The JSON schema of an entry of user content (section 2.5 of the API specification). */
export const userContentSchema = objectSchema(['user', 'title'], {
  user: userIdSchema,
  title: textSchema,
  content: { type: 'array', items: contentItemSchema },
});

/** One item of user content: a comment, a rating, a tag and so on. */
export interface ContentItem {
  /** Type of the item, such as `{ id: 'comment' }`. */
  readonly content_type: Code<ContentTypeId>;
  /**
   * The content: a string for a comment, tag, quotation, summary or notice, a number for a rating or age_suitability, an
   * object for a video or similar_title.
   */
  readonly content_data: string | number | { readonly [key: string]: unknown };
  /** Date and time of the last update, such as `2026-10-12T17:23:09Z`. */
  readonly updated: string;
}

/**
 * An entry of user content: the items of one user about one title. Source records may have several
 * entries of the same user about the same title. A catalog merges them into one entry.
 */
export interface UserContent {
  /** Id of the user who wrote the content. */
  readonly user: string | number;
  /** Id of the title that the content is about. */
  readonly title: string;
  /** The items. Default: none. */
  readonly content?: readonly ContentItem[];
}

/**
 * The JavaScript type of `content_data` for each built-in content type. The data of any other content
 * type may be a string, a number or an object.
 */
export const CONTENT_DATA_TYPES: ReadonlyMap<string, 'string' | 'number' | 'object'> = new Map([
  ['comment', 'string'],
  ['tag', 'string'],
  ['quotation', 'string'],
  ['summary', 'string'],
  ['notice', 'string'],
  ['rating', 'number'],
  ['age_suitability', 'number'],
  ['video', 'object'],
  ['similar_title', 'object'],
]);
