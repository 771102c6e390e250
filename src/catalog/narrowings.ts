import { normalized } from '../search/analysis/normalized.js';
import { en } from '../texts/en.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../texts/locales.js';
import type { KnownNames } from '../texts/texts.js';
import { availabilityOf } from './availability.js';
import { nameOfId, translatedName } from './known-names.js';
import type { Library } from './library.js';
import { BEFORE_YEAR_1, decadeOf, publicationYear } from './publication-year.js';
import type { Title } from './title.js';

/** The value of `available_at` for titles that are available at whichever branch. */
export const ANYWHERE = '_anywhere_';

/** Something that a search can be narrowed by. */
interface NarrowingRow {
  /** What it is called, in the API and on pages. */
  readonly name: Readonly<Record<LanguageCode, string>>;
  /** What its parameter asks for, in the description of the API. */
  readonly asks: string;
  /**
   * The values that a title has: ids where values have ids, else names.
   *
   * @param tags the title's own tags and those that users gave it
   */
  values(title: Title, tags: readonly string[]): readonly string[];
  /** What a value is called, where that is not the value itself. */
  valueName?(id: string, library: Library): string;
  /** What a value that `valueName` gave this name is called in another language. */
  translatedValueName?(id: string, name: string, names: KnownNames): string;
}

/**
 * What a search can be narrowed by, by the names of the request parameters. All there is to a
 * narrowing is its row: columns, counts, parameters, links and pages follow from it.
 */
const ROWS = {
  title_format: {
    name: {
      en: 'Format',
      es: 'Formato',
      fr: 'Format',
      ru: 'Вид издания',
      zh: '类型',
      de: 'Medienart',
    },
    asks: 'Only titles of the format with this id',
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
    asks: 'Only titles available at the branch with this id, or _anywhere_',
    values: availableAt,
    valueName: (id, { branches = [] }) =>
      id === ANYWHERE
        ? en.names.any_branch
        : (branches.find((branch) => normalized(branch.id, 'NFC') === id)?.name ?? id),
    translatedValueName: (id, name, names) => (id === ANYWHERE ? names.any_branch : name),
  },
  language: {
    name: { en: 'Language', es: 'Idioma', fr: 'Langue', ru: 'Язык', zh: '语言', de: 'Sprache' },
    asks: 'Only titles in this language, by name',
    values: (title) => names([title.primary_language, ...(title.languages ?? [])]),
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
    asks: 'Only titles for this audience',
    values: (title) => names(title.suitabilities),
  },
  genre: {
    name: { en: 'Genre', es: 'Género', fr: 'Genre', ru: 'Жанр', zh: '体裁', de: 'Gattung' },
    asks: 'Only titles of this genre',
    values: (title) => title.genres ?? [],
  },
  subject: {
    name: { en: 'Subject', es: 'Materia', fr: 'Sujet', ru: 'Тема', zh: '主题', de: 'Thema' },
    asks: 'Only titles about this subject',
    values: (title) => title.subjects ?? [],
  },
  author: {
    name: { en: 'Author', es: 'Autor', fr: 'Auteur', ru: 'Автор', zh: '作者', de: 'Verfasser' },
    asks: 'Only titles by this author',
    values: (title) => names(title.authors),
  },
  series: {
    name: { en: 'Series', es: 'Serie', fr: 'Collection', ru: 'Серия', zh: '丛书', de: 'Reihe' },
    asks: 'Only titles of this series',
    values: (title) => names(title.series),
  },
  tag: {
    name: {
      en: 'Tag',
      es: 'Etiqueta',
      fr: 'Mot-clé',
      ru: 'Метка',
      zh: '标签',
      de: 'Schlagwort von Lesern',
    },
    asks: 'Only titles with this tag',
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
    asks: 'Only titles of this decade, such as 1990-1999, or 0000 for before year 1',
    values(title) {
      const year = publicationYear(title.publication_date);
      return year === undefined ? [] : [decadeOf(year)];
    },
    valueName: (id) => (id === BEFORE_YEAR_1 ? en.names.before_year_1 : id),
    translatedValueName: (id, name, names) => (id === BEFORE_YEAR_1 ? names.before_year_1 : name),
  },
} satisfies Readonly<Record<string, NarrowingRow>>;

/** A parameter that narrows a search. */
export type Narrowing = keyof typeof ROWS;

const TABLE: Readonly<Record<Narrowing, NarrowingRow>> = ROWS;

/** What a search can be narrowed by, in the order of metadata. */
export const NARROWINGS = Object.keys(TABLE) as Narrowing[];

/** Something for every narrowing. */
export function forEachNarrowing<T>(make: (narrowing: Narrowing) => T): Record<Narrowing, T> {
  const entries = NARROWINGS.map((narrowing) => [narrowing, make(narrowing)]);
  return Object.fromEntries(entries);
}

/**
 * The values of every narrowing that a title has: ids where values have ids (format, branch), else
 * names in Unicode NFC.
 *
 * @param tags the title's own tags and those that users gave it
 */
export function narrowingValues(
  title: Title,
  tags: readonly string[],
): Record<Narrowing, readonly string[]> {
  return forEachNarrowing((narrowing) => composed(TABLE[narrowing].values(title, tags)));
}

/** What a narrowing is called in the language of a locale. */
export function narrowingName(narrowing: Narrowing, locale: Locale): string {
  return TABLE[narrowing].name[languageCodeOf(locale)];
}

/** What a request with a narrowing asks for: `Only titles of this genre`. */
export function narrowingDescription(narrowing: Narrowing): string {
  return TABLE[narrowing].asks;
}

/**
 * What a value of a narrowing is called: formats and branches by the names that the library gives
 * them or that are known, decades in words where digits would not do, anything else as it is.
 */
export function valueName(narrowing: Narrowing, id: string, library: Library): string {
  return TABLE[narrowing].valueName?.(id, library) ?? id;
}

/** What {@link valueName} gave, in another language: names that a source gave stay as they are. */
export function translatedValueName(
  narrowing: Narrowing,
  id: string,
  name: string,
  names: KnownNames,
): string {
  return TABLE[narrowing].translatedValueName?.(id, name, names) ?? name;
}

function availableAt(title: Title): string[] {
  const branches = title.holdings?.filter(({ status }) => status === 'AVAILABLE') ?? [];
  const isAnywhere = availabilityOf(title)?.id === 'AVAILABLE';
  return [...(isAnywhere ? [ANYWHERE] : []), ...branches.map(({ branch }) => branch)];
}

function names(entries: readonly ({ readonly name: string } | undefined)[] = []): string[] {
  return entries.flatMap((entry) => entry?.name ?? []);
}

function composed(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '').map((text) => normalized(text, 'NFC'));
}
