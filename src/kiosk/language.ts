/** The language of a page: its texts, its formats and its names of values. `web/negotiation.ts` chooses it. */

import { lazyRecord } from '../base/lazy.js';
import { languageNameIn, shortCode } from '../catalog/names/language-words.js';
import { findLanguage } from '../catalog/names/languages.js';
import type { Title } from '../catalog/records/title.js';
import { LOCALES, type Locale, languageCodeOf } from '../texts/locales.js';
import { textsOf } from '../texts/page-texts.js';
import type { Plural, Texts } from '../texts/texts.js';
import { type Content, Html, html } from './html.js';

/** The texts of a locale, and functions that format numbers, dates and counts for the locale. */
export interface Language {
  readonly locale: Locale;
  readonly texts: Texts;
  formatNumber(value: number): string;
  /** Formats the UTC date of an ISO 8601 date or date-time. */
  formatDate(iso: string): string;
  /** Formats an ISO 8601 date-time with minutes. The time is shown in the time zone in which it is written. */
  formatDateTime(iso: string): string;
  /**
   * Selects the form of a text for a number, such as singular or plural. Replaces `{count}` with the
   * formatted number, and the other placeholders with `values`.
   */
  formatCount(forms: Plural, count: number, values?: Readonly<Record<string, string>>): string;
}

/** Returns the texts and formats of a locale. Creates the slow `Intl` formats only once per locale. */
export function languageOf(locale: Locale): Language {
  return languages[locale];
}

const languages = lazyRecord(LOCALES, createLanguage);

function createLanguage(locale: Locale): Language {
  const numbers = new Intl.NumberFormat(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const plurals = new Intl.PluralRules(locale);
  return {
    locale,
    texts: textsOf(locale),
    formatNumber: numbers.format,
    formatDate: (iso) => withOrdinal(dates.format(new Date(iso)), locale),
    formatDateTime: (iso) =>
      withOrdinal(times.format(new Date(`${iso.slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`)), locale),
    formatCount(forms, count, values) {
      const form = forms[plurals.select(count)] ?? forms.other;
      return formatMessage(form, { ...values, count: numbers.format(count) });
    },
  };
}

/** Writes the first day of a month as French requires and `Intl` does not: 1er novembre. */
function withOrdinal(date: string, locale: Locale): string {
  return locale.startsWith('fr') ? date.replace(/^1 /, '1er ') : date;
}

const PLACEHOLDER = /\{(\w+)\}/;
const PLACEHOLDERS = /\{(\w+)\}/g;

/** Replaces the placeholders of a message with text. Removes placeholders without a value. */
export function formatMessage(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(PLACEHOLDERS, (_, name) => values[name] ?? '');
}

/** Returns a text between the quotation marks of the language. */
export function quoted(text: string, { texts }: Language): string {
  return formatMessage(texts.layout.quoted, { text });
}

/**
 * Replaces the placeholders of a message with markup or escaped text. Removes placeholders without a
 * value.
 */
export function formatMessageHtml(
  message: string,
  values: Readonly<Record<string, Content>>,
): Html {
  // The parts at odd indexes are the names of placeholders.
  const parts = message.split(PLACEHOLDER);
  return new Html(
    parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${values[part]}`).markup).join(''),
  );
}

/** Returns the name of a volume of a series, such as `Discworld, 4`, or of the series if it has no number. */
export function nameOfVolume(
  { name, number }: { readonly name: string; readonly number?: string | undefined },
  { texts }: Language,
): string {
  return number === undefined
    ? name
    : formatMessage(texts.results.volume, { series: name, number });
}

/** Returns the value of the `lang` attribute for a title, or undefined if the language is unknown. */
export function languageTag(
  title: Pick<Title, 'primary_language' | 'languages'>,
): string | undefined {
  const name = title.primary_language?.name ?? title.languages?.[0]?.name;
  const found = name === undefined ? undefined : findLanguage(name);
  return found && shortCode(found.codes);
}

/**
 * Translates the English name of a language, or a usual audience such as `Juvenile`, into the language of a page.
 * Returns any other value unchanged, and every value on a page in English.
 *
 * @param narrowing the parameter that the value belongs to, such as `language`
 * @example localizedValue('language', 'French', languageOf('de-DE')) // 'Französisch'
 * @example localizedValue('audience', 'Young Adult', languageOf('ru-RU')) // 'Молодёжь'
 */
export function localizedValue(narrowing: string, value: string, language: Language): string {
  const { locale, texts } = language;
  if (languageCodeOf(locale) === 'en') return value;
  if (narrowing === 'language') return languageName(value, language) ?? value;
  if (narrowing !== 'audience') return value;
  return translation(texts.audiences, value) ?? localizedText(value, language);
}

/** Returns the translation of an English term that imports write, or undefined for any other text. */
function translation(texts: Readonly<Record<string, string>>, english: string): string | undefined {
  const key = english.toLowerCase().replace(/[^a-z]+/g, '_');
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** Matches the level of a work after a relation of RDA, such as `Contained in (work)`. */
const LEVEL = /\s*\((?:work|expression|manifestation|item)\)$/i;

/** Translates a label that imports write before a text, such as `Continues`. Returns any other label unchanged. */
export function localizedLabel(label: string, { texts }: Language): string {
  return translation(texts.labels, label.replace(LEVEL, '')) ?? label;
}

const LABELED = /^([^:]{2,40}): (.+)$/s;

/**
 * Translates the label at the beginning of a text, and the names of languages after it. If imports do not write the
 * label, returns the text unchanged.
 *
 * @example localizedText('Numbering: No. 3 omitted', languageOf('de-DE')) // 'Zählung: No. 3 omitted'
 */
export function localizedText(text: string, language: Language): string {
  const { labels, layout } = language.texts;
  const [, label = '', rest] = LABELED.exec(text) ?? [];
  const known = translation(labels, label.replace(LEVEL, ''));
  if (known === undefined) return text;
  const isOfLanguages = known === labels.original_language || known === labels.subtitles;
  const names = isOfLanguages ? rest.split(', ') : [];
  const value = names.map((name) => localizedValue('language', name, language)).join(', ') || rest;
  return `${known}${layout.colon}${value}`;
}

/** Returns the name of a language with a capital letter, because it is the beginning of a line or of a list item. */
function languageName(english: string, { locale }: Language): string | undefined {
  const found = findLanguage(english);
  // Two names of one language remain different values.
  if (found === undefined || found.names[0].toLowerCase() !== english.toLowerCase()) return;
  const name = languageNameIn(found, locale);
  return name && name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
}

/** Matches a name and the relators in parentheses after it. */
const WITH_RELATORS = /^(.+) \(([^()]+)\)$/s;

/**
 * Translates the relators after a name. Returns any other name unchanged, such as a name with another text in parentheses.
 *
 * @example localizedName('Dale, Jim (narrator)', languageOf('de-DE')) // 'Dale, Jim (Sprecher)'
 */
export function localizedName(name: string, { texts }: Language): string {
  const [, bare, relators = ''] = WITH_RELATORS.exec(name) ?? [];
  const terms = relators.split(', ').map((term) => translation(texts.relators, term));
  return terms.includes(undefined) ? name : `${bare} (${terms.join(', ')})`;
}
