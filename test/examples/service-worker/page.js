// Sends ordinary API requests. The service worker in worker.js answers the requests.
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const results = document.querySelector('ol');

await navigator.serviceWorker.register('worker.js', { type: 'module' });
await navigator.serviceWorker.ready;
status.textContent = 'Ready, with or without a network.';

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const query = new URLSearchParams({ q: new FormData(form).get('q'), library: 'alderwick' });
  const response = await fetch(`/v1/titles?${query}`);
  const { count, titles, error } = await response.json();
  status.textContent = error ? error.message : `${count} found`;
  results.replaceChildren(
    ...(titles ?? []).map(({ title, authors = [] }) => {
      const item = document.createElement('li');
      item.textContent = [title, ...authors.map(({ name }) => name)].join(', ');
      return item;
    }),
  );
});
