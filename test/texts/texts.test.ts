import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../src/texts/locales.js';
import { textsOf } from '../../src/texts/page-texts.js';

/** Returns a map from the path of each text, such as `counts.titles.other`, to the text. */
function flatten(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort();
}

const english = flatten(textsOf('en-CA'));

describe.each(LOCALES)('the texts of %s', (locale) => {
  const texts = flatten(textsOf(locale));

  it('are not empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same placeholders as the English texts', () => {
    const different = [...texts].filter(([path, text]) => {
      const sameInEnglish = english.get(path) ?? english.get(path.replace(/\w+$/, 'other')) ?? '';
      return placeholdersIn(text).join() !== placeholdersIn(sameInEnglish).join();
    });
    expect(different).toEqual([]);
  });

  it('have a no-break space between a number and its unit', () => {
    expect([...texts].filter(([, text]) => /\} (?:MB|Mo|МБ)/.test(text))).toEqual([]);
  });

  it('have one form of every count for each plural category of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const { counts } = textsOf(locale);
    for (const forms of Object.values(counts)) {
      expect(Object.keys(forms).sort()).toEqual([...pluralCategories].sort());
    }
  });
});

it('French texts have no ordinary space before or inside their punctuation', () => {
  const texts = [...flatten(textsOf('fr-CA'))];
  expect(texts.filter(([, text]) => / (?:[?!;»]|:(?: |$))|« /.test(text))).toEqual([]);
});

it('French texts have no word that is elided before a name', () => {
  const texts = [...flatten(textsOf('fr-CA'))];
  expect(texts.filter(([, text]) => /\b(?:de|que) \{(?:user|author)\}/.test(text))).toEqual([]);
});

it('the texts of each language contain the name of the language in the language itself', () => {
  const names = LOCALES.map((locale) => textsOf(locale).language);
  expect(new Set(names)).toEqual(
    new Set(['English', 'Español', 'Français', 'Русский', '中文', 'Deutsch']),
  );
});
