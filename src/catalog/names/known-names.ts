import { en } from '../../texts/en.js';
import type { KnownNames } from '../../texts/texts.js';
import type { Library } from '../records/library.js';

/** The kinds of id that have a name: `{id, name}` in a response. */
export type NamedKind = 'format' | 'availability' | 'list_type' | 'content_type';

/**
 * Returns an id with its name. That is the name in `code`, or else the name in the library record, or
 * else the built-in name, or else the id itself.
 *
 * @param names the built-in names in the language of the response. Default: English.
 * @example nameOf('format', { id: 'DVD' }, library) // { id: 'DVD', name: 'DVD' }
 */
export function nameOf(
  kind: NamedKind,
  code: { readonly id: string; readonly name?: string },
  library: Library,
  names: KnownNames = en.names,
): { id: string; name: string } {
  const name = code.name || nameOfId(kind, code.id, library);
  return { id: code.id, name: translatedName(kind, code.id, name, names) };
}

/** Returns the name of an id in the library record, or else its built-in English name, or else the id. */
export function nameOfId(kind: NamedKind, id: string, library: Library): string {
  const libraryName =
    kind === 'format' ? library.formats?.find((format) => format.id === id)?.name : undefined;
  return libraryName ?? knownName(kind, id, en.names) ?? id;
}

/**
 * Translates a name if it is the built-in English name of its id. Any other name comes from the
 * library's records or is the id itself, and is returned unchanged.
 *
 * @example translatedName('format', 'BK', 'Book', fr.names) // 'Livre'
 */
export function translatedName(
  kind: NamedKind,
  id: string,
  name: string,
  names: KnownNames,
): string {
  return name === knownName(kind, id, en.names) ? (knownName(kind, id, names) ?? name) : name;
}

function knownName(kind: NamedKind, id: string, names: KnownNames): string | undefined {
  const known: Readonly<Record<string, string>> = names[kind];
  return Object.hasOwn(known, id) ? known[id] : undefined;
}

/**
 * Finds an id that has a built-in name. The text is the id itself or its English name; case is ignored.
 *
 * @example findKnownId('format', 'dvd') // 'DVD'
 * @example findKnownId('format', 'Large Print') // 'LPRINT'
 */
export function findKnownId(kind: NamedKind, text: string): string | undefined {
  const lower = text.toLowerCase();
  const entries = Object.entries(en.names[kind]);
  return entries.find(
    ([id, name]) => id.toLowerCase() === lower || name.toLowerCase() === lower,
  )?.[0];
}
