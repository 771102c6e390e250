// Prints the page when the reader presses a button for it. The style sheet selects what is printed.

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});
