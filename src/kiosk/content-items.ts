import { normalized } from '../search/analysis/normalized.js';
import type { ContentEntryItem } from '../v1/schema/user-content.js';
import { type Html, html, NOTHING } from './html.js';
import { type Language, markedPhrase, phrase } from './language.js';
import { webLink } from './links.js';
import type { Visit } from './visit.js';
import { recorded } from './written-in.js';

/** The most stars there are. */
const STARS = 5;

/** One item that a user wrote, by its type. What has a shape that its type does not is shown as text. */
export function contentItem(visit: Visit, item: ContentEntryItem, library: string): Html {
  const { language, href } = visit;
  const { content } = language.texts;
  const { content_type: type, content_data: data } = item;
  if (typeof data === 'number') {
    if (type.id === 'rating') return stars(data, language);
    if (type.id === 'age_suitability') {
      return html`<p class="age">${phrase(content.age, { age: language.number(data) })}</p>`;
    }
    return labelled(type.name, html`<p>${language.number(data)}</p>`);
  }
  if (typeof data === 'string') {
    switch (type.id) {
      case 'tag': {
        const address = href('/search', { library, tag: normalized(data, 'NFC') });
        return html`<p class="tagged"><a class="chip" href="${address}">${recorded(data)}</a></p>`;
      }
      case 'quotation':
        return html`<blockquote dir="auto">${data}</blockquote>`;
      case 'comment':
        return html`<p class="comment" dir="auto">${data}</p>`;
      default:
        return labelled(type.name, html`<p dir="auto">${data}</p>`);
    }
  }
  return labelled(type.name, objectItem(visit, type.id, data, library));
}

/** A rating in stars, told in words to those who do not see them. */
export function stars(rating: number, language: Language): Html {
  const text = phrase(language.texts.content.rating, { rating: language.number(rating) });
  const full = Math.max(0, Math.min(STARS, Math.round(rating)));
  return html`<p class="rating"><span class="stars" aria-hidden="true">${'★'.repeat(full)}<span>${'★'.repeat(STARS - full)}</span></span> ${text}</p>`;
}

function labelled(name: string, item: Html): Html {
  return html`<div class="labelled"><p class="label">${recorded(name)}</p>${item}</div>`;
}

function objectItem(visit: Visit, type: string, data: unknown, library: string): Html {
  const { language, href } = visit;
  const { content } = language.texts;
  const { url, title, author } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'video' && typeof url === 'string') {
    return html`<p>${webLink(visit, url, typeof title === 'string' ? title : content.video)}</p>`;
  }
  if (type === 'similar_title' && typeof title === 'string') {
    const by = typeof author === 'string' ? author : undefined;
    const q = [title, by].filter((word) => word !== undefined).join(' ');
    const link = html`<a href="${href('/search', { library, q })}"><cite>${recorded(title)}</cite></a>`;
    return by === undefined
      ? html`<p>${markedPhrase(content.similar, { title: link })}</p>`
      : html`<p>${markedPhrase(content.similar_by, { title: link, author: recorded(by) })}</p>`;
  }
  const texts = Object.entries((data ?? {}) as object).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  if (texts.length === 0) return NOTHING;
  return html`<p>${texts.map(([name, value], i) => html`${i > 0 && '; '}${name}: ${recorded(String(value))}`)}</p>`;
}
