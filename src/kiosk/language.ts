import { LOCALES, type Locale, textsOf } from '../texts/locales.js';
import type { Plural, Texts } from '../texts/texts.js';
import { type Content, Html, html } from './html.js';

/** A language that pages are written in. */
export interface Language {
  readonly locale: Locale;
  readonly texts: Texts;
  number(value: number): string;
  /** The day of an ISO 8601 date or date-time, in UTC. */
  date(iso: string): string;
  /** The form of a text for a number, with `{count}` for the number filled in. */
  count(forms: Plural, count: number): string;
}

/** A language for every locale, made when it is asked for. */
export function languageOf(locale: Locale): Language {
  const made = languages.get(locale) ?? createLanguage(locale);
  languages.set(locale, made);
  return made;
}

const languages = new Map<Locale, Language>();

function createLanguage(locale: Locale): Language {
  const numbers = new Intl.NumberFormat(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const plurals = new Intl.PluralRules(locale);
  return {
    locale,
    texts: textsOf(locale),
    number: numbers.format,
    date: (iso) => dates.format(new Date(iso)),
    count(forms, count) {
      const form = forms[plurals.select(count)] ?? forms.other;
      return phrase(form, { count: numbers.format(count) });
    },
  };
}

const PLACE = /\{(\w+)\}/;

/** A text with its places filled in. */
export function phrase(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(new RegExp(PLACE, 'g'), (_, name) => values[name] ?? '');
}

/** A text as markup, with its places filled in. */
export function markedPhrase(text: string, values: Readonly<Record<string, Content>>): Html {
  // Every second part is the name of a place.
  const parts = text.split(PLACE);
  return new Html(
    parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${values[part]}`).markup).join(''),
  );
}

/**
 * The locale that a reader wants: the one chosen, else the first by `Accept-Language` that there
 * is, else English.
 */
export function localeWanted(chosen: string | null, acceptLanguage: string | undefined): Locale {
  const exact = LOCALES.find((locale) => locale === chosen);
  if (exact !== undefined) return exact;
  for (const range of acceptedRanges(acceptLanguage ?? '')) {
    const [language] = range.split('-');
    const locale =
      LOCALES.find((candidate) => candidate.toLowerCase() === range) ??
      LOCALES.find((candidate) => candidate.startsWith(`${language}-`));
    if (locale !== undefined) return locale;
  }
  return LOCALES[0];
}

/** The languages of an `Accept-Language` header in lower case, the most wanted first. */
function acceptedRanges(header: string): string[] {
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
