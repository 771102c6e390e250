import { arrayOf, integer, object, response, text } from './described.js';
import { pageResponse } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

const summaryFields = {
  id: text('The id of the list'),
  name: text('Name of the list'),
  item_count: integer('Number of items on the list'),
  created: text('Date and time of creation'),
  updated: text('Date and time of the last update'),
  list_type: { ...idAndNameSchema, description: 'Type of the list' },
  user: { ...userSummarySchema, description: 'The user who made the list' },
};

/** The names of the {@link summaryFields} that are always present. */
const REQUIRED = ['id', 'name', 'item_count', 'created', 'updated', 'user'] as const;

const detailsUrl = text('Address of the page of the list');

export const webPageSchema = object('A web page on a list', 'all', {
  title: text('Title of the web page'),
  url: text('Address of the web page'),
});

export const homeLibrarySchema = object('The home library of a user', 'all', {
  id: { type: 'number', description: 'Number of the library' },
  code: text('Id of the library, as in the library parameter'),
});

/** The JSON schema of an item of a list (section 2.6 of the API specification). */
export const listItemSchema = object(
  'An item of a list: a title or a web page',
  ['list_item_type'],
  {
    list_item_type: {
      type: 'string',
      enum: ['title', 'url'],
      description: 'Which of the fields title and url is present',
    },
    annotation: text('Remark of the user who made the list'),
    title: { ...titleSummarySchema, description: 'The title, if list_item_type is title' },
    url: { ...webPageSchema, description: 'The web page, if list_item_type is url' },
  },
);

/** The JSON schema of a list with its items (section 2.6 of the API specification). */
export const listDetailSchema = object(
  'A list with its items',
  [...REQUIRED, 'staff_list', 'details_url', 'list_items'],
  {
    ...summaryFields,
    library: { ...homeLibrarySchema, description: 'The home library of the user' },
    staff_list: { type: 'boolean', description: 'Whether a staff member made the list' },
    list_cover: text('Address of the cover image'),
    anchor_bib: {
      ...titleDetailSchema,
      description:
        'The title that the titles on the list resemble; present only if list_type.id is READ_A_LIKE',
    },
    details_url: detailsUrl,
    list_items: arrayOf(listItemSchema, 'Items, in the order of the list'),
  },
);

/** The JSON schema of a list without its items, in the lists of a user (section 2.6 of the API specification). */
export const listSummarySchema = object('A list without its items', [...REQUIRED, 'details_url'], {
  ...summaryFields,
  details_url: detailsUrl,
});

/** The JSON schema of the response of section 4.5 of the API specification. */
export const listResponseSchema = response('ListResponse', 'GET /v1/lists/{id}', {
  list: { ...listDetailSchema, description: 'The list' },
});

/** The JSON schema of the response of section 4.6 of the API specification. */
export const listsResponseSchema = pageResponse('ListsResponse', 'GET /v1/users/{id}/lists', {
  lists: arrayOf(listSummarySchema, 'The lists on this page'),
});
