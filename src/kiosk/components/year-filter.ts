import { formatYearRange, parseYearRange, type YearRange } from '../../catalog/publication-year.js';
import type { YearCount } from '../../v1/search/year-histogram.js';
import { type Html, html } from '../html/html.js';
import { formatMessage, type Language } from '../language.js';
import { type SearchState, YEAR_FIELDS } from '../search-state.js';

const ANY_YEAR: YearRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The height of the longest bar, in units of the drawing. */
const BAR_UNITS = 100;
/** The minimum height of a bar of at least one title. */
const MIN_BAR_UNITS = 3;

/**
 * Renders a histogram of publication years, two handles, and a form with two years. All narrow the results to a range of
 * years. The handles set the years of the form (`assets/year-handles.js`), and are hidden without scripts. The form submits the years as two parameters, which `readSearchState` combines.
 *
 * @param name the name of the facet
 * @param chosen the value of `publication_date` that narrows the results
 * @param counts the ranges of the histogram
 */
export function yearFilter(
  name: string,
  chosen: string | undefined,
  counts: readonly YearCount[],
  state: SearchState,
  language: Language,
): Html {
  const { years } = language.texts.results;
  const range = parseYearRange(chosen ?? '');
  const { from, to } = range ?? ANY_YEAR;
  const [action, query] = state.hrefWith({ publication_date: undefined }).split('?');
  return html`${counts.length > 1 && html`<div class="chart">${histogram(counts, range, state, language)}${handles(counts, range, language)}${axis(counts, language)}</div>`}
<form class="years" id="years" action="${action}"><fieldset><legend class="visually-hidden">${name}</legend>
${[...new URLSearchParams(query)].map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${yearField(YEAR_FIELDS.from, years.from, from)}
${yearField(YEAR_FIELDS.to, years.to, to)}
<button class="button plain">${years.apply}</button></fieldset></form>`;
}

/**
 * Renders one bar per range. Each bar is a link that narrows the results to its range. The bar of the chosen
 * range removes the range. A range without titles has no link.
 */
function histogram(
  counts: readonly YearCount[],
  chosen: YearRange | undefined,
  state: SearchState,
  language: Language,
): Html {
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

function yearField(field: string, label: string, year: number): Html {
  return html`<label>${label}<input name="${field}" value="${Number.isFinite(year) && year}" inputmode="numeric" pattern="\\s*[0-9]{1,4}\\s*" maxlength="6" autocomplete="off"></label>`;
}

/** Returns the display name of a single year or of an open range. Returns any other value unchanged. */
export function yearRangeName(value: string, { texts }: Language): string {
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
