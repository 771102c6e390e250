import type { Titles } from '../../catalog/catalog.js';
import type { Identifier, RelatedTitle } from '../../catalog/records/title.js';
import { analyzePhrase } from '../../search/index.js';
import { topByPopularity } from '../../v1/search/top-by-popularity.js';
import { catalogText, type Html, html } from '../html/html.js';
import { titleHref } from '../links.js';
import type { PageView } from '../page-view.js';
import { localizedLabel } from '../value-names.js';

/** The types of identifiers by the codes of the organizations that assign them. */
const TYPES: Readonly<Record<string, Identifier['type']>> = { OCoLC: 'oclc', DLC: 'lccn' };

/** The maximum number of titles that are compared with an identifier. */
const MAX_TITLES = 20;

/** Renders a contained or related work, with a link if the catalog has it. */
export function relatedTitle(
  view: PageView,
  titles: Titles,
  { relation, title, id }: RelatedTitle,
): Html {
  const number = id === undefined ? -1 : numberOfRelated(titles, id);
  const work =
    number >= 0
      ? html`<a href="${titleHref(view, titles.id(number))}">${catalogText(title)}</a>`
      : catalogText(title);
  const isNamed = relation !== 'contains' && relation !== 'related';
  if (!isNamed) return work;
  const label = localizedLabel(relation, view.language);
  return html`${catalogText(label)}${view.language.texts.layout.colon}${work}`;
}

/**
 * Returns the number of the title with an id, or with an identifier such as `(OCoLC)1234` or `(DLC)85012345`, or -1 if
 * the catalog does not have it.
 */
function numberOfRelated(titles: Titles, id: string): number {
  const number = titles.numberOf(id);
  const [, code, value] = /^\((OCoLC|DLC)\)(.+)$/.exec(id) ?? [];
  if (number >= 0 || value === undefined) return number;
  const terms = analyzePhrase(value).map((term) => ({ term }));
  if (terms.length === 0) return -1;
  const candidates = topByPopularity(titles, terms, { identifier: 1 }, MAX_TITLES);
  const hasIdentifier = (candidate: number) =>
    titles
      .pick(candidate, ['identifiers'])
      .identifiers?.some((each) => each.type === TYPES[code] && each.value === value) === true;
  return candidates.find(hasIdentifier) ?? -1;
}
