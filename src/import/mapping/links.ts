/* Reads links to electronic resources (856). */

import { firstOfEach } from '../../base/distinct-values.js';
import { isWebAddress } from '../../base/json-schema.js';
import type { Link } from '../../catalog/records/title.js';
import { type MarcDataField, subfieldTexts, withoutEndPunctuation } from '../marc/marc-record.js';

/** A link of a field 856. The kind is undefined if the second indicator names none. */
type FoundLink = Omit<Link, 'kind'> & { readonly kind: Link['kind'] | undefined };

/** A link, or the problem of an address that is not imported. */
export type LinkOrProblem = FoundLink | { readonly problem: string };

/** The kind of a link, by the second indicator. */
const KINDS: Readonly<Record<string, Link['kind']>> = { 0: 'resource', 1: 'version', 2: 'related' };

/** Words that describe something other than the title, in the most common languages, whatever the indicator. */
const RELATED_WORDS =
  /(?<!\p{L})(?:table of contents|(?<=^\s*)contents|publisher(?:'s)? (?:description|information)|(?:contributor|author) biograph\p{L}*|sample (?:text|chapter)|excerpts?|abstract|book reviews?|(?:cover|book) image|book cover|inhalt|inhalts(?:verzeichnis|text|angabe|übersicht)|klappentext|verlagsangaben?|verlagsinformation|leseprobe|rezension(?:en)?|besprechung|zusammenfassung|ausführliche beschreibung|(?:buch|umschlag)?cover|umschlag(?:bild)?|table des matières|sommaire|résumé|quatrième de couverture|couverture|compte[ -]rendu|extrait|tabla de contenidos?|índice|sumario|resumen|reseña|cubierta|indice|sommario|copertina|recensione|inhoudsopgave|samenvatting|omslag|recensie|sumário|resumo|indholdsfortegnelse|innehållsförteckning|innholdsfortegnelse|spis treści|obsah|оглавление|содержание|аннотация|рецензия|обложка|目录|目次)(?!\p{L})/iu;

/** Addresses of the Library of Congress for tables of contents, descriptions and samples, and other tables of contents. */
const RELATED_ADDRESS = /\/catdir\/|[/_.-]toc[/_.-]|[/_-]inhalt/i;

const MAX_QUOTED_CHARS = 60;

/** Returns a link for each address in $u. The link has the text ($y), the note ($z) and the part ($3) of the field. */
export function linksOfField(field: MarcDataField): LinkOrProblem[] {
  const urls = subfieldTexts(field, 'u');
  if (urls.length === 0) return [{ problem: '856: expected an address in $u, found none' }];
  const [text, note, part] = ['y', 'z', '3'].map((code) =>
    subfieldTexts(field, code).map(withoutEndPunctuation).join('; '),
  );
  const words = text + note + part === '' ? '' : `${text} ${note} ${part}`;
  const isRelated = words !== '' && RELATED_WORDS.test(words);
  return urls.map((found) => {
    const kind = isRelated || RELATED_ADDRESS.test(found) ? 'related' : KINDS[field.indicator2];
    const url = found.replace(/^(?=www\.)/i, 'http://');
    if (!isWebAddress(url)) {
      const quoted = `${found.slice(0, MAX_QUOTED_CHARS)}${found.length > MAX_QUOTED_CHARS ? '...' : ''}`;
      return { problem: `856 $u: expected an http or https address, found '${quoted}'` };
    }
    return {
      kind,
      url,
      ...(text && { text }),
      ...(note && { note }),
      ...(part && { part }),
    };
  });
}

/**
 * Returns the links of a record without duplicates. A link whose field names no kind is `related` if another link is
 * the resource, and otherwise the resource itself.
 */
export function linksOf(found: readonly LinkOrProblem[]): readonly Link[] {
  const links = found.filter((link): link is FoundLink => !('problem' in link));
  const unnamed = links.some(({ kind }) => kind === 'resource') ? 'related' : 'resource';
  const named = links.map(({ kind = unnamed, ...link }) => ({ kind, ...link }));
  return firstOfEach(named, ({ url, part }) => JSON.stringify([url, part]));
}
