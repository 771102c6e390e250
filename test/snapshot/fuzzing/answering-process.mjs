/*
 * This module runs in a process of its own. It receives snapshots, opens each, and answers requests of all kinds from it.
 * It replies with an outcome: the snapshot was refused, or all requests ended with an answer or with 503, or a request
 * ended with 500 or an error was thrown.
 */
import { createFetchHandler, openCatalog } from '../../../dist/browser/index.js';
import { applyChanges, explainSearchTitles, search } from '../../../dist/index.js';
import { createKiosk } from '../../../dist/kiosk/index.js';
import { warmUp } from '../../../dist/server/index.js';

const baseUrl = 'http://localhost';
const site = createKiosk();

/** The maximum number of records of each kind that are requested. */
const RECORDS = 20;
/** The number of titles whose scores are explained. */
const EXPLAINED = 2;

/** The names of the errors that report damage, which is answered with 503. */
const DAMAGE = ['SnapshotError', 'StructureError', 'SourceError'];

/** Runs `run`. Adds an error to `errors`, unless it reports damage. */
function attempt(errors, run) {
  try {
    run();
  } catch (error) {
    if (!DAMAGE.includes(error.name)) errors.push(error.stack);
  }
}

/** Creates a function that requests a path, and adds an error that is answered with 500 to `errors`. */
function requester(catalog, errors) {
  let latest;
  const onError = (error) => {
    latest = error;
  };
  const handle = createFetchHandler({ catalogs: [catalog], site, onError });
  return (path) => {
    const { status } = handle(new Request(baseUrl + path));
    if (status === 500) errors.push(`${path}: ${latest.stack}`);
  };
}

/** The index of every record, or of records at equal distances. */
function* numbersOf({ size }) {
  const step = Math.max(1, Math.floor(size / RECORDS));
  for (let number = 0; number < size; number += step) yield number;
}

function requestRecords(catalog, errors) {
  const { titles, users, lists, userContent, library } = catalog;
  const get = requester(catalog, errors);
  for (const number of numbersOf(titles)) {
    get(`/v1/titles/${encodeURIComponent(titles.id(number))}`);
    attempt(errors, () => titles.pick(number, ['marc']));
  }
  for (const number of numbersOf(users)) {
    const user = encodeURIComponent(users.id(number));
    get(`/v1/users/${user}/user_content`);
    get(`/v1/users/${user}/lists`);
  }
  for (const number of numbersOf(lists)) get(`/v1/lists/${encodeURIComponent(lists.id(number))}`);
  for (const records of [userContent, catalog.sessions.digests]) {
    for (const number of numbersOf(records)) attempt(errors, () => records.get(number));
  }
  const params = { q: 'the sea of history', library: library.id, limit: 100, metadata: 1 };
  get(`/v1/titles?${new URLSearchParams(params)}`);
  get(`/v1/titles?${new URLSearchParams({ ...params, price: '1-9' })}`);
  for (const { name, type } of library.extra_fields ?? []) {
    const sorted = { q: '*', library: library.id, sort: `${name}:desc`, [name]: '1' };
    const options = type === 'number' ? { ranges: ['0-2', '-1'] } : {};
    attempt(errors, () => search([catalog], sorted, { facets: { [name]: options } }));
  }
  attempt(errors, () => {
    explainSearchTitles([catalog], { ...params, limit: EXPLAINED }, { baseUrl });
  });
  attempt(errors, () => {
    for (const path of site.warmUpPaths(catalog)) get(path);
  });
}

/** Applies changes of some titles, and searches the changed catalog. */
function requestChanged(catalog, errors) {
  const { titles, library } = catalog;
  const [first, ...others] = [...numbersOf(titles)].map((number) => titles.id(number));
  let changed;
  const changes = [
    ...others.slice(0, 2).map((title) => ({ op: 'holdings', title, holdings: [] })),
    { op: 'put', kind: 'titles', record: { id: 'new', title: 'A new sea', format: { id: 'BK' } } },
    { op: 'delete', kind: 'titles', id: first },
  ];
  try {
    changed = applyChanges(catalog, changes);
  } catch {
    // A server logs that the changes cannot be applied, and keeps the catalog.
    return;
  }
  const params = new URLSearchParams({ q: 'sea', library: library.id, metadata: 1 });
  requester(changed, errors)(`/v1/titles?${params}`);
}

async function outcomeOf(bytes) {
  let catalog;
  try {
    catalog = openCatalog(bytes, 'mutated');
  } catch (error) {
    if (error.name === 'SnapshotError') {
      return { kind: 'refused', message: error.message };
    }
    return { kind: 'failed', message: `opening: ${error.stack}` };
  }
  const errors = [];
  const log = {
    info() {},
    error(event, { request, error }) {
      if (event !== 'snapshot damaged') errors.push(`${request}: ${error}`);
    },
  };
  try {
    await warmUp([catalog], { site, log });
  } catch (error) {
    errors.push(error.stack);
  }
  attempt(errors, () => requestRecords(catalog, errors));
  attempt(errors, () => requestChanged(catalog, errors));
  return errors.length === 0 ? { kind: 'answered' } : { kind: 'failed', message: errors[0] };
}

/**
 * Garbage is collected once in this number of snapshots, so that it does not count as memory of a snapshot. A collection
 * takes as long as opening several snapshots, and frees compiled code.
 */
const COLLECTION_INTERVAL = 64;

let opened = 0;

process.on('message', async (bytes) => {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const outcome = await outcomeOf(buffer);
  if (++opened % COLLECTION_INTERVAL === 0) globalThis.gc?.();
  process.send({ ...outcome, maxRss: process.resourceUsage().maxRSS * 1024 });
});
