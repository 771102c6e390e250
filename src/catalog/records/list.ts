import { objectSchema } from '../../base/json-schema.js';
import type { ListTypeId } from '../names/known-names.js';
import type { Code, UserLibrary } from './names.js';
import {
  codeSchema,
  dateTimeSchema,
  homeLibrarySchema,
  idSchema,
  textSchema,
  userIdSchema,
} from './shared-schemas.js';

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
