// Keeps a snapshot in the browser and answers /v1 from it. Bundle it with any bundler, and serve it
// beside index.html, page.js and a snapshot.
import { createFetchHandler, openCatalog } from 'carrel/browser';

const SNAPSHOT = 'alderwick.snapshot';
const FILES = ['./', 'page.js', SNAPSHOT];

addEventListener('install', (event) => {
  event.waitUntil(caches.open('carrel').then((cache) => cache.addAll(FILES)));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  event.respondWith(pathname.startsWith('/v1/') ? answered(event.request) : kept(event.request));
});

// A browser ends a worker that has nothing to do, and starts it anew when something is asked.
let handler;

async function answered(request) {
  handler ??= openHandler();
  return (await handler)(request);
}

async function openHandler() {
  const snapshot = await caches.match(SNAPSHOT);
  return createFetchHandler({ catalogs: [openCatalog(await snapshot.arrayBuffer(), SNAPSHOT)] });
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
