import { findLanguage } from '../catalog/names/languages.js';
import type { Title } from '../catalog/records/title.js';
import { LOCALES, type Locale, textsOf } from '../texts/locales.js';
import type { Plural, Texts } from '../texts/texts.js';
import { type Content, Html, html } from './html/html.js';

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
   * formatted number.
   */
  formatCount(forms: Plural, count: number): string;
}

/** Returns the texts and formats of a locale. Creates the slow `Intl` formats only once per locale. */
export function languageOf(locale: Locale): Language {
  const language = languages.get(locale) ?? createLanguage(locale);
  languages.set(locale, language);
  return language;
}

const languages = new Map<Locale, Language>();

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
    formatCount(forms, count) {
      const form = forms[plurals.select(count)] ?? forms.other;
      return formatMessage(form, { count: numbers.format(count) });
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

/**
 * Returns the locale of a page: the requested locale if it has texts, or else the locale for the most
 * preferred language in `Accept-Language` that has texts, or else `en-CA`.
 *
 * @param requested the parameter `locale`
 */
export function negotiateLocale(
  requested: string | null,
  acceptLanguage: string | undefined,
): Locale {
  const requestedLocale = LOCALES.find((locale) => locale === requested);
  if (requestedLocale !== undefined) return requestedLocale;
  for (const range of parseAcceptLanguage(acceptLanguage ?? '')) {
    const [language] = range.split('-');
    const locale =
      LOCALES.find((candidate) => candidate.toLowerCase() === range) ??
      LOCALES.find((candidate) => candidate.startsWith(`${language}-`));
    if (locale !== undefined) return locale;
  }
  return LOCALES[0];
}

/**
 * Returns the language ranges of an `Accept-Language` header in lower case, highest weight first. Omits
 * ranges whose weight is not a positive number.
 */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [range, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

/** Returns the value of the `lang` attribute for a title, or undefined if the language is unknown. */
export function languageTag(
  title: Pick<Title, 'primary_language' | 'languages'>,
): string | undefined {
  const name = title.primary_language?.name ?? title.languages?.[0]?.name;
  const codes = (name !== undefined && findLanguage(name)?.codes) || [];
  return codes.find((code) => code.length === 2) ?? codes[0];
}
