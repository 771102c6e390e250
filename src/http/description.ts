import { openApiDocument } from '../v1/openapi/openapi-document.js';
import type { SiteAnswer } from './site.js';

/** Where a server has the description of its API. */
export const DESCRIPTION_PATH = '/openapi.json';

/**
 * The description of the API in OpenAPI 3.1, as an answer. It needs no API key: it tells nothing
 * about a catalog.
 *
 * @param baseUrl the address under which the API is served
 */
export function describeApi(baseUrl: string): SiteAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: JSON.stringify(openApiDocument(baseUrl)),
  };
}
