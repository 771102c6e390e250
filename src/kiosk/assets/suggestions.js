// Shows suggestions while the reader types. The search field becomes a combobox with a list box, as
// described in the ARIA Authoring Practices. Without this script, the field is a plain search field.

/** The time without typing after which suggestions are requested. */
const PAUSE_MS = 120;

/**
 * @typedef {{ text: string, kind: string, href: string }} Suggestion
 * @typedef {{ announcement: string, suggestions: Suggestion[] }} SuggestionsResponse
 */

for (const form of document.forms) {
  const field = form.querySelector('input[type=search]');
  const list = form.querySelector('[role=listbox]');
  if (field instanceof HTMLInputElement && list instanceof HTMLElement) {
    addSuggestions(form, field, list);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 */
function addSuggestions(form, field, list) {
  const announcement = document.getElementById('announcement');
  /** @type {Suggestion[]} */
  let suggestions = [];
  let selected = -1;
  let typed = field.value;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {AbortController | undefined} */
  let controller;

  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  close();

  field.addEventListener('input', () => {
    typed = field.value;
    clearTimeout(timer);
    timer = setTimeout(request, PAUSE_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (list.hidden && suggestions.length > 0) open();
        if (list.hidden) return;
        select(event.key === 'ArrowDown' ? selected + 1 : selected - 1);
        break;
      case 'Escape':
        if (list.hidden) return;
        field.value = typed;
        close();
        break;
      case 'Enter':
        if (list.hidden || selected < 0) return;
        go(suggestions[selected]);
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  // Keeps the focus in the field when a suggestion is pressed.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element && event.target.closest('[role=option]');
    if (option) go(suggestions[[...list.children].indexOf(option)]);
  });
  form.addEventListener('submit', close);

  async function request() {
    controller?.abort();
    if (field.value.trim() === '') {
      suggestions = [];
      close();
      return;
    }
    controller = new AbortController();
    const query = new URLSearchParams({ q: field.value, library: formValue('library') });
    const locale = formValue('locale');
    if (locale !== '') query.set('locale', locale);
    try {
      const response = await fetch(`${form.dataset.suggestions}?${query}`, {
        signal: controller.signal,
      });
      if (!response.ok) return;
      /** @type {SuggestionsResponse} */
      const body = await response.json();
      suggestions = body.suggestions;
      if (suggestions.length === 0 || document.activeElement !== field) close();
      else {
        open();
        if (announcement) announcement.textContent = body.announcement;
      }
    } catch {
      // This request was aborted, or the server is unreachable. The field works without suggestions.
    }
  }

  /** @param {string} name */
  function formValue(name) {
    return String(new FormData(form).get(name) ?? '');
  }

  function open() {
    selected = -1;
    list.replaceChildren(...suggestions.map(optionFor));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    field.removeAttribute('aria-activedescendant');
  }

  function close() {
    clearTimeout(timer);
    controller?.abort();
    selected = -1;
    list.hidden = true;
    list.replaceChildren();
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  }

  /**
   * Selects a suggestion. Index -1, or an index after the last suggestion, selects the typed text. Index
   * -2 selects the last suggestion.
   *
   * @param {number} index
   */
  function select(index) {
    const count = suggestions.length;
    selected = index < -1 ? count - 1 : index >= count ? -1 : index;
    [...list.children].forEach((option, i) => {
      option.setAttribute('aria-selected', String(i === selected));
      if (i === selected) option.scrollIntoView({ block: 'nearest' });
    });
    if (selected < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', list.children[selected].id);
    field.value = selected < 0 ? typed : suggestions[selected].text;
  }

  /** @param {Suggestion} suggestion */
  function go(suggestion) {
    close();
    location.assign(suggestion.href);
  }

  /**
   * @param {Suggestion} suggestion
   * @param {number} index
   */
  function optionFor({ text, kind }, index) {
    const option = document.createElement('div');
    option.id = `suggestion-${index}`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    const textElement = document.createElement('bdi');
    textElement.textContent = text;
    const kindElement = document.createElement('span');
    kindElement.className = 'kind';
    kindElement.textContent = kind;
    option.append(textElement, ' ', kindElement);
    return option;
  }
}
