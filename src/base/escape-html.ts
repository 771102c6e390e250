/* Escapes text for HTML and SVG. XML of protocols, which forbids some characters, is in `protocols/xml.ts`. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const HAS_SPECIAL = /[&<>"']/;
const SPECIALS = /[&<>"']/g;

/**
 * Escapes a text so that it can stand between tags and in a quoted attribute.
 *
 * @example escapeHtml('<b> & "c"') // '&lt;b&gt; &amp; &quot;c&quot;'
 */
export function escapeHtml(text: string): string {
  return HAS_SPECIAL.test(text) ? text.replace(SPECIALS, (character) => ENTITIES[character]) : text;
}
