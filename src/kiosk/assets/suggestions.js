// Suggestions while typing: the search field becomes a combobox with a list box, as the ARIA
// Authoring Practices describe it. Without this script the field is a field.

/** Pauses in typing that are worth a question, in milliseconds. */
const PAUSE = 120;

/**
 * @typedef {{ text: string, kind: string, href: string }} Suggestion
 * @typedef {{ announcement: string, suggestions: Suggestion[] }} Suggestions
 */

for (const form of document.forms) {
  const field = form.querySelector('input[type=search]');
  const list = form.querySelector('[role=listbox]');
  if (field instanceof HTMLInputElement && list instanceof HTMLElement) {
    completeIn(form, field, list);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 */
function completeIn(form, field, list) {
  const announcement = document.getElementById('announcement');
  /** @type {Suggestion[]} */
  let suggestions = [];
  let chosen = -1;
  let typed = field.value;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  /** @type {AbortController | undefined} */
  let asking;

  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  close();

  field.addEventListener('input', () => {
    typed = field.value;
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (list.hidden && suggestions.length > 0) open();
        if (list.hidden) return;
        choose(event.key === 'ArrowDown' ? chosen + 1 : chosen - 1);
        break;
      case 'Escape':
        if (list.hidden) return;
        field.value = typed;
        close();
        break;
      case 'Enter':
        if (list.hidden || chosen < 0) return;
        go(suggestions[chosen]);
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  // The field keeps the focus while something in the list is pressed.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element && event.target.closest('[role=option]');
    if (option) go(suggestions[[...list.children].indexOf(option)]);
  });
  form.addEventListener('submit', close);

  async function ask() {
    asking?.abort();
    if (field.value.trim() === '' || entered('search_type') === 'custom') {
      suggestions = [];
      close();
      return;
    }
    asking = new AbortController();
    const query = new URLSearchParams({ q: field.value, library: entered('library') });
    const locale = entered('locale');
    if (locale !== '') query.set('locale', locale);
    try {
      const response = await fetch(`${form.dataset.suggestions}?${query}`, {
        signal: asking.signal,
      });
      if (!response.ok) return;
      /** @type {Suggestions} */
      const answer = await response.json();
      suggestions = answer.suggestions;
      if (suggestions.length === 0 || document.activeElement !== field) close();
      else {
        open();
        if (announcement) announcement.textContent = answer.announcement;
      }
    } catch {
      // Superseded by a later question, or the server is away: the field still searches.
    }
  }

  /** @param {string} name */
  function entered(name) {
    return String(new FormData(form).get(name) ?? '');
  }

  function open() {
    chosen = -1;
    list.replaceChildren(...suggestions.map(optionFor));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    field.removeAttribute('aria-activedescendant');
  }

  function close() {
    clearTimeout(pause);
    asking?.abort();
    chosen = -1;
    list.hidden = true;
    list.replaceChildren();
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  }

  /**
   * Past either end stands what was typed.
   * @param {number} place
   */
  function choose(place) {
    const count = suggestions.length;
    chosen = place < -1 ? count - 1 : place >= count ? -1 : place;
    [...list.children].forEach((option, i) => {
      option.setAttribute('aria-selected', String(i === chosen));
      if (i === chosen) option.scrollIntoView({ block: 'nearest' });
    });
    if (chosen < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', list.children[chosen].id);
    field.value = chosen < 0 ? typed : suggestions[chosen].text;
  }

  /** @param {Suggestion} suggestion */
  function go(suggestion) {
    close();
    location.assign(suggestion.href);
  }

  /**
   * @param {Suggestion} suggestion
   * @param {number} place
   */
  function optionFor({ text, kind }, place) {
    const option = document.createElement('div');
    option.id = `suggestion-${place}`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    const said = document.createElement('bdi');
    said.textContent = text;
    const of = document.createElement('span');
    of.className = 'kind';
    of.textContent = kind;
    option.append(said, ' ', of);
    return option;
  }
}
