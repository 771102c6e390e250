import {
  narrowingName,
  narrowingsOf,
  translatedValueName,
  valueName,
} from '../../catalog/narrowings.js';
import { parseYearRange } from '../../catalog/publication-year.js';
import type { Library } from '../../catalog/records/library.js';
import { MAX_NARROW_TOS } from '../../v1/response/envelope.js';
import type { TitlesTrace } from '../../v1/search-titles.js';
import { catalogText, type Html, html, NOTHING } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessage, type Language } from '../language.js';
import { encodeQueryValue } from '../links.js';
import type { SearchState } from '../search-state.js';
import { localizedValue } from '../value-names.js';
import { yearFilter, yearRangeName } from './year-filter.js';

/** The ids of the facets that are initially open. Other facets are open if they have a chosen value. */
const OPEN_FACETS: ReadonlySet<string> = new Set([
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
]);
/** The maximum number of values that a facet shows before "Show more" is opened. */
const MAX_SHOWN_VALUES = 6;

/**
 * Renders the facets of the results. The link of a chosen value removes the value, and every other link adds its value: a
 * result needs one of the chosen values of a facet. Every chosen value is shown. Decades are in the order of time, the
 * latest first. The publication date also has a histogram and a form for any range of years, which replaces the chosen
 * years.
 */
export function facets(
  { body, yearHistogram }: TitlesTrace,
  state: SearchState,
  library: Library,
  language: Language,
): Html {
  const { results } = language.texts;
  const shownFacets = facetsOf(body, state, library, language);
  if (shownFacets.length === 0) return NOTHING;
  return html`<details class="filters" id="filters"><summary class="button plain">${ICONS.filters}<span>${results.filters}</span></summary>
<nav aria-label="${results.filters}">
<h2>${results.filters}</h2>
${shownFacets.map(({ id, name, chosen, values }) => {
  const hrefWithChosen = state.hrefWith({ [id]: chosen });
  const linkOf = (value: FacetValue) => {
    const isChosen = chosen.includes(value.id);
    const href = isChosen
      ? hrefWithoutValue(state, id, value.id)
      : `${hrefWithChosen}&${id}=${encodeQueryValue(value.id)}`;
    return html`<li><a href="${href}" data-key="${id}:${value.id}" rel="nofollow"${isChosen && html` aria-current="true"`}>${catalogText(value.name)}${value.count !== undefined && html` <span class="count">${language.formatNumber(value.count)}</span>`}</a></li>`;
  };
  const [first, others] = [values.slice(0, MAX_SHOWN_VALUES), values.slice(MAX_SHOWN_VALUES)];
  const chosenOthers = others.filter((value) => chosen.includes(value.id));
  const more = others.filter((value) => !chosen.includes(value.id));
  return html`<details class="facet" data-key="facet:${id}"${(OPEN_FACETS.has(id) || chosen.length > 0) && html` open`}><summary>${name}</summary>
${id === 'publication_date' && yearFilter(name, chosen.length === 1 ? chosen[0] : undefined, yearHistogram(), state, language)}
<ul>${[...chosenOthers, ...first].map(linkOf)}</ul>
${more.length > 0 && html`<details class="more-values" data-key="more:${id}"><summary>${results.more}<span class="visually-hidden">: ${name}</span></summary><ul>${more.map(linkOf)}</ul></details>`}
</details>`;
})}
</nav></details>`;
}

interface FacetValue {
  readonly id: string;
  /** The name in the language of the page. */
  readonly name: string;
  /** The number of titles; undefined if the response does not contain it. */
  readonly count: number | undefined;
}

interface Facet {
  readonly id: string;
  readonly name: string;
  readonly chosen: readonly string[];
  readonly values: readonly FacetValue[];
}

/** Returns the facets of a response. Adds the chosen values that the response leaves out, with their facets. */
function facetsOf(
  { metadata, count: total }: TitlesTrace['body'],
  state: SearchState,
  library: Library,
  language: Language,
): Facet[] {
  return narrowingsOf(library).flatMap((id) => {
    const facet = metadata?.narrow_bys.find((one) => one.id === id);
    const listed = facet?.narrow_tos ?? [];
    const chosen = chosenValues(state, id);
    const isWhole = listed.length < MAX_NARROW_TOS && id !== 'publication_date';
    const added = chosen
      .filter((value) => !listed.some((one) => one.id === value))
      .map((value) => ({
        id: value,
        name: chosenName(id, value, library, language),
        count: chosen.length === 1 ? total : isWhole ? 0 : undefined,
      }));
    const values: FacetValue[] = [
      ...listed.map(({ id: value, name, count }) => ({
        id: value,
        name: localizedValue(id, name, language),
        count,
      })),
      ...added,
    ];
    if (values.length === 0) return [];
    const name = facet?.name ?? narrowingName(id, language.locale, library);
    return { id, name, chosen, values: id === 'publication_date' ? latestFirst(values) : values };
  });
}

/**
 * Renders the chosen facet values. Each value is a link that removes the value. If several values are
 * chosen, another link removes all of them.
 */
export function chosenNarrowings(state: SearchState, library: Library, language: Language): Html {
  const { results } = language.texts;
  if (state.chosen.length === 0) return NOTHING;
  const noNarrowings = Object.fromEntries(
    state.chosen.map(({ narrowing }) => [narrowing, undefined]),
  );
  return html`<div class="chosen"><h2 class="visually-hidden" id="chosen">${results.chosen}</h2>
<ul aria-labelledby="chosen">${state.chosen.map(({ narrowing, value }) => {
    const name = chosenName(narrowing, value, library, language);
    const label = narrowingName(narrowing, language.locale, library);
    const labelled = `${label}${language.texts.layout.colon}`;
    return html`<li><a class="chip" href="${hrefWithoutValue(state, narrowing, value)}" data-key="chip:${narrowing}:${value}" aria-label="${formatMessage(results.remove, { what: labelled + name })}"><span>${labelled}${catalogText(name)}</span>${ICONS.remove}</a></li>`;
  })}
${state.chosen.length > 1 && html`<li><a href="${state.hrefWith(noNarrowings)}" class="clear" data-key="clear">${results.clear}</a></li>`}</ul></div>`;
}

/** Sorts ranges of years by their first year, the latest first. A range without a first year is last. */
function latestFirst<T extends { readonly id: string }>(ranges: readonly T[]): T[] {
  const start = ({ id }: T) => parseYearRange(id)?.from ?? Number.NEGATIVE_INFINITY;
  const isBefore = (a: T, b: T) => Number(start(a) < start(b));
  return ranges.toSorted((a, b) => isBefore(a, b) - isBefore(b, a));
}

function chosenValues(state: SearchState, facet: string): readonly string[] {
  return state.chosen.filter(({ narrowing }) => narrowing === facet).map(({ value }) => value);
}

/** Returns the URL of the search without one of the chosen values of a facet. */
function hrefWithoutValue(state: SearchState, facet: string, value: string): string {
  return state.hrefWith({ [facet]: chosenValues(state, facet).filter((one) => one !== value) });
}

/** Returns the name of a chosen value in the language of the page. */
export function chosenName(
  narrowing: string,
  value: string,
  library: Library,
  language: Language,
): string {
  if (narrowing === 'publication_date') return yearRangeName(value, language);
  const name = valueName(narrowing, value, library);
  const translated = translatedValueName(narrowing, value, name, language.texts.names);
  return localizedValue(narrowing, translated, language);
}
