import { en } from '../texts/en.js';
import type { KnownNames } from '../texts/texts.js';
import type { Library } from './library.js';

/** The kinds of id that have names of their own (`{id, name}` in a response). */
export type NamedKind = 'format' | 'availability' | 'list_type' | 'content_type';

/**
 * An id with its name: the record's own, else the library's, else the known one, else the id.
 *
 * @param names the known names of the language wanted; English unless given
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

/** The name that the library, else the table of known names, has for an id; else the id. */
export function nameOfId(kind: NamedKind, id: string, library: Library): string {
  const ofLibrary =
    kind === 'format' ? library.formats?.find((format) => format.id === id)?.name : undefined;
  return ofLibrary ?? knownName(kind, id, en.names) ?? id;
}

/**
 * A name in another language, where it is the known English one of its id; a name that a source
 * gave stays as it is.
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
 * The known id that is meant by a text: an id or a name of that kind, case ignored.
 *
 * @example idCalled('format', 'dvd') // 'DVD'
 * @example idCalled('format', 'Large Print') // 'LPRINT'
 */
export function idCalled(kind: NamedKind, text: string): string | undefined {
  const lower = text.toLowerCase();
  const entries = Object.entries(en.names[kind]);
  return entries.find(
    ([id, name]) => id.toLowerCase() === lower || name.toLowerCase() === lower,
  )?.[0];
}
