import { type Catalog, getTitle, searchTitles, suggest } from 'carrel';
import { createKiosk } from 'carrel/kiosk';
import type { BenchRequest } from '../queries/request-kinds.js';

const BASE_URL = 'http://localhost:8080';
const CONTEXT = { baseUrl: BASE_URL };
const SUGGESTIONS = 8;

/** Returns a function that answers a request with the text of the response: JSON, or the HTML of a page. */
export function answerRequests(catalog: Catalog): (request: BenchRequest) => string {
  const library = catalog.library.id;
  const showPage = createKiosk();
  return (request) => {
    switch (request.kind) {
      case 'search':
        return JSON.stringify(
          searchTitles([catalog], new URLSearchParams({ ...request.params, library }), CONTEXT),
        );
      case 'suggest':
        return JSON.stringify(suggest([catalog], { q: request.q, library, limit: SUGGESTIONS }));
      case 'title':
        return JSON.stringify(getTitle([catalog], request.id, {}, CONTEXT));
      default: {
        const { path, query } = request;
        const received = { method: 'GET', path, query, originalUrl: path, headers: {} };
        const page = showPage({ ...received, baseUrl: BASE_URL }, [catalog], BASE_URL);
        return String(page?.body);
      }
    }
  };
}
