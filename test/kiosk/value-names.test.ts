import { describe, expect, it } from 'vitest';
import {
  languageOf,
  localizedLabel,
  localizedName,
  localizedText,
  localizedValue,
} from '../../src/kiosk/language.js';
import { en } from '../../src/texts/en.js';

const inGerman = languageOf('de-DE');

describe('The labels of texts', () => {
  it('have their English text as a key, by which pages recognize them', () => {
    for (const [key, label] of Object.entries(en.labels)) {
      expect(label.toLowerCase().replaceAll(' ', '_')).toBe(key);
      expect(localizedLabel(label, inGerman)).toBe(
        inGerman.texts.labels[key as keyof typeof en.labels],
      );
    }
  });

  it('are recognized with the level of a work, and in any case', () => {
    expect(localizedLabel('Contained in (work)', inGerman)).toBe('Enthalten in');
    expect(localizedText('reproduction of (manifestation): Typee', inGerman)).toBe(
      'Reproduktion von: Typee',
    );
  });

  it.each([
    'Continues',
    'Bibliography: p. 9',
    'Numbering:none',
    ': In',
    'constructor: x',
    'Vol. 3: In: x',
    '',
  ])('are not recognized in %j', (text) => {
    expect(localizedText(text, inGerman)).toBe(text);
  });

  it('are followed by translated languages, and by any other text as it is', () => {
    expect(localizedText('Subtitles: French, Elvish', inGerman)).toBe(
      'Untertitel: Französisch, Elvish',
    );
    expect(localizedText('Credits: French, Lee\nEnglish: Kim', inGerman)).toBe(
      'Mitwirkende: French, Lee\nEnglish: Kim',
    );
    expect(localizedValue('audience', 'Interest grade level: 3-5', inGerman)).toBe(
      'Klassenstufe nach Interesse: 3-5',
    );
  });
});

describe('The relators of names', () => {
  it.each([
    ['en-CA', 'Dale, Jim (narrator, translator)'],
    ['es-ES', 'Dale, Jim (narrador, traductor)'],
    ['fr-CA', 'Dale, Jim (narrateur, traducteur)'],
    ['ru-RU', 'Dale, Jim (чтец, переводчик)'],
    ['zh-CN', 'Dale, Jim (朗读, 翻译)'],
    ['de-DE', 'Dale, Jim (Sprecher, Übersetzer)'],
  ] as const)('are in the language of the page: %s', (locale, name) => {
    expect(localizedName('Dale, Jim (narrator, translator)', languageOf(locale))).toBe(name);
  });

  it('have their English text as a key, by which pages recognize them', () => {
    for (const [key, term] of Object.entries(en.relators)) {
      expect(term.replaceAll(' ', '_')).toBe(key);
    }
  });

  it.each([
    'Jim Dale',
    'Bureau (U.S.)',
    'Wells, H. G. (Herbert George)',
    'Lee (narrator, mayor)',
    'Lee (constructor)',
    '(narrator)',
    '',
  ])('are not recognized in %j', (name) => {
    expect(localizedName(name, inGerman)).toBe(name);
  });
});
