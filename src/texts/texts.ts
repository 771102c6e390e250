import type { en } from './en.js';

/**
 * The texts of a language, with the same keys as the English texts. A text that depends on a number has
 * one form for each plural category of the language. A missing key is a compile error.
 *
 * A text may contain placeholders such as `{name}`. The placeholders of a text are the same in every
 * language.
 *
 * @typeParam Category the plural categories of the language, such as `'one' | 'other'`
 */
export type TextsOf<Category extends Intl.LDMLPluralRule> = InLanguage<typeof en, Category>;

/** The texts of any language. Only the plural form `other` exists in every language. */
export type Texts = InLanguage<typeof en, 'other'>;

/** The built-in names of ids, such as format ids, in one language. */
export type KnownNames = Texts['names'];

/** The plural forms of a text that depends on a number. The keys are plural categories. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type InLanguage<T, Category extends string> = T extends string
  ? string
  : T extends { readonly other: string }
    ? Readonly<Record<Category, string>>
    : { readonly [K in keyof T]: InLanguage<T[K], Category> };
