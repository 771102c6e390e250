import type { en } from './en.js';

/**
 * The texts of a language, with a form for each of its plural categories. A text of English that a
 * language lacks does not compile.
 *
 * `{name}` in a text stands for a value; which ones a text has is the same in every language.
 *
 * @typeParam Category the plural categories of the language, such as `'one' | 'other'`
 */
export type TextsOf<Category extends Intl.LDMLPluralRule> = InLanguage<typeof en, Category>;

/** The texts of whichever language. */
export type Texts = InLanguage<typeof en, 'other'>;

/** The names of known ids in one language. */
export type KnownNames = Texts['names'];

/** A text that depends on a number, by plural category. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type InLanguage<T, Category extends string> = T extends string
  ? string
  : T extends { readonly other: string }
    ? Readonly<Record<Category, string>>
    : { readonly [K in keyof T]: InLanguage<T[K], Category> };
