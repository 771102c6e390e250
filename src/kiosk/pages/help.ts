import { extraSearchFields } from '../../catalog/extra-fields.js';
import { languageCodeOf } from '../../texts/locales.js';
import type { Page } from '../components/layout.js';
import { type ExampleSearch, helpExamplesOf } from '../help-examples.js';
import { catalogText, html } from '../html/html.js';
import { type PageView, selectedCatalog } from '../page-view.js';

/** The fields of custom searches, each with its short form. The short form `id` also finds call numbers. */
const FIELDS = {
  anywhere: 'an',
  title: 'ti',
  author: 'au',
  subject: 'su',
  genre: 'ge',
  series: 'se',
  tag: 'tg',
  publisher: 'pu',
  contents: 'cn',
  notes: 'no',
  summary: 'sm',
  edition: 'ed',
  callnumber: 'ca',
  identifier: 'id',
  format: 'fo',
  language: 'la',
  audience: 'ad',
  available: 'av',
  branch: 'br',
  pubyear: 'py',
  new: 'nw',
  starrating: 'sr',
  contenttype: 'cc',
  onorder: 'oo',
} as const;

/** Renders the search help. Its examples find titles of the catalog, or of the first catalog if none is selected. */
export function helpPage(view: PageView): Page {
  const { language, href } = view;
  const { help, layout, search } = language.texts;
  const catalog = selectedCatalog(view);
  const examples = helpExamplesOf(catalog ?? view.catalogs[0]);
  const exampleLink = ({ q, type }: ExampleSearch) =>
    html`<a href="${href('/search', { library: catalog?.library.id, q, search_type: type })}"><code dir="ltr">${q}</code></a>`;
  return {
    title: layout.help,
    catalog,
    main: html`<article class="container help"><h1>${layout.help}</h1>
<p>${help.intro}</p><p>${help.words}</p><p>${help.misspelled}</p><p>${help.isbn}</p>
${
  examples.searches.length > 0 &&
  html`<section><h2>${help.examples}</h2><table><thead><tr><th scope="col">${help.type_this}</th><th scope="col">${help.search_in}</th></tr></thead>
<tbody>${examples.searches.map((example) => html`<tr><td>${exampleLink(example)}</td><td>${search.types[example.type]}</td></tr>`)}</tbody></table></section>`
}
<section><h2>${help.advanced}</h2><p>${help.advanced_intro}</p>
<ul>${Array.from(examples.rules, ([rule, example]) => html`<li>${help[rule]}${layout.colon}${exampleLink(example)}</li>`)}</ul>
<table><thead><tr><th scope="col">${help.field}</th><th scope="col">${help.code}</th><th scope="col">${help.looks_in}</th></tr></thead>
<tbody>${Object.entries(FIELDS).map(
      ([field, code]) =>
        html`<tr><th scope="row"><code dir="ltr">${field}</code></th><td><code dir="ltr">${code}</code></td><td>${help.fields[field as keyof typeof FIELDS]}</td></tr>`,
    )}${extraSearchFields(catalog?.library ?? {}).map(
      ({ name, names }) =>
        html`<tr><th scope="row"><code dir="ltr">${name}</code></th><td></td><td>${catalogText(names[languageCodeOf(language.locale)] ?? names.en)}</td></tr>`,
    )}</tbody></table></section>
</article>`,
  };
}
