// Runs on the first page of a site without a server, which `carrel site` writes: installs the service worker, shows how
// much of the catalog has arrived, and reloads the page when the service worker can answer it.

/**
 * @typedef {{ progress: string, interrupted: string, missing: string, storage: string, unsupported: string }} Texts
 * @typedef {{ kind: 'progress', received: number } | { kind: 'ready' } |
 *   { kind: 'problem', problem: 'interrupted' | 'missing' | 'storage', total: number, message: string }} Message
 */

const RETRY_MS = 5000;

const status = document.querySelector('[role=status]');
const cause = document.getElementById('cause');
const bar = document.querySelector('progress');
/** @type {Record<string, Texts>} */
const allTexts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
const language =
  navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in allTexts) ?? 'en';
const texts = allTexts[language];
/** @type {string | undefined} */
let site;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;
/** Whether the service worker has reported a problem since the last attempt. */
let hasProblem = false;

document.documentElement.lang = language;
if ('serviceWorker' in navigator) start();
else show(texts.unsupported);

async function start() {
  hasProblem = false;
  show(texts.progress);
  if (site === undefined) {
    site = await findSite();
    if (site === undefined) return tryAgain('worker.js was not found', texts.missing);
    new BroadcastChannel(site).addEventListener('message', ({ data }) => receive(data));
  }
  load(site);
}

/**
 * Starts again after some time.
 *
 * @param {string} reason
 * @param {string} [text]
 */
function tryAgain(reason, text = texts.interrupted) {
  show(text);
  if (cause) cause.textContent = reason;
  clearTimeout(retry);
  retry = setTimeout(start, RETRY_MS);
}

/**
 * Returns the address of the site: the nearest folder of the path with the script of the service worker. A host shows
 * this page at the addresses of titles and searches as well.
 */
async function findSite() {
  const parts = location.pathname.split('/').slice(0, -1);
  for (; parts.length > 0; parts.pop()) {
    const folder = `${location.origin}${parts.join('/')}/`;
    try {
      const response = await fetch(`${folder}worker.js`, { method: 'HEAD', cache: 'no-cache' });
      const type = response.headers.get('Content-Type') ?? '';
      if (response.ok && type.includes('javascript')) return folder;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/**
 * Installs the service worker, which downloads the catalog first. If it is installed already, it sends a message when
 * the catalog is open.
 *
 * @param {string} site
 */
async function load(site) {
  try {
    const registration = await navigator.serviceWorker.register(`${site}worker.js`);
    if (registration.active) return registration.active.postMessage('open');
    const worker = registration.installing ?? registration.waiting;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') location.reload();
      if (worker.state === 'redundant' && !hasProblem) tryAgain('the browser stopped the download');
    });
  } catch (error) {
    // A private window, or a page without https, may refuse service workers.
    if (error instanceof DOMException && error.name === 'SecurityError') show(texts.unsupported);
    else tryAgain(String(error));
  }
}

/** @param {Message} message */
function receive(message) {
  if (message.kind === 'ready') return location.reload();
  if (message.kind === 'progress') return show(texts.progress, message.received);
  hasProblem = true;
  tryAgain(message.message, texts[message.problem]);
  if (message.problem === 'storage') {
    clearTimeout(retry);
    show(texts.storage, 0, message.total);
  }
}

/**
 * Shows a text, and the progress bar if the text is about the progress.
 *
 * @param {string} text
 * @param {number} [received]
 * @param {number} [total] Default: the size of the download.
 */
function show(text, received = 0, total = bar?.max ?? 0) {
  if (status) {
    status.textContent = text
      .replace('{received}', megabytes(received))
      .replace('{total}', megabytes(total));
  }
  if (cause) cause.textContent = '';
  if (!bar) return;
  bar.hidden = text !== texts.progress;
  // Until the first piece arrives, the bar shows no value.
  if (received > 0) bar.value = received;
}

/** @param {number} bytes */
function megabytes(bytes) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (bytes / 1e6).toLocaleString(language, digits);
}
