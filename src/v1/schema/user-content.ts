import { arrayOf, object, text } from './described.js';
import { pageResponse } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

/** The JSON schema of an item (section 2.5 of the API specification). */
export const contentItemSchema = object(
  'An item of user content: a comment, a rating, a tag and so on',
  'all',
  {
    content_type: { ...idAndNameSchema, description: 'Type of the item, such as comment' },
    content_data: {
      type: ['string', 'number', 'object'],
      additionalProperties: true,
      description:
        'The type depends on the content type: a string for a comment, a number for a rating, an object for a video',
    },
    updated: text('Date and time of the last update'),
    timestamp: text('The same value as updated'),
  },
);

const entryFields = {
  title: { ...titleSummarySchema, description: 'The title that the content is about' },
  content: arrayOf(contentItemSchema, 'The items of the user about the title'),
};

/** The JSON schema of an entry without its user (section 2.5 of the API specification). */
export const entryOfUserSchema = object(
  'The items of one user about one title, without the user',
  ['title'],
  entryFields,
);

/** The JSON schema of an entry with its user (section 2.5 of the API specification). */
export const entrySchema = object('The items of one user about one title, with the user', 'all', {
  user: { ...userSummarySchema, description: 'The user who wrote the content' },
  ...entryFields,
});

/** The JSON schema of the response of section 4.3 of the API specification. */
export const userContentResponseSchema = pageResponse(
  'UserContentResponse',
  'GET /v1/user_content',
  { user_content: arrayOf(entrySchema, 'The entries on this page') },
);

/** The JSON schema of the response of section 4.4 of the API specification. */
export const contentOfUserResponseSchema = pageResponse(
  'ContentOfUserResponse',
  'GET /v1/users/{id}/user_content',
  { user_content: arrayOf(entryOfUserSchema, 'The entries on this page') },
);
