// Follows the links to other facet values, sort orders and result pages without reloading the page:
// fetches the URL of the link and replaces the results. Also closes menus with Escape, and the filters of a narrow screen
// when the results are to be shown. Without this script, the links still work.

/** Links to the same search with other facet values, another sort order or another page. */
const LINKS = '#results a[data-key], #results .pagination a';

const results = () => document.getElementById('results');

/** @type {AbortController | undefined} */
let fetching;

/**
 * The `data-key` of the links that were clicked since the last results were shown. The results of the first link are being
 * fetched. The URLs of the other links lack what the first link changes. So these links are followed in the new results.
 *
 * @type {string[]}
 */
let clicked = [];

/** Whether the latest click followed a link. Further clicks of a double click do not count. */
let hasFollowed = false;

document.addEventListener('click', (event) => {
  // A double click is one click. If the results change before the second click, the second click is on another element.
  if (event.detail > 1 && hasFollowed) {
    event.preventDefault();
    return;
  }
  hasFollowed = false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('#results .show a')) {
    event.preventDefault();
    target.closest('details')?.removeAttribute('open');
    const list = document.getElementById('list');
    list?.focus({ preventScroll: true });
    list?.scrollIntoView();
    return;
  }
  const link = target.closest(LINKS);
  if (!(link instanceof HTMLAnchorElement)) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  hasFollowed = true;
  const { key } = link.dataset;
  // Another click on the link that is being followed fetches its results again.
  if (clicked.length === 0 || key === undefined || key === clicked[0]) showResults(link.href, key);
  else if (!clicked.includes(key)) clicked.push(key);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element))
    return;
  const menu =
    event.target.closest('details:is(.sorts, .filters)[open]') ??
    document.querySelector('.languages[open]');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
});

/**
 * Shows another page of results, as a new entry of the browser's history.
 *
 * @param {string} url
 * @param {string | undefined} key the `data-key` of the link that was followed, or of the handle that was moved
 */
export function showResults(url, key) {
  history.replaceState({ ...history.state, results: true }, '');
  show(url, { key, isNew: true });
}

addEventListener('popstate', (event) => {
  if (event.state?.results && results()) show(location.href, { isNew: false });
});

/**
 * Fetches a results page and shows its results.
 *
 * @param {string} url
 * @param {{ key?: string | undefined, isNew: boolean }} navigation `key` is the `data-key` of the link
 *   that was followed; if `isNew` is true, the browser's history gets a new entry
 */
async function show(url, { key, isNew }) {
  const old = results();
  clicked = key === undefined ? [] : [key];
  fetching?.abort();
  fetching = new AbortController();
  old?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(url, { signal: fetching.signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.getElementById('results');
    if (!response.ok || !fresh || !old)
      throw new Error(`${url}: expected a page of results, found status ${response.status}`);
    copyOpenState(old, fresh);
    if (isNew) history.pushState({ ...history.state, results: true }, '', url);
    old.replaceWith(document.adoptNode(fresh));
    document.title = page.title;
    updateHeader(page);
    focusOn(fresh, key);
    const announcement = document.getElementById('announcement');
    if (announcement) announcement.textContent = fresh.dataset.announcement ?? '';
    followClicked(fresh);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    clicked = [];
    // The browser loads the page, or shows its own error page.
    location.assign(url);
  }
}

/**
 * Follows the next link that was clicked while the results were fetched, if the results have it.
 *
 * @param {HTMLElement} fresh
 */
function followClicked(fresh) {
  const keys = clicked.slice(1);
  clicked = [];
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    const link = elementWithKey(fresh, key);
    if (!(link instanceof HTMLAnchorElement)) continue;
    showResults(link.href, key);
    clicked.push(...keys);
    return;
  }
}

/**
 * Opens or closes each `details` element of the new results, such as a facet, as in the old results. An
 * element that the old results do not have is unchanged.
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function copyOpenState(old, fresh) {
  const filters = old.querySelector('details.filters');
  if (filters instanceof HTMLDetailsElement) {
    fresh.querySelector('details.filters')?.toggleAttribute('open', filters.open);
  }
  for (const details of fresh.querySelectorAll('details[data-key]')) {
    if (!(details instanceof HTMLElement)) continue;
    const before = elementWithKey(old, details.dataset.key);
    if (before instanceof HTMLDetailsElement) details.toggleAttribute('open', before.open);
  }
}

/**
 * Replaces the URLs in the language menu, the filters that a new search keeps, and the query in the search field, because
 * they contain the parameters of the search. A text that the reader has typed stays in the field.
 *
 * @param {Document} page the fetched page
 */
function updateHeader(page) {
  const keep = page.querySelector('.keep');
  if (keep) document.querySelector('.keep')?.replaceWith(document.adoptNode(keep));
  const [field, freshField] = [document, page].map((it) => it.getElementById('q'));
  if (field instanceof HTMLInputElement)
    field.defaultValue = freshField?.getAttribute('value') ?? '';
  const fresh = page.querySelectorAll('.languages a');
  document.querySelectorAll('.languages a').forEach((link, i) => {
    const href = fresh[i]?.getAttribute('href');
    if (href) link.setAttribute('href', href);
  });
}

/**
 * If the new results have a visible link with the key, focuses the link. Otherwise, focuses the heading
 * of the results. Without a key, also scrolls to the top of the page.
 *
 * @param {HTMLElement} fresh
 * @param {string | undefined} key
 */
function focusOn(fresh, key) {
  const followed = key === undefined ? undefined : elementWithKey(fresh, key);
  if (followed instanceof HTMLElement && followed.checkVisibility()) {
    followed.focus({ preventScroll: true });
    return;
  }
  const heading = fresh.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  if (key === undefined) scrollTo(0, 0);
}

/**
 * Returns the element with a `data-key`, or undefined if there is none.
 *
 * @param {HTMLElement} within
 * @param {string | undefined} key
 */
function elementWithKey(within, key) {
  return [...within.querySelectorAll('[data-key]')].find(
    (element) => element instanceof HTMLElement && element.dataset.key === key,
  );
}
