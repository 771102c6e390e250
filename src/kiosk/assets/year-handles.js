// Lets readers choose a range of years with two handles under the histogram. The handles move from the edge of one bar
// to the next, and set the years of the form. Without this script, the bars and the form still work.

import { showResults } from './results.js';

/** The time after the last movement of a handle until the results are narrowed. */
const WAIT_MS = 300;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.handles input')) move(target);
});

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('.handles input')) return;
  const { form } = target;
  if (form === null) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const url = new URL(form.action);
    for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
    showResults(url.href, target.dataset.key);
  }, WAIT_MS);
});

/**
 * Shows the years of both handles in the form, and marks the bars outside of them. A handle stops before the other one.
 *
 * @param {HTMLInputElement} handle the handle that was moved
 */
function move(handle) {
  const group = handle.parentElement;
  const [first, last] = group?.querySelectorAll('input') ?? [];
  if (!group || !first || !last) return;
  if (first.valueAsNumber >= last.valueAsNumber) {
    handle.valueAsNumber = handle === first ? last.valueAsNumber - 1 : first.valueAsNumber + 1;
  }
  const from = first.valueAsNumber;
  const to = last.valueAsNumber;
  /** @type {{ from: string, to: string, name: string }[]} */
  const bars = JSON.parse(group.dataset.years ?? '[]');
  first.ariaValueText = bars[from]?.name ?? null;
  last.ariaValueText = bars[to - 1]?.name ?? null;
  setYear(handle.form, 'year_from', from === 0 ? '' : bars[from]?.from);
  setYear(handle.form, 'year_to', to === bars.length ? '' : bars[to - 1]?.to);
  group.parentElement?.querySelectorAll('.histogram li').forEach((bar, i) => {
    bar.querySelector('a')?.classList.toggle('outside', i < from || i >= to);
  });
}

/**
 * @param {HTMLFormElement | null} form
 * @param {string} name
 * @param {string | undefined} year
 */
function setYear(form, name, year) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = year ?? '';
}
