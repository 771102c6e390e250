/** Markup, as opposed to text: what {@link html} makes, and the only thing that it takes as it stands. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** What may stand in markup: text, markup, several of these, or nothing. */
export type Content = string | number | Html | readonly Content[] | undefined | false;

/** Where in markup a value stands. */
type Place = 'text' | 'tag' | 'value' | 'address';

/** Attributes that lead somewhere. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'cite']);

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/;
const SPECIALS = /[&<>"']/g;

/** On the same site, or an address of the web: nothing that would run. */
const SAFE_ADDRESS = /^(?:\/(?![/\\])|[#?]|https?:\/\/)/i;

const placesOfTemplates = new WeakMap<TemplateStringsArray, readonly Place[]>();

/**
 * Markup from a template. Values are text unless they are {@link Html}: whatever characters they
 * have, they come out as these characters. In an attribute that leads somewhere, an address that is
 * neither the site's own nor one of the web is left out. A value may stand between tags, in a quoted
 * attribute, or, if it is markup, inside a tag.
 *
 * @throws Error when a value stands where none may, which is a fault of the template
 * @example html`<p title="${'"'}">${'<b>'}</p>`.markup // '<p title="&quot;">&lt;b&gt;</p>'
 */
export function html(template: TemplateStringsArray, ...values: readonly Content[]): Html {
  let places = placesOfTemplates.get(template);
  if (places === undefined) {
    places = placesOf(template);
    placesOfTemplates.set(template, places);
  }
  let markup = template[0];
  for (let i = 0; i < values.length; i++) markup += written(values[i], places[i]) + template[i + 1];
  return new Html(markup);
}

/** An attribute for the inside of a tag, or nothing where it has no value. */
export function attribute(name: 'lang', value: string | undefined): Html {
  return value === undefined ? NOTHING : new Html(` ${name}="${escaped(value)}"`);
}

/** No markup. */
export const NOTHING = new Html('');

/** Text as it stands in markup. */
function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (character) => ESCAPED[character]) : text;
}

function written(value: Content, place: Place): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') {
    if (!(value instanceof Html)) return value.map((part) => written(part, place)).join('');
    if (place === 'text' || place === 'tag') return value.markup;
    throw new Error('Markup stands in an attribute; wanted text.');
  }
  if (place === 'tag' && value !== '') throw new Error('Text stands in a tag; wanted markup.');
  const text = String(value);
  return place === 'address' && !SAFE_ADDRESS.test(text) ? '#' : escaped(text);
}

/** Where each of a template's values stands. */
function placesOf(template: TemplateStringsArray): Place[] {
  let before = '';
  return template.slice(0, -1).map((part) => {
    before += part;
    const place = placeAfter(before);
    before += place === 'tag' ? ' ' : 'x';
    return place;
  });
}

function placeAfter(before: string): Place {
  const tag = before.slice(before.lastIndexOf('<'));
  if (!tag.startsWith('<') || tag.includes('>')) return 'text';
  const isQuoted = tag.split('"').length % 2 === 0;
  if (!isQuoted) {
    if (/=\s*$/.test(tag) || tag.replace(/"[^"]*"/g, '').includes("'")) {
      throw new Error(`A value stands in an attribute without double quotes: ${tag}`);
    }
    return 'tag';
  }
  const name = /([\w-]+)="[^"]*$/.exec(tag)?.[1] ?? '';
  if (/^on|^style$/i.test(name)) throw new Error(`A value stands in the attribute ${name}.`);
  const isWhole = /="$/.test(tag);
  return ADDRESSES.has(name.toLowerCase()) && isWhole ? 'address' : 'value';
}
