import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { en } from '../../texts/names/en.js';
import type { KnownNames } from '../../texts/texts.js';
import type { Library } from '../records/library.js';

/** The kinds of id that a response contains together with a display name, as `{ id, name }`. */
export type NamedKind = 'format' | 'availability' | 'list_type' | 'content_type';

/** The id of a format. An editor offers the ids with built-in names. A library can have further formats. */
export type FormatId = KnownId<'format'>;

/** The id of a content type. An editor offers the ids with built-in names. A library can have further content types. */
export type ContentTypeId = KnownId<'content_type'>;

/** The id of a list type. An editor offers the ids with built-in names. A library can have further list types. */
export type ListTypeId = KnownId<'list_type'>;

/** The id of an availability or a status. An editor offers the ids with built-in names. A library can have others. */
export type AvailabilityId = KnownId<'availability'>;

type KnownId<Kind extends NamedKind> = keyof KnownNames[Kind] | AnyText;

/** Any string. In a union with literals, it does not hide the literals from an editor as `string` does. */
export type AnyText = string & Record<never, never>;

/**
 * Returns an id with its display name: the name in `code`, or else the name of the format or status in the library
 * record, or else the built-in name, or else the id itself. A name that equals the built-in English
 * name is translated.
 *
 * @param code an id, and a name if the record contains one
 * @param names the built-in names in the language of the response. Default: English.
 * @example nameOf('format', { id: 'DVD' }, library) // { id: 'DVD', name: 'DVD' }
 */
export function nameOf(
  kind: NamedKind,
  code: { readonly id: string; readonly name?: string | undefined },
  library: Library,
  names: KnownNames = en,
): { id: string; name: string } {
  const name = code.name || nameOfId(kind, code.id, library);
  return { id: code.id, name: translatedName(kind, code.id, name, names) };
}

/**
 * Returns the name of a format or status in the library record, or else the built-in English name of the id, or else
 * the id. A library record has no names of the other kinds of {@link NamedKind}. Ids are compared in Unicode NFC.
 */
export function nameOfId(kind: NamedKind, id: string, library: Library): string {
  const nfcId = normalizeUnicode(id, 'NFC');
  const { formats, statuses } = library;
  const named = kind === 'format' ? formats : kind === 'availability' ? statuses : undefined;
  const found = named?.find((it) => normalizeUnicode(it.id, 'NFC') === nfcId);
  return found?.name ?? knownName(kind, id, en) ?? id;
}

/**
 * Translates a name that is the built-in English name of its id. Returns any other name unchanged.
 *
 * @param names the built-in names in the language to translate into
 * @example translatedName('format', 'BK', 'Book', fr) // 'Livre'
 */
export function translatedName(
  kind: NamedKind,
  id: string,
  name: string,
  names: KnownNames,
): string {
  return name === knownName(kind, id, en) ? (knownName(kind, id, names) ?? name) : name;
}

function knownName(kind: NamedKind, id: string, names: KnownNames): string | undefined {
  const known: Readonly<Record<string, string>> = names[kind];
  return Object.hasOwn(known, id) ? known[id] : undefined;
}

/**
 * Finds an id that has a built-in name.
 *
 * @param text the id or its English name; case is ignored
 * @returns undefined if no id matches
 * @example findKnownId('format', 'dvd') // 'DVD'
 * @example findKnownId('format', 'Large Print') // 'LPRINT'
 */
export function findKnownId(kind: NamedKind, text: string): string | undefined {
  const lower = text.toLowerCase();
  const entries = Object.entries(en[kind]);
  return entries.find(
    ([id, name]) => id.toLowerCase() === lower || name.toLowerCase() === lower,
  )?.[0];
}
