/** The search help. Its examples are the same in all catalogs, so they are not links to searches that may find nothing. */

import { extraSearchFields } from '../../catalog/extra-fields.js';
import { languageCodeOf } from '../../texts/locales.js';
import { catalogText, html } from '../html.js';
import { type Page, type PageView, selectedCatalog } from '../page-view.js';

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

/** Renders the search help. */
export function helpPage(view: PageView): Page {
  const { language } = view;
  const { help, layout, search } = language.texts;
  const catalog = selectedCatalog(view);
  const code = (q: string) => html`<code dir="ltr">${q}</code>`;
  return {
    title: layout.help,
    catalog,
    main: html`<article class="container help"><h1>${layout.help}</h1>
<p>${help.intro}</p><p>${help.words}</p><p>${help.named}</p><p>${help.misspelled}</p><p>${help.isbn}</p>
<section><h2>${help.examples}</h2><table><thead><tr><th scope="col">${help.type_this}</th><th scope="col">${help.search_in}</th></tr></thead>
<tbody>${EXAMPLES.map(({ q, type }) => html`<tr><td>${code(q)}</td><td>${search.types[type]}</td></tr>`)}</tbody></table></section>
<section><h2>${help.advanced}</h2><p>${help.advanced_intro}</p>
<ul>${Object.entries(RULES).map(([rule, example]) => html`<li>${help[rule as keyof typeof RULES]}${layout.colon}${code(example)}</li>`)}</ul>
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

interface ExampleSearch {
  readonly q: string;
  readonly type: 'keyword' | 'author' | 'subject' | 'series' | 'custom';
}

const EXAMPLES: readonly ExampleSearch[] = [
  { q: 'moby dick', type: 'keyword' },
  { q: 'austen pride', type: 'keyword' },
  { q: 'frankenstien', type: 'keyword' },
  { q: '9780142437247', type: 'keyword' },
  { q: 'verne', type: 'author' },
  { q: 'whales', type: 'subject' },
  { q: 'title:(sea wolf) format:BK', type: 'custom' },
  { q: 'au:dickens -ti:christmas', type: 'custom' },
  { q: 'su:history py:[1990 TO 2020]', type: 'custom' },
];

/** The rules of custom searches that the help explains, each with an example. */
const RULES = {
  operators: 'author:melville OR title:whale',
  phrases: 'title:"treasure island"',
  near: 'title:"island treasure"~3',
  wildcards: 'title:detect* title:wom?n',
  ranges: 'title:history pubyear:[2000 TO *]',
} as const;
