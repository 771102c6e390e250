/** A client of the API with types that are generated from the OpenAPI description. */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type Title = components['schemas']['TitleSummary'];

const [baseUrl, apiKey] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
// The OpenAPI description has the API key as a security scheme, not as a parameter of each operation.
client.use({
  onRequest({ request }) {
    const url = new URL(request.url);
    url.searchParams.set('api_key', apiKey);
    return new Request(url, request);
  },
});

const found = await client.GET('/v1/titles', {
  params: { query: { q: 'moby dick', library: 'alderwick', sort: 'title', metadata: '1' } },
});
if (found.error !== undefined) throw new Error(found.error.error.message);
const { count, titles, metadata } = found.data;
const [first]: readonly Title[] = titles;

const title = await client.GET('/v1/titles/{id}', { params: { path: { id: first.id } } });
const missing = await client.GET('/v1/titles/{id}', { params: { path: { id: 'no such title' } } });
const lists = await client.GET('/v1/users/{id}/lists', { params: { path: { id: '1001' } } });

process.stdout.write(
  JSON.stringify({
    count,
    facets: metadata?.narrow_bys.map(({ id }) => id),
    first: first.title,
    availability: title.data?.title.availability?.name,
    missing: missing.error?.error.message,
    lists: lists.data?.lists.length,
  }),
);
