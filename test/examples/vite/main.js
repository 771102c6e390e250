// Searches a catalog in the page, without a server. Vite serves the files of the folder `public`, so put the snapshot
// there: carrel build data/alderwick --date now -o public/alderwick.snapshot
import { createApi, fetchCatalog } from 'carrel/browser';

const form = document.querySelector('form');
const format = document.querySelector('select');
const status = document.querySelector('[role=status]');
const results = document.querySelector('ol');

const catalog = await fetchCatalog('alderwick.snapshot');
const { search } = createApi({ catalogs: [catalog] });
status.textContent = `${catalog.counts.titles} titles`;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { q, title_format } = Object.fromEntries(new FormData(form));
  const { count, hits, facets } = search(
    { q, title_format, library: catalog.library.id },
    { facets: ['title_format'] },
  );
  status.textContent = `${count} found`;
  results.replaceChildren(
    ...hits.map(({ title, authors = [] }) =>
      create('li', [title, ...authors.map(({ name }) => name)].join(', ')),
    ),
  );
  // The counts of a facet ignore the selected format, so that the reader can choose another.
  format.replaceChildren(
    create('option', 'Any format'),
    ...facets.title_format.values.map(({ value, name, count, isSelected }) =>
      Object.assign(create('option', `${name} (${count})`), { value, selected: isSelected }),
    ),
  );
  format.options[0].value = '';
});

function create(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}
