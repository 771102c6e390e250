// Facets, sorts and pages of results without loading the whole page: the address is fetched and its
// results take the place of those that are here. Without this script a link is a link.

/** Links to the same search, otherwise narrowed or sorted, or to another page of it. */
const LINKS = '#results a[data-keep], #results .paging a';

const results = () => document.getElementById('results');

/** @type {AbortController | undefined} */
let fetching;

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest(LINKS);
  if (!(link instanceof HTMLAnchorElement)) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  history.replaceState({ ...history.state, results: true }, '');
  show(link.href, { key: link.dataset.keep, isNew: true });
});

addEventListener('popstate', (event) => {
  if (event.state?.results && results()) show(location.href, { isNew: false });
});

/**
 * Shows the results of an address.
 *
 * @param {string} address
 * @param {{ key?: string | undefined, isNew: boolean }} step what was pressed to get there, and
 *   whether it is a step forward
 */
async function show(address, { key, isNew }) {
  const old = results();
  fetching?.abort();
  fetching = new AbortController();
  old?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal: fetching.signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.getElementById('results');
    if (!response.ok || !fresh || !old) throw new Error('These are no results.');
    keepOpen(old, fresh);
    if (isNew) history.pushState({ ...history.state, results: true }, '', address);
    old.replaceWith(document.adoptNode(fresh));
    document.title = page.title;
    takeLanguages(page);
    focusOn(fresh, key);
    const announcement = document.getElementById('announcement');
    if (announcement) announcement.textContent = fresh.dataset.announce ?? '';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // Whatever it is, the browser shows it.
    location.assign(address);
  }
}

/**
 * What the reader opened or closed stays so.
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function keepOpen(old, fresh) {
  const filters = old.querySelector('details.filters');
  if (filters instanceof HTMLDetailsElement) {
    fresh.querySelector('details.filters')?.toggleAttribute('open', filters.open);
  }
  for (const details of fresh.querySelectorAll('details[data-keep]')) {
    if (!(details instanceof HTMLElement)) continue;
    const before = withKey(old, details.dataset.keep);
    if (before instanceof HTMLDetailsElement) details.toggleAttribute('open', before.open);
  }
}

/**
 * The switch of languages leads to what is shown now.
 *
 * @param {Document} page
 */
function takeLanguages(page) {
  const fresh = page.querySelectorAll('.languages a');
  document.querySelectorAll('.languages a').forEach((link, i) => {
    const href = fresh[i]?.getAttribute('href');
    if (href) link.setAttribute('href', href);
  });
}

/**
 * The focus stays on what was pressed, where it is still there and to be seen; else it goes to the
 * heading, from where the new results are next.
 *
 * @param {HTMLElement} fresh
 * @param {string | undefined} key
 */
function focusOn(fresh, key) {
  const pressed = key === undefined ? undefined : withKey(fresh, key);
  if (pressed instanceof HTMLElement && pressed.checkVisibility()) {
    pressed.focus({ preventScroll: true });
    return;
  }
  const heading = fresh.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  if (key === undefined) scrollTo(0, 0);
}

/**
 * @param {HTMLElement} within
 * @param {string | undefined} key
 */
function withKey(within, key) {
  return [...within.querySelectorAll('[data-keep]')].find(
    (element) => element instanceof HTMLElement && element.dataset.keep === key,
  );
}
