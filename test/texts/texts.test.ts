import { describe, expect, it } from 'vitest';
import { LOCALES, textsOf } from '../../src/texts/locales.js';

/** Every text of a language by its place, such as `counts.titles.other`. */
function flat(texts: object, place = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${place}${key}`, value] as const]
        : [...flat(value, `${place}${key}.`)],
    ),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort();
}

const english = flat(textsOf('en-CA'));

describe.each(LOCALES)('the texts of %s', (locale) => {
  const texts = flat(textsOf(locale));

  it('say something everywhere', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have places for the same values as English has', () => {
    const different = [...texts].filter(([place, text]) => {
      const sameInEnglish = english.get(place) ?? english.get(place.replace(/\w+$/, 'other')) ?? '';
      return placeholders(text).join() !== placeholders(sameInEnglish).join();
    });
    expect(different).toEqual([]);
  });

  it('have a form for every plural category of the language, and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const { counts } = textsOf(locale);
    for (const forms of Object.values(counts)) {
      expect(Object.keys(forms).sort()).toEqual([...pluralCategories].sort());
    }
  });
});

it('a language is named in itself', () => {
  const own = LOCALES.map((locale) => textsOf(locale).language);
  expect(new Set(own)).toEqual(
    new Set(['English', 'Español', 'Français', 'Русский', '中文', 'Deutsch']),
  );
});
