import { parseYearRange } from '../../catalog/publication-year.js';
import { type Html, html } from '../html/html.js';
import { formatMessage, type Language } from '../language.js';
import { type SearchState, YEAR_FIELDS } from '../search-state.js';

/**
 * Renders a form with two years that narrows the results to a range of publication years. The form submits
 * the years as two parameters, which `readSearchState` combines.
 *
 * @param name the name of the facet
 * @param chosen the value of `publication_date` that narrows the results
 */
export function yearFilter(
  name: string,
  chosen: string | undefined,
  state: SearchState,
  { texts }: Language,
): Html {
  const { years } = texts.results;
  const { from, to } = parseYearRange(chosen ?? '') ?? { from: -Infinity, to: Infinity };
  const [action, query] = state.hrefWith({ publication_date: undefined }).split('?');
  return html`<form class="years" action="${action}"><fieldset><legend class="visually-hidden">${name}</legend>
${[...new URLSearchParams(query)].map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${yearField(YEAR_FIELDS.from, years.from, from)}
${yearField(YEAR_FIELDS.to, years.to, to)}
<button class="button plain">${years.apply}</button></fieldset></form>`;
}

function yearField(field: string, label: string, year: number): Html {
  return html`<label>${label}<input name="${field}" value="${Number.isFinite(year) && year}" inputmode="numeric" pattern="\\s*[0-9]{1,4}\\s*" maxlength="6" autocomplete="off"></label>`;
}

/** Returns the display name of a range of years that is open at one end. Returns any other value unchanged. */
export function yearRangeName(value: string, { texts }: Language): string {
  const { since, until } = texts.results.years;
  const range = parseYearRange(value);
  if (range?.to === Infinity) return formatMessage(since, { year: String(range.from) });
  if (range?.from === -Infinity) return formatMessage(until, { year: String(range.to) });
  return value;
}
