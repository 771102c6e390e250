// A screen in the library: when nobody has touched it for a while, it asks, counts down, and returns
// to the home page. What the last reader looked at is not shown to the next one, Back included.

/** The number of the reader, in the session's storage and in the state of every page they saw. */
const READER = 'reader';

/** Moments of the countdown that a screen reader is told, in seconds. */
const TOLD = [20, 10, 5];

const dialog = document.getElementById('idle');
if (dialog instanceof HTMLDialogElement) watch(dialog);

/** @param {HTMLDialogElement} dialog */
function watch(dialog) {
  const home = dialog.dataset.home ?? '/';
  const seconds = Number(dialog.dataset.seconds);
  const warningSeconds = Number(dialog.dataset.warningSeconds);
  /** @type {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} */
  const texts = JSON.parse(dialog.dataset.warning ?? '{"other":"{count}"}');
  const { lang } = document.documentElement;
  const plurals = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang);
  const warning = document.getElementById('idle-warning');
  const announcement = document.getElementById('announcement');
  let last = Date.now();

  if (isOfAnotherReader()) return;
  addEventListener('pageshow', isOfAnotherReader);
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'input']) {
    addEventListener(event, stay, { passive: true, capture: true });
  }
  dialog.addEventListener('close', stay);
  dialog.querySelector('[data-stay]')?.addEventListener('click', () => dialog.close());
  dialog.querySelector('[data-leave]')?.addEventListener('click', leave);
  setInterval(tick, 1000);

  /** @param {Event} event */
  function stay({ type, target }) {
    // The buttons of the question answer for themselves; a touch beside it is an answer as well.
    if (dialog.open && (type !== 'pointerdown' || target !== dialog)) return;
    last = Date.now();
    if (dialog.open) dialog.close();
  }

  function tick() {
    // Nothing to forget where a reader would begin anyway.
    if (isUntouchedHome()) {
      last = Date.now();
      return;
    }
    const left = seconds - Math.floor((Date.now() - last) / 1000);
    if (left <= 0) {
      // The next page may take longer than a tick to come; leaving again would begin anew to wait for it.
      last = Date.now();
      leave();
    } else if (left <= warningSeconds) {
      warn(left);
    } else if (dialog.open) {
      dialog.close();
    }
  }

  /** @param {number} left */
  function warn(left) {
    const form = texts[plurals.select(left)] ?? texts.other;
    const text = form.replace('{count}', numbers.format(left));
    if (warning) warning.textContent = text;
    if (!dialog.open) dialog.showModal();
    if (announcement && TOLD.includes(left)) announcement.textContent = text;
  }

  function leave() {
    sessionStorage.setItem(READER, String(currentReader() + 1));
    for (const form of document.forms) form.reset();
    location.replace(home);
  }

  function isUntouchedHome() {
    const typed = [...document.querySelectorAll('input[type=search]')].some(
      (field) => field instanceof HTMLInputElement && field.value !== '',
    );
    return isHome() && scrollY === 0 && !typed;
  }

  function isHome() {
    return location.pathname === home && location.search === '';
  }

  /** Whether this page was an earlier reader's, shown again by Back; then it is left at once. */
  function isOfAnotherReader() {
    const reader = history.state?.[READER];
    if (reader === undefined) {
      history.replaceState({ ...history.state, [READER]: currentReader() }, '');
      return false;
    }
    if (reader === currentReader()) return false;
    if (isHome()) {
      // What was typed here is forgotten here; going where one is would end nowhere.
      for (const form of document.forms) form.reset();
      history.replaceState({ [READER]: currentReader() }, '');
      return false;
    }
    document.body.hidden = true;
    location.replace(home);
    return true;
  }

  function currentReader() {
    return Number(sessionStorage.getItem(READER) ?? 0);
  }
}
