// On a shared screen, shows a dialog with a countdown when there is no input for some minutes, and
// returns to the home page at the end of the countdown. Also prevents the Back button from showing pages
// of an earlier reader.

/**
 * The key of the reader number, which is stored in the session storage and in the history state of
 * every page. The number increases by 1 when a countdown ends or a reader chooses to start over.
 */
const READER_KEY = 'reader';

/** The times at which screen readers announce the countdown, in seconds before its end. */
const ANNOUNCED_SECONDS = [20, 10, 5];

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
  let lastInput = Date.now();

  if (leavePageOfEarlierReader()) return;
  addEventListener('pageshow', leavePageOfEarlierReader);
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'input']) {
    addEventListener(event, stay, { passive: true, capture: true });
  }
  dialog.addEventListener('close', stay);
  dialog.querySelector('[data-stay]')?.addEventListener('click', () => dialog.close());
  for (const control of document.querySelectorAll('[data-leave]')) {
    control.addEventListener('click', (event) => {
      event.preventDefault();
      leave();
    });
  }
  setInterval(tick, 1000);

  /** @param {Event} event */
  function stay({ type, target }) {
    // While the dialog is open, only a press outside the contents of the dialog counts as input here. The
    // buttons of the dialog have their own listeners.
    if (dialog.open && (type !== 'pointerdown' || target !== dialog)) return;
    lastInput = Date.now();
    if (dialog.open) dialog.close();
  }

  function tick() {
    // An unchanged home page contains no data of the reader.
    if (isUnchangedHome()) {
      lastInput = Date.now();
      return;
    }
    const left = seconds - Math.floor((Date.now() - lastInput) / 1000);
    if (left <= 0) {
      // Resetting `lastInput` prevents the next tick from restarting the navigation.
      lastInput = Date.now();
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
    if (announcement && ANNOUNCED_SECONDS.includes(left)) announcement.textContent = text;
  }

  function leave() {
    sessionStorage.setItem(READER_KEY, String(currentReader() + 1));
    for (const form of document.forms) form.reset();
    location.replace(home);
  }

  function isUnchangedHome() {
    const typed = [...document.querySelectorAll('input[type=search]')].some(
      (field) => field instanceof HTMLInputElement && field.value !== '',
    );
    return isHome() && scrollY === 0 && !typed;
  }

  function isHome() {
    return location.pathname === home && location.search === '';
  }

  /**
   * Opens the home page if Back or Forward has opened another page of an earlier reader.
   *
   * @returns whether the browser has started to open the home page
   */
  function leavePageOfEarlierReader() {
    const reader = history.state?.[READER_KEY];
    if (reader === undefined) {
      history.replaceState({ ...history.state, [READER_KEY]: currentReader() }, '');
      return false;
    }
    if (reader === currentReader()) return false;
    if (isHome()) {
      // On the home page, only the forms can contain data of the earlier reader.
      for (const form of document.forms) form.reset();
      history.replaceState({ [READER_KEY]: currentReader() }, '');
      return false;
    }
    document.body.hidden = true;
    location.replace(home);
    return true;
  }

  function currentReader() {
    return Number(sessionStorage.getItem(READER_KEY) ?? 0);
  }
}
