// Makes the buttons of titles and lists work: saves titles in the browser, shares and copies addresses and citations, and
// prints. Without this script, the style sheet hides the buttons.

/** The maximum number of saved titles, which is the maximum of ids in the address of a list. */
const MAX_SAVED = 200;

/** The time in milliseconds that a button shows that it has copied. */
const DONE_MS = 2000;

const link = document.getElementById('my-list');
const myList = link instanceof HTMLAnchorElement ? link : undefined;
/** The address of the page of saved titles. Several sites on one host have different lists. */
const savedUrl = new URL(myList?.href ?? '', location.href);
const key = `saved ${savedUrl.pathname}`;

/** @returns {string[]} the ids of the saved titles, the first one saved first */
function savedIds() {
  try {
    const ids = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    // The browser may refuse to store data, and other programs of the host may store other data.
    return [];
  }
}

/** Returns the address of the list of the saved titles, or of the page without them. */
function listUrl() {
  const ids = savedIds();
  const url = new URL(savedUrl);
  if (ids.length > 0) url.pathname = url.pathname.replace(/saved$/, 'list');
  for (const id of ids) url.searchParams.append('ids', id);
  return url.href;
}

/** Shows the number of saved titles, and which titles are saved. */
function show() {
  if (!myList) return;
  const ids = savedIds();
  myList.href = listUrl();
  let count = myList.querySelector('.count');
  if (!count) {
    count = document.createElement('span');
    count.className = 'count';
    myList.append(' ', count);
  }
  count.textContent = ids.length > 0 ? String(ids.length) : '';
  for (const button of document.querySelectorAll('[data-save]')) {
    if (!(button instanceof HTMLElement)) continue;
    const isSaved = String(ids.includes(button.dataset.save ?? ''));
    if (button.ariaPressed !== isSaved) button.ariaPressed = isSaved;
  }
}

/**
 * Saves a title, or removes it.
 *
 * @param {HTMLElement} button
 * @param {string} id
 */
function toggle(button, id) {
  const before = savedIds();
  const ids = before.includes(id) ? before.filter((it) => it !== id) : [...before, id];
  if (ids.length > MAX_SAVED) return report(button, myList?.dataset.full);
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch (error) {
    report(button, String(error));
  }
  show();
}

/** The labels that show a report. */
const reporting = new WeakSet();

/**
 * Shows a text in a button for a short time, and announces it.
 *
 * @param {HTMLElement} button
 * @param {string} [text]
 */
function report(button, text = '') {
  const label = button.querySelector('span');
  const announcement = document.getElementById('announcement');
  if (announcement) announcement.textContent = text;
  if (!label || reporting.has(label)) return;
  const before = [...label.childNodes];
  label.replaceChildren(text);
  reporting.add(label);
  setTimeout(() => {
    label.replaceChildren(...before);
    reporting.delete(label);
  }, DONE_MS);
}

/**
 * Copies a text. Without https, browsers have only the older command.
 *
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error(text);
}

/**
 * Shares an address with the device, or copies it.
 *
 * @param {string} url
 * @returns {Promise<boolean>} whether the address was copied
 */
async function share(url) {
  if (!navigator.share) return copy(url).then(() => true);
  await navigator.share({ title: document.title, url });
  return false;
}

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  const { save, share: address, copy: copied, print: printed, done } = button.dataset;
  if (save !== undefined) toggle(button, save);
  if (printed !== undefined) print();
  try {
    if (copied !== undefined) {
      await copy(button.previousElementSibling?.textContent ?? '');
      report(button, done);
    }
    if (address !== undefined && (await share(new URL(address, location.href).href)))
      report(button, done);
  } catch (error) {
    // A reader who closes the dialog of the device shares nothing.
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) report(button, String(error));
  }
});

if (myList) {
  if (location.pathname === savedUrl.pathname && savedIds().length > 0) location.replace(listUrl());
  show();
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  // `results.js` replaces the results.
  const content = document.getElementById('content');
  if (content) new MutationObserver(show).observe(content, { childList: true, subtree: true });
}
