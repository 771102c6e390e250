import { object, text } from './described.js';

/** The JSON schema of a user inside other resources (section 2.4 of the API specification). */
export const userSummarySchema = object('A user who wrote content or made a list', 'all', {
  id: {
    type: ['string', 'number'],
    description: 'The id, a string or a number as in the user record',
  },
  name: text('Screen name'),
  profile_url: text('Address of the page of the user'),
});
