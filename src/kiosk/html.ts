/** Markup: the template tag that escapes what it inserts, and the icons. Knows nothing of pages or catalogs. */

import { escapeHtml } from '../base/escape-html.js';
import type { HighlightPart } from '../v1/highlight.js';

/** A string of HTML or SVG markup. {@link html} inserts markup without escaping it. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** A value of a template: text, a number, markup, an array of values, or nothing. */
export type Content = string | number | Html | readonly Content[] | undefined | false;

/**
 * The position of a value: between tags, inside a tag, at the beginning of a URL attribute, or elsewhere
 * in an attribute.
 */
type Position = 'text' | 'tag' | 'attribute' | 'url';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set('href src action formaction cite'.split(' '));

/** Matches the beginning of a path, query or fragment of the same site, or of an `http:` or `https:` URL. */
const SAFE_URL = /^(?:\/(?![/\\])|[#?]|https?:\/\/)/i;

const positionsByTemplate = new WeakMap<TemplateStringsArray, readonly Position[]>();

/**
 * Template tag that creates markup. Text is escaped, {@link Html} is inserted unchanged, and undefined
 * and false insert nothing. Text may be between tags or in an attribute with double quotes. Markup may
 * be between tags or inside a tag, but not in an attribute.
 *
 * A value at the beginning of a URL attribute such as `href` must begin with `/`, `?`, `#`, `http://` or
 * `https://`. Any other value is replaced with `#`. A value that begins with `//` or `/\` is also
 * replaced, because its URL may be on another site.
 *
 * @throws Error if a value is at a position of the template where the value is not safe, such as text
 *   inside a tag, or any value in a `style` or event handler attribute
 * @example html`<p title="${'"'}">${'<b>'}</p>`.markup // '<p title="&quot;">&lt;b&gt;</p>'
 */
export function html(template: TemplateStringsArray, ...values: readonly Content[]): Html {
  let positions = positionsByTemplate.get(template);
  if (positions === undefined) {
    positions = positionsOf(template);
    positionsByTemplate.set(template, positions);
  }
  let markup = template[0];
  for (let i = 0; i < values.length; i++)
    markup += render(values[i], positions[i]) + template[i + 1];
  return new Html(markup);
}

/** A text of the catalog, or the parts of a text in which words are highlighted. */
export type CatalogText = string | readonly HighlightPart[];

/**
 * Renders a text of the catalog. The writing direction of the text does not affect the text around it.
 *
 * @param language the value of the `lang` attribute. Default: no attribute.
 */
export function catalogText(text: CatalogText, language?: string): Html {
  const attribute = language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
  const parts = typeof text === 'string' ? [{ text, isMatch: false }] : text;
  const escaped = parts.map((part) => {
    const plain = escapeHtml(keepPunctuation(part.text));
    const unbroken = plain
      .replace(SLASH_BETWEEN_WORDS, '/<wbr>')
      .replace(DOUBLE_HYPHEN, UNBROKEN_DOUBLE_HYPHEN);
    return part.isMatch ? `<mark>${unbroken}</mark>` : unbroken;
  });
  return new Html(`<bdi${attribute}>${escaped.join('')}</bdi>`);
}

/** Matches a space before punctuation, as in `Cello Concerto ; Sea Pictures` and `Whaling -- Fiction`. */
const SPACE_BEFORE_PUNCTUATION = / (?=(?:[;:/=]|--)(?: |$))/g;

/** Matches the separator of the parts of a subject. Chromium breaks lines between the two hyphens. */
const DOUBLE_HYPHEN = /\u00a0--(?= |$)/g;
const UNBROKEN_DOUBLE_HYPHEN = '<span class="unbroken">\u00a0--</span>';

/** Matches a slash after which a line may break, as in `Culture/Civilization/Society`. */
const SLASH_BETWEEN_WORDS = /(?<=\p{L}{4})\/(?=\p{L}{4})/gu;

/** Replaces each space before punctuation with a no-break space, so that no line begins with the punctuation. */
export function keepPunctuation(text: string): string {
  return text.replace(SPACE_BEFORE_PUNCTUATION, '\u00a0');
}

/** Renders facts about a title, each in an element of its own. Leaves out undefined, false and empty facts. */
export function factSpans(facts: readonly (CatalogText | undefined | false)[]): Html {
  return html`${facts.map((fact) => fact && html`<span>${catalogText(fact)}</span>`)}`;
}

/** Inserts a separator between parts. */
export function joined(parts: readonly Content[], separator: string): Html {
  return html`${parts.map((part, i) => html`${i > 0 && separator}${part}`)}`;
}

export const NOTHING = new Html('');

function render(value: Content, position: Position): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') {
    if (!(value instanceof Html)) return value.map((part) => render(part, position)).join('');
    if (position === 'text' || position === 'tag') return value.markup;
    throw new Error('html template: attribute: expected text, found markup');
  }
  if (position === 'tag' && value !== '') {
    throw new Error('html template: inside a tag: expected markup, found text');
  }
  const text = String(value);
  return position === 'url' && !SAFE_URL.test(text) ? '#' : escapeHtml(text);
}

function positionsOf(template: TemplateStringsArray): Position[] {
  let before = '';
  return template.slice(0, -1).map((part) => {
    before += part;
    const position = positionAfter(before);
    before += position === 'tag' ? ' ' : 'x';
    return position;
  });
}

function positionAfter(before: string): Position {
  const tag = before.slice(before.lastIndexOf('<'));
  if (!tag.startsWith('<') || tag.includes('>')) return 'text';
  const isQuoted = tag.split('"').length % 2 === 0;
  if (!isQuoted) {
    if (/=\s*$/.test(tag) || tag.replace(/"[^"]*"/g, '').includes("'")) {
      throw new Error(`html template: expected a value in double quotes, found ${tag}`);
    }
    return 'tag';
  }
  const name = /([\w-]+)="[^"]*$/.exec(tag)?.[1] ?? '';
  if (/^on|^style$/i.test(name)) {
    throw new Error(`html template: attribute ${name}: expected constant text, found a value`);
  }
  const isAtBeginning = /="$/.test(tag);
  return URL_ATTRIBUTES.has(name.toLowerCase()) && isAtBeginning ? 'url' : 'attribute';
}

/** Creates an icon from the markup of its shapes. Screen readers skip the icon. */
function createIcon(drawing: string): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${drawing}</svg>`,
  );
}

export const ICONS = {
  search: createIcon('<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>'),
  filters: createIcon('<path d="M4 7h16M7 12h10M10 17h4"/>'),
  sliders: createIcon(
    '<path d="M4 8h9M17 8h3M4 16h3M11 16h9"/><circle cx="15" cy="8" r="2"/><circle cx="9" cy="16" r="2"/>',
  ),
  sort: createIcon('<path d="M7 4v16M3.5 16.5 7 20l3.5-3.5M17 20V4M13.5 7.5 17 4l3.5 3.5"/>'),
  remove: createIcon('<path d="M6 6l12 12M18 6 6 18"/>'),
  language: createIcon(
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3.6 6 3.6 9S15 18 12 21c-3-3-3.6-6-3.6-9S9 6 12 3z"/>',
  ),
  previous: createIcon('<path d="M15 5l-7 7 7 7"/>'),
  next: createIcon('<path d="M9 5l7 7-7 7"/>'),
  info: createIcon('<circle cx="12" cy="12" r="9"/><path d="M12 11v6M12 7.5v.1"/>'),
  restart: createIcon('<path d="M4 5v5h5M4.6 15.5A8 8 0 1 0 5 8.5L4 10"/>'),
  here: createIcon(
    '<path d="M12 21c5-6 7-9 7-12a7 7 0 1 0-14 0c0 3 2 6 7 12z"/><circle cx="12" cy="9" r="2.5"/>',
  ),
  save: createIcon('<path class="filled" d="M6 4h12v16l-6-4.5L6 20z"/>'),
  share: createIcon(
    '<circle cx="6" cy="12" r="2.5"/><circle cx="17" cy="5.5" r="2.5"/><circle cx="17" cy="18.5" r="2.5"/><path d="m8.2 10.8 6.6-4M8.2 13.2l6.6 4"/>',
  ),
  cite: createIcon('<path d="M5 17c3-1 4-4 4-10H4v6h5M15 17c3-1 4-4 4-10h-5v6h5"/>'),
  print: createIcon('<path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z"/>'),
  AVAILABLE: createIcon('<path d="M4.5 12.5 9.5 18 19.5 6.5"/>'),
  LIBRARY_USE_ONLY: createIcon('<path d="M4 20V9l8-5 8 5v11M9.5 20v-6h5v6"/>'),
  UNAVAILABLE: createIcon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>'),
  ON_ORDER: createIcon(
    '<path d="M3 6h2.5l2 10h10l2-7H6.5"/><circle cx="9" cy="20" r="1"/><circle cx="16" cy="20" r="1"/>',
  ),
} as const;
