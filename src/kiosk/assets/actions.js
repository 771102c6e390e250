// Makes the buttons of titles and lists work: saves titles in the browser, shares and copies addresses and citations, and
// prints. Without this script, the style sheet hides the buttons.

/** The maximum number of saved titles, which is the maximum of ids in the address of a list. */
const MAX_SAVED = 200;

/** A list with a longer address is full. Servers refuse paths and queries of more than 8,192 bytes. */
const MAX_URL_CHARS = 8000;

/** The time in milliseconds that a button shows a report. */
const REPORT_MS = 2000;

const link = document.getElementById('my-list');
const myList = link instanceof HTMLAnchorElement ? link : undefined;
/** The address of the page of saved titles. Several sites on one host have different lists. */
const savedUrl = new URL(myList?.href ?? location.href);
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

/** @param {string[]} ids the ids of the titles of a list, whose address is returned */
function listUrl(ids) {
  const url = new URL(savedUrl);
  if (ids.length > 0) url.pathname = url.pathname.replace(/saved$/, 'list');
  for (const id of ids) url.searchParams.append('ids', id);
  return url.href;
}

/** Shows the number of saved titles and which titles are saved, and links to their list. */
function show() {
  if (!myList) return;
  const ids = savedIds();
  myList.href = listUrl(ids);
  if (!myList.querySelector('.count'))
    myList.insertAdjacentHTML('beforeend', ' <b class="count"></b>');
  const count = myList.querySelector('.count');
  if (count) count.textContent = String(ids.length || '');
  for (const button of document.querySelectorAll('[data-save]')) {
    const id = button.getAttribute('data-save') ?? '';
    button.setAttribute('aria-pressed', String(ids.includes(id)));
  }
}

/** @param {string} id the id of a title to save, or to remove */
function toggle(id) {
  const before = savedIds();
  const isSaved = before.includes(id);
  const ids = isSaved ? before.filter((it) => it !== id) : [...before, id];
  const isFull = ids.length > MAX_SAVED || listUrl(ids).length > MAX_URL_CHARS;
  if (isFull && !isSaved) throw new Error(myList?.dataset.full);
  localStorage.setItem(key, JSON.stringify(ids));
  show();
}

/** @param {string} text the text to copy; without https, browsers have only the older command */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** @param {HTMLButtonElement} button the button whose action is done; the result is the text to report */
async function act({ dataset, previousElementSibling }) {
  if (dataset.print !== undefined) print();
  if (dataset.save !== undefined) toggle(dataset.save);
  if (dataset.copy !== undefined) await copy(previousElementSibling?.textContent ?? '');
  if (dataset.share !== undefined) {
    const { href: url } = new URL(dataset.share, location.href);
    if (navigator.share) return navigator.share({ title: document.title, url });
    await copy(url);
  }
  return dataset.done;
}

/** @type {(button: HTMLButtonElement, text: string) => void} shows and announces a text for a short time */
const report = (button, text) => {
  const announcement = document.getElementById('announcement');
  if (announcement) announcement.textContent = text;
  const label = button.querySelector('span');
  const before = [...(label?.childNodes ?? [])];
  // Further clicks are ignored while the text is shown.
  button.ariaDisabled = 'true';
  label?.replaceChildren(text);
  setTimeout(() => {
    button.ariaDisabled = null;
    label?.replaceChildren(...before);
  }, REPORT_MS);
};

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest('button');
  if (!button || button.ariaDisabled) return;
  try {
    const text = await act(button);
    if (text) report(button, text);
  } catch (error) {
    // A reader who closes the dialog of the device shares nothing.
    if (error instanceof Error && error.name !== 'AbortError') report(button, error.message);
  }
});

if (myList) {
  show();
  if (location.pathname === savedUrl.pathname && savedIds().length > 0)
    location.replace(myList.href);
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  // `results.js` replaces the results.
  const content = document.getElementById('content');
  if (content) new MutationObserver(show).observe(content, { childList: true, subtree: true });
}
