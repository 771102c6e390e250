/*
 * This module runs in a process of its own. It receives snapshots, opens each, and answers requests of all kinds from it.
 * It replies with an outcome: the snapshot was refused, or all requests were answered, or an error was thrown.
 */
import { createFetchHandler, openCatalog } from '../../../dist/browser/index.js';
import { warmUp } from '../../../dist/http/index.js';
import { applyChanges, explainSearchTitles } from '../../../dist/index.js';
import { createKiosk } from '../../../dist/kiosk/index.js';

const baseUrl = 'http://localhost';
const site = createKiosk();

/** The maximum number of records of each kind that are requested. */
const RECORDS = 20;
/** The number of titles whose scores are explained. */
const EXPLAINED = 2;

/** The index of every record, or of records at equal distances. */
function* numbersOf({ size }) {
  const step = Math.max(1, Math.floor(size / RECORDS));
  for (let number = 0; number < size; number += step) yield number;
}

function requestRecords(catalog) {
  const { titles, users, lists, userContent, library } = catalog;
  const handle = createFetchHandler({ catalogs: [catalog] });
  const get = (path) => handle(new Request(`${baseUrl}/v1/${path}`));
  for (const number of numbersOf(titles)) {
    get(`titles/${encodeURIComponent(titles.id(number))}`);
    titles.pick(number, ['marc']);
  }
  for (const number of numbersOf(users)) {
    const user = encodeURIComponent(users.id(number));
    get(`users/${user}/user_content`);
    get(`users/${user}/lists`);
  }
  for (const number of numbersOf(lists)) get(`lists/${encodeURIComponent(lists.id(number))}`);
  for (const number of numbersOf(userContent)) userContent.get(number);
  for (const number of numbersOf(catalog.sessions.digests)) catalog.sessions.digests.get(number);
  const params = { q: 'the sea of history', library: library.id, limit: 100, metadata: 1 };
  get(`titles?${new URLSearchParams(params)}`);
  explainSearchTitles([catalog], { ...params, limit: EXPLAINED }, { baseUrl });
}

/** Applies changes of some titles, and searches the changed catalog. */
function requestChanged(catalog) {
  const { titles, library } = catalog;
  const [first, ...others] = [...numbersOf(titles)].map((number) => titles.id(number));
  const changed = applyChanges(catalog, [
    ...others.slice(0, 2).map((title) => ({ op: 'holdings', title, holdings: [] })),
    { op: 'put', kind: 'titles', record: { id: 'new', title: 'A new sea', format: { id: 'BK' } } },
    { op: 'delete', kind: 'titles', id: first },
  ]);
  const handle = createFetchHandler({ catalogs: [changed] });
  const params = new URLSearchParams({ q: 'sea', library: library.id, metadata: 1 });
  handle(new Request(`${baseUrl}/v1/titles?${params}`));
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
    error: (_event, { request, error }) => errors.push(`${request}: ${error}`),
  };
  try {
    await warmUp([catalog], { site, log });
    requestRecords(catalog);
    requestChanged(catalog);
  } catch (error) {
    errors.push(error.stack);
  }
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
