/*
 * Users, and the records that belong to a user: sessions, the content about titles, and lists.
 */

import { objectSchema } from '../../base/json-schema.js';
import type { ContentTypeId, ListTypeId } from '../names/known-names.js';
import type { Code, UserLibrary } from './names.js';
import {
  codeSchema,
  dateTimeSchema,
  homeLibrarySchema,
  idSchema,
  textSchema,
  userIdSchema,
} from './shared-schemas.js';

/** The JSON schema of a user record (section 2.4 of the API specification). */
export const userSchema = objectSchema(['id', 'name'], {
  id: userIdSchema,
  name: textSchema,
  profile_url: { type: 'string', format: 'web-address' },
  library: homeLibrarySchema,
});

/** A user of the library. */
export interface User {
  /** The id of the user. `7` and `'7'` are the same id. */
  readonly id: string | number;
  /** Screen name. */
  readonly name: string;
  /** Address of the page of the user. Default: the page at `/collection/show/ID` under the `catalog_url` of the library. */
  readonly profile_url?: string | undefined;
  /** The home library of the user. */
  readonly library?: UserLibrary | undefined;
}

/** The JSON schema of a session record (section 2.7 of the API specification). */
export const sessionSchema = {
  ...objectSchema(['id', 'user'], {
    id: { ...idSchema, writeOnly: true },
    user: userIdSchema,
    borrowers: { type: 'object', additionalProperties: { type: 'string' } },
    expires: dateTimeSchema,
  }),
  writeOnly: true,
} as const;

/** The session of a user who is signed in, with its secret id. */
export interface SessionRecord {
  /** The secret id of the session. A snapshot contains only its SHA-256 hash. */
  readonly id: string;
  /** Id of the user. */
  readonly user: string | number;
  /** Ids of the user as a borrower, by the name of a catalog. */
  readonly borrowers?: { readonly [catalog: string]: string } | undefined;
  /** Date and time from which the session is not found, such as `2026-10-12T17:23:09Z`. Default: never. */
  readonly expires?: string | undefined;
}

/** A session in an open catalog. The catalog stores only the SHA-256 hash of the session id. */
export type Session = Omit<SessionRecord, 'id'>;

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
  readonly content?: readonly ContentItem[] | undefined;
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

const listItemSchema = objectSchema(['list_item_type'], {
  list_item_type: { type: 'string', enum: ['title', 'url'] },
  title: textSchema,
  url: objectSchema('all', { title: textSchema, url: { type: 'string', format: 'web-address' } }),
  annotation: { type: 'string' },
});

const listHeaderProperties = {
  id: idSchema,
  name: textSchema,
  user: userIdSchema,
  created: dateTimeSchema,
  updated: dateTimeSchema,
  staff_list: { type: 'boolean' },
  list_type: codeSchema,
  library: homeLibrarySchema,
  list_cover: { type: 'string', format: 'web-address' },
  anchor_bib: textSchema,
} as const;

const REQUIRED = ['id', 'name', 'user', 'created', 'updated'] as const;

/** The JSON schema of a list record without its items. */
export const listHeaderSchema = objectSchema(REQUIRED, listHeaderProperties);

/** The JSON schema of the items of a list. */
export const listItemsSchema = { type: 'array', items: listItemSchema } as const;

/**
 * The JSON schema of a list record (section 2.6 of the API specification). `anchor_bib` and the `title`
 * of an item are title ids.
 */
export const listSchema = objectSchema([...REQUIRED, 'list_items'], {
  ...listHeaderProperties,
  list_items: listItemsSchema,
});

/** A list of titles and web pages that a user made. The user may be a staff member. */
export interface List {
  /** The id of the list. */
  readonly id: string;
  /** Name of the list. */
  readonly name: string;
  /** Id of the user who made the list. */
  readonly user: string | number;
  /** Date and time of creation, such as `2026-10-12T17:23:09Z`. */
  readonly created: string;
  /** Date and time of the last update, such as `2026-10-12T17:23:09Z`. */
  readonly updated: string;
  /** Whether a staff member made the list. Default: false. */
  readonly staff_list?: boolean | undefined;
  /** Type of the list, such as `{ id: 'TOP_10' }`. */
  readonly list_type?: Code<ListTypeId> | undefined;
  /** The home library of the list. Default: the home library of the user. */
  readonly library?: UserLibrary | undefined;
  /** Address of the cover image. */
  readonly list_cover?: string | undefined;
  /** Id of the title that a list of the type READ_A_LIKE starts from. */
  readonly anchor_bib?: string | undefined;
  /** The items, in the order of the list. */
  readonly list_items: readonly ListItem[];
}

/** One item of a list: a title of the catalog or a web page. */
export interface ListItem {
  /** Which of the fields `title` and `url` is present. */
  readonly list_item_type: 'title' | 'url';
  /** Id of the title. Required if `list_item_type` is `title`. */
  readonly title?: string | undefined;
  /** The web page. Required if `list_item_type` is `url`. */
  readonly url?: ListedPage | undefined;
  /** Remark of the user who made the list. */
  readonly annotation?: string | undefined;
}

/** A web page on a list. */
export interface ListedPage {
  /** Title of the web page. */
  readonly title: string;
  /** Address that begins with `http://` or `https://`. */
  readonly url: string;
}
