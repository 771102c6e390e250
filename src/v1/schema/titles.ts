import { arrayOf, response } from './described.js';
import { pageResponse } from './envelope.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';

/** The JSON schema of the response of section 4.1 of the API specification. */
export const titlesResponseSchema = pageResponse('TitlesResponse', 'GET /v1/titles', {
  titles: arrayOf(titleSummarySchema, 'The titles on this page'),
});

/** The JSON schema of the response of section 4.2 of the API specification. */
export const titleResponseSchema = response('TitleResponse', 'GET /v1/titles/{id}', {
  title: { ...titleDetailSchema, description: 'The title' },
});
