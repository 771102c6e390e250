import type { Library } from '../catalog/library.js';
import {
  type Narrowing,
  narrowingName,
  translatedValueName,
  valueName,
} from '../catalog/narrowings.js';
import type { Metadata } from '../v1/schema/metadata.js';
import { type Html, html, NOTHING } from './html.js';
import { ICONS } from './icons.js';
import { type Language, phrase } from './language.js';
import { encoded } from './query-of.js';
import type { SearchState } from './search-state.js';
import { recorded } from './written-in.js';

/** Narrowings that stand open before anything is chosen; the others are one touch away. */
const OPEN: ReadonlySet<string> = new Set([
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
]);
/** How many values stand there at once. */
const SHOWN = 6;

/** What the results can be narrowed to. A value that is chosen already leads back. */
export function facets(metadata: Metadata, state: SearchState, language: Language): Html {
  const { results } = language.texts;
  if (metadata.narrow_bys.length === 0) return NOTHING;
  const chosen = new Map(state.chosen.map(({ narrowing, value }) => [narrowing as string, value]));
  return html`<details class="filters" id="filters"><summary class="button plain">${ICONS.filters}<span>${results.filters}</span></summary>
<nav aria-label="${results.filters}">
<h2>${results.filters}</h2>
${metadata.narrow_bys.map(({ id, name, narrow_tos }) => {
  const wide = state.with({ [id]: undefined });
  const links = narrow_tos.map((value) => {
    const isChosen = chosen.get(id) === value.id;
    const href = isChosen ? wide : `${wide}&${id}=${encoded(value.id)}`;
    return html`<li><a href="${href}" data-keep="${id}:${value.id}" rel="nofollow"${isChosen && html` aria-current="true"`}>${recorded(value.name)} <span class="count">${language.number(value.count)}</span></a></li>`;
  });
  const rest = links.slice(SHOWN);
  return html`<details class="facet" data-keep="facet:${id}"${(OPEN.has(id) || chosen.has(id)) && html` open`}><summary>${name}</summary>
<ul>${links.slice(0, SHOWN)}</ul>
${rest.length > 0 && html`<details class="rest" data-keep="rest:${id}"><summary>${results.more}<span class="unseen">: ${name}</span></summary><ul>${rest}</ul></details>`}
</details>`;
})}
</nav></details>`;
}

/** What the results are narrowed to, each with a way back. */
export function chosenNarrowings(state: SearchState, library: Library, language: Language): Html {
  const { results } = language.texts;
  if (state.chosen.length === 0) return NOTHING;
  const without = Object.fromEntries(state.chosen.map(({ narrowing }) => [narrowing, undefined]));
  return html`<div class="chosen"><h2 class="unseen" id="chosen">${results.chosen}</h2>
<ul aria-labelledby="chosen">${state.chosen.map(({ narrowing, value }) => {
    const name = chosenName(narrowing, value, library, language);
    const label = narrowingName(narrowing, language.locale);
    const what = `${label}: ${name}`;
    return html`<li><a class="chip" href="${state.with({ [narrowing]: undefined })}" data-keep="chip:${narrowing}" aria-label="${phrase(results.remove, { what })}"><span>${label}: ${recorded(name)}</span>${ICONS.remove}</a></li>`;
  })}
${state.chosen.length > 1 && html`<li><a href="${state.with(without)}" class="clear" data-keep="clear">${results.clear}</a></li>`}</ul></div>`;
}

function chosenName(
  narrowing: Narrowing,
  value: string,
  library: Library,
  { texts }: Language,
): string {
  const name = valueName(narrowing, value, library);
  return translatedValueName(narrowing, value, name, texts.names);
}
