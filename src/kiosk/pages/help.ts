import type { Page } from '../components/layout.js';
import { html } from '../html/html.js';
import { type PageView, selectedCatalog } from '../page-view.js';

/** The example searches of `docs/search-for-staff.md`. */
const EXAMPLES = [
  { q: 'moby dick', type: 'keyword' },
  { q: 'melville whale', type: 'keyword' },
  { q: 'frankenstien', type: 'keyword' },
  { q: '9780142437247', type: 'keyword' },
  { q: 'austen', type: 'author' },
  { q: 'vampires', type: 'subject' },
  { q: 'oz', type: 'series' },
  { q: 'title:(time machine) format:(paperback)', type: 'custom' },
  { q: 'au:wells -ti:war', type: 'custom' },
  { q: 'su:whaling py:[1800 TO 2010] format:(PAPERBACK OR BK)', type: 'custom' },
] as const;

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

/** The syntax rules of custom searches. `text` is a key of the help texts; `example` is a query. */
const RULES = [
  { text: 'operators', example: 'author:(shaw OR wilde) NOT format:DVD' },
  { text: 'phrases', example: 'title:"of the baskervilles"' },
  { text: 'near', example: 'title:"baskervilles hound"~3' },
  { text: 'wildcards', example: 'title:adv* author:do?le' },
  { text: 'ranges', example: 'pubyear:[1900 TO *]' },
] as const;

/** Renders the search help. */
export function helpPage(view: PageView): Page {
  const { language, href } = view;
  const { help, layout, search } = language.texts;
  const catalog = selectedCatalog(view);
  const exampleLink = (q: string, type: string) =>
    html`<a href="${href('/search', { library: catalog?.library.id, q, search_type: type })}"><code dir="ltr">${q}</code></a>`;
  return {
    title: layout.help,
    catalog,
    main: html`<article class="container help"><h1>${layout.help}</h1>
<p>${help.intro}</p><p>${help.words}</p><p>${help.misspelled}</p><p>${help.isbn}</p>
<section><h2>${help.examples}</h2><table><thead><tr><th scope="col">${help.type_this}</th><th scope="col">${help.search_in}</th></tr></thead>
<tbody>${EXAMPLES.map(({ q, type }) => html`<tr><td>${exampleLink(q, type)}</td><td>${search.types[type]}</td></tr>`)}</tbody></table></section>
<section><h2>${help.advanced}</h2><p>${help.advanced_intro}</p>
<ul>${RULES.map(({ text, example }) => html`<li>${help[text]}: ${exampleLink(example, 'custom')}</li>`)}</ul>
<table><thead><tr><th scope="col">${help.field}</th><th scope="col">${help.code}</th><th scope="col">${help.looks_in}</th></tr></thead>
<tbody>${Object.entries(FIELDS).map(
      ([field, code]) =>
        html`<tr><th scope="row"><code dir="ltr">${field}</code></th><td><code dir="ltr">${code}</code></td><td>${help.fields[field as keyof typeof FIELDS]}</td></tr>`,
    )}</tbody></table></section>
</article>`,
  };
}
