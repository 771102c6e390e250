// Stores a snapshot in the browser and answers requests under /v1/ from the snapshot. Bundle this file with any
// bundler, and serve the result as worker.js from the same folder as index.html, page.js and alderwick.snapshot.
import { createFetchHandler, openCatalog } from 'carrel/browser';

const SNAPSHOT = 'alderwick.snapshot';
const FILES = ['./', 'page.js', SNAPSHOT];

addEventListener('install', (event) => {
  event.waitUntil(caches.open('carrel').then((cache) => cache.addAll(FILES)));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  event.respondWith(pathname.startsWith('/v1/') ? answer(event.request) : load(event.request));
});

// The browser stops an idle worker and starts it again for the next request, so the worker opens the catalog
// on demand.
let handler;

async function answer(request) {
  handler ??= openHandler();
  return (await handler)(request);
}

async function openHandler() {
  const snapshot = await caches.match(SNAPSHOT);
  return createFetchHandler({ catalogs: [openCatalog(await snapshot.arrayBuffer(), SNAPSHOT)] });
}

async function load(request) {
  return (await caches.match(request)) ?? fetch(request);
}
