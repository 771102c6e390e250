/*
 * The narrowings: the parameters by which results are filtered and counted, with their names in all languages and the
 * values of a title. `search-fields.ts` has the texts that are searched, and `query-columns.ts` the columns that only
 * the query language uses. `search/facets/` counts.
 */

import { normalizeUnicode } from '../base/normalize-unicode.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../texts/locales.js';
import { en } from '../texts/names/en.js';
import type { KnownNames } from '../texts/texts.js';
import { nameFormKey } from './comparison-keys.js';
import { extraNarrowings, extraValues } from './extra-fields.js';
import {
  idOfText,
  nameOfTypedValue,
  type TypedValues,
  translatedTypedValue,
  typedValuesOf,
} from './field-types.js';
import { type AnyText, nameOfId, translatedName } from './names/known-names.js';
import { BEFORE_YEAR_1, decadeOf, publicationYear } from './publication-year.js';
import type { Library } from './records/library.js';
import { namesOf } from './records/names.js';
import { type AvailabilityFields, availabilityOf, type Title } from './records/title.js';

/** The value of `available_at` for titles with the availability `AVAILABLE`. */
export const ANYWHERE = '_anywhere_';

/** The id of a branch, or `_anywhere_` for any branch. */
export type BranchId = '_anywhere_' | AnyText;

/**
 * Returns the values of a title for the narrowing `available_at`, in Unicode NFC: the branches with an available
 * holding, and {@link ANYWHERE} if the title is available.
 */
export function availableAt(title: Pick<Title, keyof AvailabilityFields>): readonly string[] {
  const available = title.holdings?.filter(({ status }) => status === 'AVAILABLE') ?? [];
  const isAnywhere = availabilityOf(title)?.id === 'AVAILABLE';
  return inNfc([...(isAnywhere ? [ANYWHERE] : []), ...available.map(({ branch }) => branch)]);
}

/**
 * The name of a built-in parameter that narrows a search. The extra fields of a library are further narrowings; see
 * `narrowingsOf`.
 */
export type Narrowing =
  | 'title_format'
  | 'available_at'
  | 'language'
  | 'audience'
  | 'genre'
  | 'subject'
  | 'topic'
  | 'place'
  | 'period'
  | 'person'
  | 'author'
  | 'series'
  | 'tag'
  | 'publication_date';

/** The definition of a narrowing: a request parameter that restricts a search to some of the titles. */
interface NarrowingRow {
  /** The display name in each language, in responses and on pages. */
  readonly name: Readonly<Record<LanguageCode, string>>;
  /** The description of the request parameter in the OpenAPI document. */
  readonly description: string;
  /**
   * Returns the values of a title: ids of formats and branches, {@link ANYWHERE}, decades, and otherwise
   * names.
   *
   * @param tags the tags in the title record and the tags from users
   */
  values(title: Title, tags: readonly string[]): readonly string[];
  /**
   * Returns a key that different forms of one value have in common. A catalog has one value for each key, and a parameter
   * may have any form. Default: each form is a value.
   */
  formKey?(value: string): string;
  /** Returns the display name of a value in English. Default: the value itself. */
  valueName?(id: string, library: Library): string;
  /**
   * Returns the display name of a value in another language. Default: `name`.
   *
   * @param name the name that `valueName` returned
   * @param names the built-in names in the other language
   */
  translatedValueName?(id: string, name: string, names: KnownNames): string;
}

/** The definitions of all narrowings, by the name of the request parameter. */
const ROWS: Readonly<Record<Narrowing, NarrowingRow>> = {
  title_format: {
    name: {
      en: 'Format',
      es: 'Formato',
      fr: 'Format',
      ru: 'Вид издания',
      zh: '类型',
      de: 'Medienart',
    },
    description: 'Only titles in the format with this id, such as BK',
    values: (title) => [title.format.id],
    valueName: (id, library) => nameOfId('format', id, library),
    translatedValueName: (id, name, names) => translatedName('format', id, name, names),
  },
  available_at: {
    name: {
      en: 'Available at',
      es: 'Disponible en',
      fr: 'Disponible à',
      ru: 'Доступно в филиале',
      zh: '可借分馆',
      de: 'Verfügbar in',
    },
    description: 'Only titles available at the branch with this id, or _anywhere_ for any branch',
    values: availableAt,
    valueName: (id, { branches = [] }) =>
      id === ANYWHERE
        ? en.any_branch
        : (branches.find((branch) => normalizeUnicode(branch.id, 'NFC') === id)?.name ?? id),
    translatedValueName: (id, name, names) => (id === ANYWHERE ? names.any_branch : name),
  },
  language: {
    name: { en: 'Language', es: 'Idioma', fr: 'Langue', ru: 'Язык', zh: '语言', de: 'Sprache' },
    description: 'Only titles in the language with this name, such as French',
    values: (title) => namesOf([title.primary_language, ...(title.languages ?? [])]),
  },
  audience: {
    name: {
      en: 'Audience',
      es: 'Público',
      fr: 'Public',
      ru: 'Читательское назначение',
      zh: '读者对象',
      de: 'Zielgruppe',
    },
    description: 'Only titles for this audience',
    values: (title) => namesOf(title.suitabilities),
  },
  genre: {
    name: { en: 'Genre', es: 'Género', fr: 'Genre', ru: 'Жанр', zh: '体裁', de: 'Gattung' },
    description: 'Only titles of this genre',
    values: (title) => title.genres ?? [],
  },
  subject: {
    name: { en: 'Subject', es: 'Materia', fr: 'Sujet', ru: 'Тема', zh: '主题', de: 'Schlagwort' },
    description: 'Only titles about this subject',
    values: (title) => title.subjects ?? [],
  },
  topic: {
    name: {
      en: 'Topic',
      es: 'Tema',
      fr: 'Thème',
      ru: 'Предмет',
      zh: '论题',
      de: 'Sachbegriff',
    },
    description: 'Only titles about this topic, which is a part of a subject',
    values: (title) => title.topics ?? [],
  },
  place: {
    name: { en: 'Place', es: 'Lugar', fr: 'Lieu', ru: 'Место', zh: '地点', de: 'Ort' },
    description: 'Only titles about this place',
    values: (title) => title.places ?? [],
  },
  period: {
    name: { en: 'Period', es: 'Época', fr: 'Époque', ru: 'Период', zh: '时期', de: 'Zeit' },
    description: 'Only titles about this period, such as 20th century',
    values: (title) => title.periods ?? [],
  },
  person: {
    name: {
      en: 'About a person',
      es: 'Sobre una persona',
      fr: 'À propos d’une personne',
      ru: 'О человеке',
      zh: '相关人物',
      de: 'Über eine Person',
    },
    description: 'Only titles about this person',
    values: (title) => title.people ?? [],
  },
  author: {
    name: { en: 'Author', es: 'Autor', fr: 'Auteur', ru: 'Автор', zh: '作者', de: 'Verfasser' },
    description: 'Only titles by this author',
    values: (title) => namesOf(title.authors),
    formKey: nameFormKey,
  },
  series: {
    name: { en: 'Series', es: 'Serie', fr: 'Collection', ru: 'Серия', zh: '丛书', de: 'Reihe' },
    description: 'Only titles in this series',
    values: (title) => namesOf(title.series),
  },
  tag: {
    name: {
      en: 'Tag',
      es: 'Etiqueta',
      fr: 'Mot-clé',
      ru: 'Метка',
      zh: '标签',
      de: 'Tags',
    },
    description: 'Only titles with this tag',
    values: (_title, tags) => tags,
  },
  publication_date: {
    name: {
      en: 'Publication date',
      es: 'Fecha de publicación',
      fr: 'Date de publication',
      ru: 'Дата издания',
      zh: '出版日期',
      de: 'Erscheinungsjahr',
    },
    description:
      'Only titles published in these years, such as 1990-1999, 1990- or -1950, or 0000 for before year 1',
    values(title) {
      const year = publicationYear(title.publication_date);
      return year === undefined ? [] : [decadeOf(year)];
    },
    valueName: (id) => (id === BEFORE_YEAR_1 ? en.before_year_1 : id),
    translatedValueName: (id, name, names) => (id === BEFORE_YEAR_1 ? names.before_year_1 : name),
  },
};

/** The built-in narrowings in the order in which the metadata of a response lists them. */
export const NARROWINGS = Object.keys(ROWS) as Narrowing[];

/** The part of a library that declares its extra fields. */
export type WithExtraFields = Pick<Library, 'extra_fields'>;

/** Returns all narrowings of a library: the built-in narrowings, and then its extra fields. */
export function narrowingsOf(library: WithExtraFields): readonly string[] {
  const extra = extraNarrowings(library);
  return extra.length === 0 ? NARROWINGS : [...NARROWINGS, ...extra.map(({ name }) => name)];
}

/** Returns the definition of a built-in narrowing, or undefined for an extra field. */
function rowOf(narrowing: string): NarrowingRow | undefined {
  return Object.hasOwn(ROWS, narrowing) ? ROWS[narrowing as Narrowing] : undefined;
}

/** Returns an object with the result of `make` for each built-in narrowing. */
export function mapNarrowings<T>(make: (narrowing: Narrowing) => T): Record<Narrowing, T> {
  const made = {} as Record<Narrowing, T>;
  for (const narrowing of NARROWINGS) made[narrowing] = make(narrowing);
  return made;
}

/**
 * Returns the values of a title for each narrowing, in Unicode NFC: ids of formats and branches,
 * {@link ANYWHERE}, decades, and otherwise names. Empty names are left out.
 *
 * @param tags the tags in the title record and the tags from users
 * @param library the library, whose extra fields are included. Default: only the built-in narrowings.
 */
export function narrowingValues(
  title: Title,
  tags: readonly string[],
  library: WithExtraFields = {},
): Record<Narrowing, readonly string[]> {
  const values = mapNarrowings((narrowing) => inNfc(ROWS[narrowing].values(title, tags)));
  const extra = extraNarrowings(library).map((field) => [
    field.name,
    inNfc(extraValues(title, field).map((value) => idOfText(value, field.type))),
  ]);
  return extra.length === 0 ? values : { ...values, ...Object.fromEntries(extra) };
}

/** How different forms of one value of a narrowing are recognized. */
export interface ValueForms {
  /** Returns the key that the forms of a value have in common. */
  keyOf(value: string): string;
  /** Returns the forms in a title. */
  formsIn(title: Title): readonly string[];
}

/** Returns how forms of values are recognized, or undefined for a narrowing in which each form is a value. */
export function valueFormsOf(narrowing: string): ValueForms | undefined {
  const row = rowOf(narrowing);
  const keyOf = row?.formKey;
  return keyOf && { keyOf, formsIn: (title) => inNfc(row.values(title, [])) };
}

/** Returns the display name of a narrowing of a library in the language of a locale. */
export function narrowingName(
  narrowing: string,
  locale: Locale,
  library: WithExtraFields = {},
): string {
  const language = languageCodeOf(locale);
  const field = library.extra_fields?.find(({ name }) => name === narrowing);
  return rowOf(narrowing)?.name[language] ?? field?.names[language] ?? field?.names.en ?? narrowing;
}

/** Returns the description of a narrowing's parameter, such as `Only titles of this genre`. */
export function narrowingDescription(narrowing: Narrowing): string {
  return ROWS[narrowing].description;
}

/**
 * Returns the display name of a value in English. A format or branch has the name in the library record.
 * A format that is not in the library record may have a built-in name. `_anywhere_` and the decade
 * `0000` have built-in names. Any other value is its own name.
 */
export function valueName(narrowing: string, id: string, library: Library): string {
  const row = rowOf(narrowing);
  if (row !== undefined) return row.valueName?.(id, library) ?? id;
  const typed = typedValuesIn(narrowing, library);
  return typed === undefined ? id : nameOfTypedValue(typed, id);
}

/** Returns the values of an extra field that is a narrowing. Undefined for text, and for a built-in narrowing. */
export function typedValuesIn(
  narrowing: string,
  library: WithExtraFields,
): TypedValues | undefined {
  return typedValuesOf(extraNarrowings(library).find(({ name }) => name === narrowing)?.type);
}

/** Returns whether values of a narrowing have names that differ from their ids, such as the formats. */
export function hasNamedValues(narrowing: string, library: WithExtraFields): boolean {
  return (
    rowOf(narrowing)?.valueName !== undefined ||
    typedValuesIn(narrowing, library)?.nameOf !== undefined
  );
}

/**
 * Translates the display name of a value into another language. Only built-in names are translated.
 * Any other name is returned unchanged.
 *
 * @param name the name that {@link valueName} returned
 * @param names the built-in names in the other language
 */
export function translatedValueName(
  narrowing: string,
  id: string,
  name: string,
  names: KnownNames,
): string {
  const row = rowOf(narrowing);
  if (row === undefined) return translatedTypedValue(id, name, names);
  return row.translatedValueName?.(id, name, names) ?? name;
}

/** Matches a text that form encoding does not change. */
const UNRESERVED = /^[\w*.-]*$/;

/**
 * Encodes a name or a value for the query string of a link, in the form encoding of `URLSearchParams`.
 *
 * @example encodeParameter('Zoë & Co.') // 'Zo%C3%AB+%26+Co.'
 */
export function encodeParameter(text: string): string {
  return UNRESERVED.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1);
}

function inNfc(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return texts;
  return texts.filter((text) => text !== '').map((text) => normalizeUnicode(text, 'NFC'));
}
