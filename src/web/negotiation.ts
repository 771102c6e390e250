/* What a client prefers, by the headers of its request: a locale, and media types. `representation.ts` reads codings. */

import { LOCALES, type Locale } from '../texts/locales.js';

/**
 * Returns the locale of a page: the requested locale if it has texts, or else the locale for the most
 * preferred language in `Accept-Language` that has texts, or else `en-CA`.
 */
export function negotiateLocale(
  requested: string | null,
  acceptLanguage: string | undefined,
): Locale {
  const requestedLocale = LOCALES.find((locale) => locale === requested);
  if (requestedLocale !== undefined) return requestedLocale;
  for (const range of preferredRanges(acceptLanguage)) {
    const [language] = range.split('-');
    const locale =
      LOCALES.find((candidate) => candidate.toLowerCase() === range) ??
      LOCALES.find((candidate) => candidate.startsWith(`${language}-`));
    if (locale !== undefined) return locale;
  }
  return LOCALES[0];
}

/**
 * Returns the ranges of a header such as `Accept-Language` or `Accept` in lower case and without parameters, highest
 * weight first. Omits ranges whose weight is not a positive number.
 */
export function preferredRanges(header = ''): string[] {
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
