import { findLanguage } from '../catalog/names/languages.js';
import { lazyRecord } from '../search/index.js';
import { LOCALES, languageCodeOf } from '../texts/locales.js';
import type { Texts } from '../texts/texts.js';
import type { Language } from './language.js';

type Audience = keyof Texts['audiences'];
type Label = keyof Texts['labels'];
type Relator = keyof Texts['relators'];

/** The labels before names of languages. */
const LABELS_OF_LANGUAGES: ReadonlySet<Label> = new Set<Label>(['original_language', 'subtitles']);

/**
 * Translates the English name of a language, or a usual audience such as `Juvenile`, into the language of a page. Returns
 * any other value unchanged, and so do pages in English.
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
  const audience = keyOf(value);
  return Object.hasOwn(texts.audiences, audience)
    ? texts.audiences[audience as Audience]
    : localizedText(value, language);
}

function keyOf(english: string): string {
  return english.toLowerCase().replace(/[^a-z]+/g, '_');
}

/** Matches the level of a work after a relation of RDA, such as `Contained in (work)`. */
const LEVEL = /\s*\((?:work|expression|manifestation|item)\)$/i;

/** Translates a label that imports write before a text, such as `Continues`. Returns any other label unchanged. */
export function localizedLabel(label: string, { texts }: Language): string {
  const known = knownLabel(label, texts);
  return known === undefined ? label : texts.labels[known];
}

function knownLabel(label: string, { labels }: Texts): Label | undefined {
  const key = keyOf(label.replace(LEVEL, ''));
  return Object.hasOwn(labels, key) ? (key as Label) : undefined;
}

/** Matches a label and the text after it. */
const LABELED = /^([^:]{2,40}): (.+)$/s;

/**
 * Translates the label at the beginning of a text, and the names of languages after it. Returns a text without a label
 * that imports write unchanged.
 *
 * @example localizedText('Numbering: No. 3 omitted', languageOf('de-DE')) // 'Zählung: No. 3 omitted'
 */
export function localizedText(text: string, language: Language): string {
  const [, label = '', rest] = LABELED.exec(text) ?? [];
  const known = knownLabel(label, language.texts);
  if (known === undefined) return text;
  const names = LABELS_OF_LANGUAGES.has(known) ? rest.split(', ') : [];
  const value = names.map((name) => localizedValue('language', name, language)).join(', ') || rest;
  const { labels, layout } = language.texts;
  return `${labels[known]}${layout.colon}${value}`;
}

/** Returns the name of a language with a capital letter, because it is the beginning of a line or of a list item. */
function languageName(english: string, { locale }: Language): string | undefined {
  const found = findLanguage(english);
  // Two names of one language remain different values.
  if (found === undefined || found.names[0].toLowerCase() !== english.toLowerCase()) return;
  const [first, ...others] = found.codes;
  const code = others.find((other) => other.length === 2) ?? first;
  const name = displayNames[locale].of(code);
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
  const terms = relators.split(', ').map((term) => {
    const key = keyOf(term);
    return Object.hasOwn(texts.relators, key) ? texts.relators[key as Relator] : undefined;
  });
  return terms.includes(undefined) ? name : `${bare} (${terms.join(', ')})`;
}

const displayNames = lazyRecord(
  LOCALES,
  (locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }),
);
