import { object, response, text } from './described.js';

/** The JSON schema of the user of a session (section 2.7 of the API specification). */
export const sessionUserSchema = object('The user of a session', 'all', {
  id: text('The id of the user'),
  name: text('The screen name of the user'),
  borrowers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The borrower id by the sub-domain of the catalog; may be empty',
  },
});

/** The JSON schema of the response of section 4.7 of the API specification. */
export const sessionResponseSchema = response('SessionResponse', 'GET /v1/sessions/{id}', {
  user: { ...sessionUserSchema, description: 'The user of the session' },
});
