/** Renders what readers and staff write: lists as cards, and ratings, comments and other user content. */

import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { ContentEntryItem, ListSummary } from '../../v1/schema/responses.js';
import { catalogText, Html, html, joined, NOTHING } from '../html.js';
import { formatMessage, formatMessageHtml, type Language } from '../language.js';
import { listHref, webLink } from '../links.js';
import type { PageView } from '../page-view.js';

/**
 * Renders lists as cards. A card shows the type, name, user and number of items of a list.
 *
 * @param covers the covers of titles of each list. Default: none.
 * @param level the level of the headings with the names of the lists
 */
export function listCards(
  view: PageView,
  lists: readonly ListSummary[],
  covers: readonly Html[] = [],
  level: 2 | 3 = 3,
): Html {
  const { language } = view;
  return html`<ul class="cards">${lists.map((list, i) => {
    const name = html`<a href="${listHref(view, list)}">${catalogText(list.name)}</a>`;
    return html`<li class="card">${covers[i]}${list.list_type !== undefined && html`<p class="type">${catalogText(list.list_type.name)}</p>`}
${level === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="facts"><span>${formatMessageHtml(language.texts.list.by, { user: catalogText(list.user.name) })}</span><span>${language.formatCount(language.texts.counts.items, list.item_count)}</span></p></li>`;
  })}</ul>`;
}

const MAX_STARS = 5;

const STAR_UNITS = 10;

const STARS = new Html(
  `<path d="M5 0.4${Array(MAX_STARS).fill('l1.2 3.2 3.5 .2 -2.8 2.1 1 3.4 -2.9 -2 -2.9 2 1 -3.4 -2.8 -2.1 3.5 -.2z').join(`m${STAR_UNITS} 0`)}"/>`,
);

/**
 * Renders an item of user content according to its type. Ratings, age suitabilities, tags, quotations,
 * comments, videos and similar titles have their own forms. For any other type, or if the data does not
 * have the form that the type requires, renders the name of the type and the strings and numbers in the
 * data.
 *
 * @param library the id of the library that links to searches contain
 */
export function contentItem(view: PageView, item: ContentEntryItem, library: string): Html {
  const { language, href } = view;
  const { content } = language.texts;
  const { content_type: type, content_data: data } = item;
  if (typeof data === 'number') {
    if (type.id === 'rating') return stars(data, language);
    if (type.id === 'age_suitability') {
      return html`<p class="age">${formatMessage(content.age, { age: language.formatNumber(data) })}</p>`;
    }
    return renderWithLabel(type.name, html`<p>${language.formatNumber(data)}</p>`);
  }
  if (typeof data === 'string') {
    switch (type.id) {
      case 'tag': {
        const tagHref = href('/search', { library, tag: normalizeUnicode(data, 'NFC') });
        return html`<p class="tagged"><a class="chip" href="${tagHref}">${catalogText(data)}</a></p>`;
      }
      case 'quotation':
        return html`<blockquote dir="auto">${data}</blockquote>`;
      case 'comment':
        return html`<p class="comment" dir="auto">${data}</p>`;
      default:
        return renderWithLabel(type.name, html`<p dir="auto">${data}</p>`);
    }
  }
  return renderWithLabel(type.name, renderObject(view, type.id, data, library));
}

/**
 * Renders a rating as stars, of which a part is drawn for a fraction, followed by the rating as text. Screen readers read
 * only the text.
 */
export function stars(rating: number, language: Language): Html {
  const text = formatMessage(language.texts.content.rating, {
    rating: language.formatNumber(rating),
  });
  const [all, filled] = [MAX_STARS, Math.max(0, Math.min(MAX_STARS, rating))].map((count) =>
    Math.round(count * STAR_UNITS),
  );
  return html`<p class="rating"><svg class="stars" viewBox="0 0 ${all} ${STAR_UNITS}" aria-hidden="true">${STARS}<svg width="${filled}">${STARS}</svg></svg> ${text}</p>`;
}

function renderWithLabel(name: string, item: Html): Html {
  return html`<div class="labelled"><p class="label">${catalogText(name)}</p>${item}</div>`;
}

function renderObject(view: PageView, type: string, data: unknown, library: string): Html {
  const { language, href } = view;
  const { content } = language.texts;
  const { url, title, author } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'video' && typeof url === 'string') {
    return html`<p>${webLink(view, url, typeof title === 'string' ? title : content.video)}</p>`;
  }
  if (type === 'similar_title' && typeof title === 'string') {
    const by = typeof author === 'string' ? author : undefined;
    const q = [title, by].filter((part) => part !== undefined).join(' ');
    const link = html`<a href="${href('/search', { library, q })}"><cite>${catalogText(title)}</cite></a>`;
    return by === undefined
      ? html`<p>${formatMessageHtml(content.similar, { title: link })}</p>`
      : html`<p>${formatMessageHtml(content.similar_by, { title: link, author: catalogText(by) })}</p>`;
  }
  const properties = Object.entries((data ?? {}) as object).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  if (properties.length === 0) return NOTHING;
  const texts = properties.map(([name, value]) => html`${name}: ${catalogText(String(value))}`);
  return html`<p>${joined(texts, '; ')}</p>`;
}
