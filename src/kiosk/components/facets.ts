/** The filters of the results: facets, the histogram and form for years, and the chosen values. */

import { numberOfId, type TypedValues } from '../../catalog/field-types.js';
import {
  ANYWHERE,
  narrowingName,
  narrowingsOf,
  translatedValueName,
  typedValuesIn,
  valueName,
} from '../../catalog/narrowings.js';
import { formatYearRange, parseYearRange, type YearRange } from '../../catalog/publication-year.js';
import type { Library } from '../../catalog/records/library.js';
import { MAX_NARROW_TOS } from '../../v1/response-parts.js';
import type { NamedValue } from '../../v1/search/named-values.js';
import type { TitlesTrace } from '../../v1/search-titles.js';
import type { YearCount } from '../../v1/year-histogram.js';
import { type Content, catalogText, type Html, html, ICONS, NOTHING } from '../html.js';
import { formatMessage, type Language, localizedValue, quoted } from '../language.js';
import { encodeQueryValue, hiddenFields } from '../links.js';
import {
  ADDED,
  limitFields,
  type PageTrace,
  RECENT_DAYS,
  type SearchState,
  typeOfField,
} from '../search-state.js';

/** The ids of the facets that are initially open. Other facets are open if they have a chosen value. */
const OPEN_FACETS: ReadonlySet<string> = new Set([
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
]);
/** The maximum number of values whose names stand for a word of the query. */
const MAX_NAMED_VALUES = 2;
/** The maximum number of values that a facet shows before "Show more" is opened. */
const MAX_SHOWN_VALUES = 6;

/**
 * Renders the facets of the results. The link of a chosen value removes the value, and every other link adds its value: a
 * result needs one of the chosen values of a facet. Every chosen value is shown. Decades are in the order of time, the
 * latest first, and branches in the order of the library. The publication date also has a histogram and a form for any
 * range of years, which replaces the chosen years. Numbers and days have such a form too, and are listed if there are
 * few. On a narrow screen, a button that shows the results stays in view.
 */
export function facets(trace: PageTrace, state: SearchState): Html {
  const { body, yearHistogram } = trace;
  const { language } = state;
  const { results, home, no_results } = language.texts;
  const shownFacets = facetsOf(body, state);
  if (shownFacets.length === 0) return NOTHING;
  const available = shownFacets.flatMap(({ values }) => values.filter(isAnywhere));
  const recent = recentLink(trace, state);
  return html`<details class="filters" id="filters"><summary class="button plain">${ICONS.filters}<span>${results.filters}</span></summary>
<nav aria-label="${results.filters}">
<h2>${results.filters}</h2>
${(available.length > 0 || recent !== NOTHING) && html`<div class="facet"><ul>${available.map(valueLinks('available_at', state))}${recent}</ul></div>`}
${shownFacets.map(({ id, name, chosen, values, isWhole }) => {
  const linkOf = valueLinks(id, state);
  const listed = values.filter((value) => !isAnywhere(value));
  const [first, others] = [listed.slice(0, MAX_SHOWN_VALUES), listed.slice(MAX_SHOWN_VALUES)];
  const chosenOthers = others.filter((value) => chosen.includes(value.id));
  const more = others.filter((value) => !chosen.includes(value.id));
  const limits = limitsForm({ id, name, chosen }, state);
  if (listed.length === 0 && limits === NOTHING) return NOTHING;
  return html`<details class="facet" data-key="facet:${id}"${(OPEN_FACETS.has(id) || chosen.length > 0) && html` open`}><summary>${name}</summary>
${id === 'publication_date' && yearChart(chosen.length === 1 ? chosen[0] : undefined, yearHistogram(), state)}${limits}
<ul>${[...chosenOthers, ...first].map(linkOf)}</ul>
${more.length > 0 && html`<details class="more-values" data-key="more:${id}"><summary>${results.more}<span class="visually-hidden">: ${name}</span></summary><ul>${more.map(linkOf)}</ul></details>`}
${!isWhole && html`<a class="all-values" href="${state.valuesHref(id)}" rel="nofollow">${formatMessage(home.more_of, { what: name })}</a>`}
</details>`;
})}
<p class="show">${body.count > 0 ? html`<a class="button" href="#list">${language.formatCount(results.show, body.count)}</a>` : no_results.narrowed}</p></nav></details>`;
}

const isAnywhere = ({ id }: FacetValue) => id === ANYWHERE;

/**
 * Returns a function that renders the link of a value of a facet. The link adds the value or removes a chosen value. A
 * branch replaces the choice of available titles, and this choice replaces the branches: a title that is available at a
 * branch is available. Does not create each address anew, because a page has hundreds of addresses.
 */
export function valueLinks(facet: string, state: SearchState): (value: FacetValue) => Html {
  const { formatCount, formatNumber, texts } = state.language;
  const chosen = chosenValues(state, facet);
  const hrefWithoutFacet = state.hrefWith({ [facet]: undefined });
  const hrefWithChosen = state.hrefWith({ [facet]: chosen.filter((one) => one !== ANYWHERE) });
  return ({ id, name, count }) => {
    const isChosen = chosen.includes(id);
    const href = isChosen
      ? hrefWithoutValue(state, facet, id)
      : `${id === ANYWHERE ? hrefWithoutFacet : hrefWithChosen}&${facet}=${encodeQueryValue(id)}`;
    const titles = count === undefined ? '' : formatCount(texts.counts.titles, count);
    const label = [name, titles, isChosen && texts.results.chosen_value].filter(Boolean);
    return html`<li><a href="${href}" data-key="${facet}:${id}" rel="nofollow" aria-label="${label.join(texts.layout.comma)}"${isChosen && html` aria-current="true"`}>${catalogText(name)}${count !== undefined && html` <span class="count">${formatNumber(count)}</span>`}</a></li>`;
  };
}

/** Renders the link of the filter for titles that were added recently. Renders nothing if there are none. */
function recentLink({ body, countRecent }: PageTrace, state: SearchState): Html {
  const [chosen] = chosenValues(state, ADDED);
  const count = chosen === undefined ? countRecent() : body.count;
  if (chosen === undefined && count === 0) return NOTHING;
  const id = chosen ?? RECENT_DAYS;
  return valueLinks(ADDED, state)({ id, name: chosenName(ADDED, id, state), count });
}

export interface FacetValue {
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
  /** Whether no further value can have titles. */
  readonly isWhole: boolean;
}

/** Returns the facets of a response. Adds the chosen values that the response leaves out, with their facets. */
function facetsOf({ metadata, count: total }: TitlesTrace['body'], state: SearchState): Facet[] {
  const { library, language } = state;
  return narrowingsOf(library).flatMap((id) => {
    const facet = metadata?.narrow_bys.find((one) => one.id === id);
    const listed = facet?.narrow_tos ?? [];
    const chosen = chosenValues(state, id);
    const isWhole = listed.length < MAX_NARROW_TOS;
    const isOfYears = id === 'publication_date';
    const typed = typedValuesIn(id, library);
    const hasRanges = isOfYears || typed !== undefined;
    const added = chosen
      .filter((value) => !listed.some((one) => one.id === value))
      .map((value) => ({
        id: value,
        count: chosen.length === 1 ? total : isWhole && !hasRanges ? 0 : undefined,
      }));
    const values = [...listed, ...added].map(({ id: value, count }): FacetValue => {
      return { id: value, name: chosenName(id, value, state), count };
    });
    if (values.length === 0) return [];
    const name = facet?.name ?? narrowingName(id, language.locale, library);
    const few = typed && !isWhole ? values.filter((one) => chosen.includes(one.id)) : values;
    const sorted = typed
      ? inOrderOfType(few, typed, typeOfField(id, library))
      : isOfYears
        ? latestFirst(values)
        : inBranchOrder(values, id, library);
    return { id, name, chosen, values: sorted, isWhole: isWhole || isOfYears };
  });
}

/** Sorts branches as the library lists them. Other values come last, in their order. */
function inBranchOrder(values: readonly FacetValue[], facet: string, { branches = [] }: Library) {
  const ids = facet === 'available_at' ? branches.map(({ id }) => id) : [];
  const positionOf = ({ id }: FacetValue) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return values.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** Sorts the values of a typed field: ranges first, then numbers in ascending order, the latest day first, and yes before no. */
function inOrderOfType<T extends { readonly id: string }>(
  values: readonly T[],
  typed: TypedValues,
  type: string | undefined,
): T[] {
  const sign = type === 'number' ? 1 : -1;
  const key = ({ id }: T) => sign * (numberOfId(typed, id) ?? -sign * Infinity);
  return values.toSorted((a, b) => Number(key(a) > key(b)) - Number(key(a) < key(b)));
}

/**
 * Renders the words of the query that name values, and the chosen facet values. Each is a link that removes the word or
 * the value. Another link removes all values if several are chosen, and another searches for the words only as text.
 */
export function chosenNarrowings(
  { namedValues = [] }: Pick<TitlesTrace, 'namedValues'>,
  state: SearchState,
): Html {
  const { results } = state.language.texts;
  if (state.chosen.length + namedValues.length === 0) return NOTHING;
  const chip = (name: string, remove: string, key: string, href: string) =>
    html`<li><a class="chip" href="${href}" data-key="chip:${key}" aria-label="${formatMessage(remove, { what: name })}"><span>${catalogText(name)}</span>${ICONS.remove}</a></li>`;
  const words = namedValues.map((named) => {
    const href = state.hrefWith({ q: named.queryWithout || undefined });
    return chip(nameOfWord(named, state), results.remove_word, `q:${named.text}`, href);
  });
  const values = state.chosen.map(({ narrowing, value }) => {
    const href = hrefWithoutValue(state, narrowing, value);
    const name = labeledName(narrowing, value, state);
    return chip(name, results.remove, `${narrowing}:${value}`, href);
  });
  const asText = namedValues.reduce((q, { text }) => q.replace(text, () => `"${text}"`), state.q);
  return html`<div class="chosen"><h2 class="visually-hidden" id="chosen">${results.chosen}</h2>
<ul aria-labelledby="chosen">${words}${values}
${words.length > 0 && html`<li><a href="${state.hrefWith({ q: asText })}" class="clear" data-key="as-text">${results.as_text}</a></li>`}
${values.length > 1 && html`<li><a href="${hrefWithoutFilters(state)}" class="clear" data-key="clear">${results.clear}</a></li>`}</ul></div>`;
}

/** Returns the URL of a search without its filters. */
export function hrefWithoutFilters(state: SearchState): string {
  return state.hrefWith(
    Object.fromEntries(state.chosen.map(({ narrowing }) => [narrowing, undefined])),
  );
}

/** Returns the names of the values that a word names, or the word if there are more than two: `Format: “books”`. */
function nameOfWord({ text, values }: NamedValue, state: SearchState): string {
  const names = values.map(({ narrowing, value }) => chosenName(narrowing, value, state));
  const shown = values.length > MAX_NAMED_VALUES ? [quoted(text, state.language)] : names;
  const [{ narrowing, value }] = values;
  return labelOf(narrowing, value, state) + shown.join(state.language.texts.layout.comma);
}

/** Returns the name of a facet before one of its values. Values that are understood without the facet have no label. */
function labelOf(narrowing: string, value: string, { library, language }: SearchState): string {
  if (value === ANYWHERE || narrowing === ADDED) return '';
  return narrowingName(narrowing, language.locale, library) + language.texts.layout.colon;
}

/** Returns the name of a chosen value after the name of its facet. */
export function labeledName(narrowing: string, value: string, state: SearchState): string {
  return labelOf(narrowing, value, state) + chosenName(narrowing, value, state);
}

/** Returns the name of a filter. Only a number, a day, and yes or no need the name of the facet: `Pages: 100–300`. */
export function filterName(narrowing: string, value: string, state: SearchState): string {
  const isTyped = typedValuesIn(narrowing, state.library) !== undefined;
  return (isTyped ? labeledName : chosenName)(narrowing, value, state);
}

/** Returns the names of the filters of a search. */
export function namesOfFilters(state: SearchState): string {
  const names = state.chosen.map(({ narrowing, value }) => filterName(narrowing, value, state));
  return names.join(state.language.texts.layout.comma);
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

function hrefWithoutValue(state: SearchState, facet: string, value: string): string {
  return state.hrefWith({ [facet]: chosenValues(state, facet).filter((one) => one !== value) });
}

/** Returns the name of a chosen value in the language of the page. */
export function chosenName(
  narrowing: string,
  value: string,
  { library, language }: SearchState,
): string {
  const { results } = language.texts;
  if (value === ANYWHERE) return results.available_now;
  if (narrowing === ADDED) return language.formatCount(results.added, Number(value));
  if (narrowing === 'publication_date') return yearRangeName(value, language);
  const typed = typedValuesIn(narrowing, library);
  const type = typeOfField(narrowing, library);
  if (typed !== undefined && type !== 'boolean') return limitsName(value, type, typed, language);
  const name = valueName(narrowing, value, library);
  const translated = translatedValueName(narrowing, value, name, language.texts.names);
  return localizedValue(narrowing, translated, language);
}

/** Returns the name of a number, a day or a range of these, such as `up to 300`. A year and a month are their own names. */
function limitsName(
  value: string,
  type: string | undefined,
  { rangeOf, textOf }: TypedValues,
  { texts, formatDate }: Language,
): string {
  const range = /^\d{4}(?:-\d\d)?$/.test(value) && type === 'date' ? undefined : rangeOf(value);
  if (range === undefined) return value;
  const { since, until } = texts.results.limits;
  const format = type === 'date' ? formatDate : (text: string) => text.replace('-', '−');
  const nameOf = (limit: number) => format(textOf(limit));
  if (range.from === -Infinity) return formatMessage(until, { limit: nameOf(range.to) });
  if (range.to === Infinity) return formatMessage(since, { limit: nameOf(range.from) });
  const [from, to] = [nameOf(range.from), nameOf(range.to)];
  const dash = /[ −]/.test(from + to) ? ' – ' : '–';
  return from === to ? from : from + dash + to;
}

const ANY_YEAR: YearRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The height of the longest bar, in units of the drawing. */
const BAR_UNITS = 100;
/** The minimum height of a bar of at least one title. */
const MIN_BAR_UNITS = 3;

/**
 * Renders a histogram of publication years, and two handles that set the years of {@link limitsForm} and are hidden
 * without scripts (`assets/year-handles.js`). Renders nothing for a single bar.
 *
 * @param chosen the value of `publication_date` that narrows the results
 */
function yearChart(
  chosen: string | undefined,
  counts: readonly YearCount[],
  state: SearchState,
): Html {
  if (counts.length < 2) return NOTHING;
  const range = parseYearRange(chosen ?? '');
  return html`<div class="chart">${histogram(counts, range, state)}${handles(counts, range, state.language)}${axis(counts, state.language)}</div>`;
}

/**
 * Renders a form that narrows the results to a range of years, numbers or days. Renders nothing for another facet. The form
 * submits the limits as two parameters, which `readSearchState` combines.
 */
function limitsForm(
  { id, name, chosen }: Pick<Facet, 'id' | 'name' | 'chosen'>,
  state: SearchState,
): Html {
  const { years, limits } = state.language.texts.results;
  const type = typeOfField(id, state.library);
  const typed = typedValuesIn(id, state.library);
  const isOfYears = id === 'publication_date';
  if (!isOfYears && (typed === undefined || type === 'boolean')) return NOTHING;
  const range = chosen.length === 1 && (typed?.rangeOf ?? parseYearRange)(chosen[0]);
  const texts = isOfYears ? years : { ...limits, apply: state.language.texts.browse.show };
  const fields = limitFields(id);
  const href = state.hrefWith({ [id]: undefined });
  const field = (limit: 'from' | 'to') => {
    const number = range ? range[limit] : Infinity;
    const value = Number.isFinite(number) && (typed?.textOf ?? String)(number);
    if (isOfYears) return yearField(fields[limit], texts[limit], value);
    return html`<label>${texts[limit]}<input type="${type}"${type === 'number' && html` step="any"`} name="${fields[limit]}" value="${value}" autocomplete="off"></label>`;
  };
  return html`<form class="years"${isOfYears && html` id="years"`} action="${href.split('?')[0]}"><fieldset><legend class="visually-hidden">${name}</legend>
${hiddenFields(href)}${field('from')}${field('to')}
<button class="button plain">${texts.apply}</button></fieldset></form>`;
}

/**
 * Renders one bar per range. Each bar is a link that narrows the results to its range. The bar of the chosen
 * range removes the range. A range without titles has no link.
 */
function histogram(
  counts: readonly YearCount[],
  chosen: YearRange | undefined,
  state: SearchState,
): Html {
  const { language } = state;
  const { counts: forms, results } = language.texts;
  const highest = Math.max(...counts.map(({ count }) => count));
  const hrefWithoutYears = state.hrefWith({ publication_date: undefined });
  const bars = counts.map(({ from, to, count }) => {
    if (count === 0) return html`<li aria-hidden="true"></li>`;
    const value = formatYearRange({ from, to });
    const isChosen = chosen?.from === from && chosen.to === to;
    const isOutside = chosen !== undefined && (to < chosen.from || from > chosen.to);
    const href = isChosen ? hrefWithoutYears : `${hrefWithoutYears}&publication_date=${value}`;
    const height = Math.max(Math.round((count / highest) * BAR_UNITS), MIN_BAR_UNITS);
    const label = formatMessage(results.years.bar, {
      years: yearRangeName(value, language),
      titles: language.formatCount(forms.titles, count),
    });
    return html`<li><a href="${href}" data-key="years:${value}" rel="nofollow"${isOutside && html` class="outside"`}${isChosen && html` aria-current="true"`}><svg viewBox="0 0 1 ${BAR_UNITS}" preserveAspectRatio="none" aria-hidden="true"><rect y="${BAR_UNITS - height}" width="1" height="${height}"/></svg><span class="label">${label}</span></a></li>`;
  });
  return html`<ul class="histogram" aria-label="${results.years.histogram}">${bars}</ul>`;
}

/** Renders the handles. Each value is the number of bars to the left of the handle. */
function handles(
  counts: readonly YearCount[],
  chosen: YearRange | undefined,
  language: Language,
): Html {
  const { years } = language.texts.results;
  const { from, to } = chosen ?? ANY_YEAR;
  const firstBar = counts.findIndex((bar) => bar.to >= from);
  const first = firstBar < 0 ? counts.length - 1 : firstBar;
  const last =
    Math.max(
      counts.findLastIndex((bar) => bar.from <= to),
      first,
    ) + 1;
  const bars = counts.map((bar) => {
    const [start, end] = [bar.from, bar.to].map((year) => (Number.isFinite(year) ? `${year}` : ''));
    return { from: start, to: end, name: yearRangeName(formatYearRange(bar), language) };
  });
  const handle = (key: string, label: string, value: number, name: string) =>
    html`<input type="range" form="years" max="${counts.length}" value="${value}" data-key="${key}" aria-label="${label}" aria-valuetext="${name}" autocomplete="off">`;
  return html`<div class="handles" data-years="${JSON.stringify(bars)}">${handle('years-first', years.first, first, bars[first].name)}${handle('years-last', years.last, last, bars[last - 1].name)}</div>`;
}

function axis(counts: readonly YearCount[], language: Language): Html {
  return html`<p class="axis" aria-hidden="true">${[counts[0], counts[counts.length - 1]].map((range) => html`<span>${yearRangeName(formatYearRange(range), language)}</span> `)}</p>`;
}

export function yearField(name: string, label: string, value: Content): Html {
  return html`<label>${label}<input name="${name}" value="${value}" inputmode="numeric" pattern="\\s*[0-9]{1,4}\\s*" maxlength="6" autocomplete="off"></label>`;
}

/** Returns the display name of a single year or of an open range. Returns any other value unchanged. */
function yearRangeName(value: string, { texts }: Language): string {
  const { since, until } = texts.results.years;
  const range = parseYearRange(value);
  if (range === undefined) return value;
  if (range.from === range.to) return String(range.from);
  if (range.to === Infinity) return formatMessage(since, { year: String(range.from) });
  if (range.from !== -Infinity) return value;
  return range.to === 0
    ? texts.names.before_year_1
    : formatMessage(until, { year: String(range.to) });
}
