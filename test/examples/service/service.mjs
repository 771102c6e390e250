// A search service for two libraries: a page with facets, completions, and the HTTP API under /api. It opens snapshots
// again when they change, and follows a file of changes. Run `node snapshots.mjs`, and then `node service.mjs`.
import { ApiError, createApi, openCatalogs } from 'carrel';
import { createRequestListener } from 'carrel/http';
import { warmUp } from 'carrel/server';
import Fastify from 'fastify';

const FILES = { paths: ['alderwick.snapshot', 'branch.snapshot'], changes: 'changes.jsonl' };
const PORT = Number(process.env.PORT ?? 8080);

/** A plugin that answers the HTTP API under its prefix, and leaves other requests to Fastify. */
async function httpApi(app, options) {
  const listener = createRequestListener({ ...options, prefix: app.prefix });
  app.all('/*', (request, reply) => {
    listener(request.raw, reply.raw, () => reply.callNotFound());
  });
}

/** Creates the service. `app.catalogs` emits events when a snapshot is replaced and when changes are applied. */
export async function createService({ paths, changes } = FILES) {
  const catalogs = await openCatalogs(paths, {
    watch: true,
    changes,
    prepare: (all) => warmUp(all),
  });
  const baseUrl = `http://127.0.0.1:${PORT}/api`;
  const api = createApi({ catalogs, baseUrl });
  const app = Fastify();
  app.decorate('catalogs', catalogs);
  app.addHook('onClose', () => catalogs.close());

  app.get('/', ({ query }, reply) => {
    const params = { q: '*', library: 'alderwick', ...query };
    const libraries = catalogs.current().map(({ library }) => library);
    const facets = facetsOf(libraries.find(({ id }) => id === params.library));
    reply.type('text/html').send(page(libraries, params, api.search(params, { facets })));
  });
  app.get('/suggest', ({ query }) => api.suggest(query).suggestions);

  app.register(httpApi, { prefix: '/api', catalogs, apiKeys: ['secret'], baseUrl });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiError)) return reply.send(error);
    return reply.code(error.status).send({ code: error.code, message: error.message });
  });
  return app;
}

/** Returns the facets of a library: three built-in facets, and the extra fields of the library. */
function facetsOf(library) {
  const extra = (library?.extra_fields ?? []).filter(({ narrowing }) => narrowing);
  return ['title_format', 'author', 'subject', ...extra.map(({ name }) => name)];
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/** Writes HTML with escaped values. Arrays are HTML. */
function html(raw, ...values) {
  const text = (value) => (Array.isArray(value) ? value.join('') : escapeHtml(value ?? ''));
  return [String.raw({ raw }, ...values.map(text))];
}

/** Returns the page of a search: a form whose check boxes are the values of the facets, and the hits. */
function page(libraries, { q, library }, { count, hits, facets, respelling }) {
  const options = libraries.map(({ id, name }) => {
    return html`<option value="${id}" ${id === library ? ['selected'] : []}>${name}</option>`;
  });
  return html`<!doctype html><html lang="en"><title>${q}</title><form>
<input name="q" value="${q}"> <select name="library">${options}</select> <button>Search</button>
${Object.entries(facets).map(
  ([facet, { name, values }]) =>
    html`<fieldset><legend>${name}</legend>${values.map(
      (value) => html`<label><input type="checkbox" name="${facet}" value="${value.value}"
${value.isSelected ? ['checked'] : []}>${value.name} (${value.count})</label>`,
    )}</fieldset>`,
)}</form>
<p>${count} titles ${respelling ? html`for <b>${respelling.query}</b>` : []}</p>
<ol>${hits.map(({ title, authors }) => html`<li>${title} <i>${authors?.[0]?.name}</i></li>`)}</ol>`[0];
}

if (process.argv[1] === import.meta.filename) {
  const app = await createService();
  console.log(`Listening on ${await app.listen({ port: PORT, host: '127.0.0.1' })}`);
  process.once('SIGTERM', () => app.close());
}
