import { object, text } from './described.js';

export const errorDetailSchema = object('The problem with a request', 'all', {
  message: text('The problem, in English'),
  request: text('The path and query of the request as received'),
});

/**
 * The JSON schema of the body of every API response with a status of 400 or above (section 7 of the API
 * specification).
 */
export const errorResponseSchema = {
  $id: 'ErrorResponse',
  ...object('The body of every API response with a status of 400 or above', 'all', {
    error: { ...errorDetailSchema, description: 'The problem' },
  }),
};
