import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/search/analysis/fold.js';
import {
  type InflectedLanguage,
  inflections,
  languageInflections,
} from '../../../src/search/analysis/inflections.js';

describe('inflections', () => {
  it.each([
    ['whale', 'whales'],
    ['story', 'stories'],
    ['church', 'churches'],
    ['box', 'boxes'],
    ['wolf', 'wolves'],
    ['knife', 'knives'],
    ['hero', 'heroes'],
    ['movie', 'movies'],
    ['man', 'men'],
    ['child', 'children'],
    ['walk', 'walked'],
    ['walk', 'walking'],
    ['walked', 'walking'],
    ['love', 'loving'],
    ['run', 'running'],
    ['plan', 'planned'],
    ['cook', 'cooking'],
    ['study', 'studied'],
    ['write', 'written'],
    ['crisis', 'crises'],
  ])('relates %s and %s in both directions', (a, b) => {
    expect(inflections(a)).toContain(b);
    expect(inflections(b)).toContain(a);
  });

  it.each(['news', 'his', '1984', 'été', 'книги', 'of', ''])('returns no forms of %j', (term) => {
    expect(inflections(term)).toEqual([]);
  });

  it.each([
    ['glass', 'glas'],
    ['king', 'k'],
    ['caring', 'car'],
    ['bus', 'bu'],
  ])('does not relate %s to %s', (term, other) => {
    expect(inflections(term)).not.toContain(other);
  });
});

function formsOf(language: string, word: string): string[] {
  return languageInflections(language as InflectedLanguage, fold(word));
}

describe('languageInflections', () => {
  it.each([
    ['de', 'Buch', 'Bücher'],
    ['de', 'Haus', 'Häusern'],
    ['de', 'Tag', 'Tage'],
    ['de', 'Frau', 'Frauen'],
    ['de', 'Geschichte', 'Geschichten'],
    ['de', 'Insel', 'Inseln'],
    ['de', 'Krieg', 'Krieges'],
    ['de', 'Auto', 'Autos'],
    ['de', 'Königin', 'Königinnen'],
    ['de', 'deutsche', 'deutscher'],
    ['de', 'Museum', 'Museen'],
    ['fr', 'livre', 'livres'],
    ['fr', 'château', 'châteaux'],
    ['fr', 'cheval', 'chevaux'],
    ['fr', 'français', 'française'],
    ['fr', 'premier', 'premières'],
    ['fr', 'œil', 'yeux'],
    ['es', 'casa', 'casas'],
    ['es', 'ciudad', 'ciudades'],
    ['es', 'canción', 'canciones'],
    ['es', 'luz', 'luces'],
    ['ru', 'книга', 'книги'],
    ['ru', 'книгу', 'книг'],
    ['ru', 'сказки', 'сказок'],
    ['ru', 'письма', 'писем'],
    ['ru', 'история', 'историй'],
    ['ru', 'стол', 'столами'],
    ['ru', 'русский', 'русских'],
    ['ru', 'новый', 'новая'],
    ['ru', 'ночь', 'ночей'],
    ['ru', 'герой', 'героев'],
    ['ru', 'человек', 'люди'],
    ['ru', 'день', 'дней'],
  ])('relates the words of %s: %s and %s, in both directions', (language, a, b) => {
    expect(formsOf(language, a)).toContain(fold(b));
    expect(formsOf(language, b)).toContain(fold(a));
  });

  it.each([
    ['de', 'Universum', 'Universität'],
    ['de', 'Leben', 'Leber'],
    ['de', 'Reis', 'Reise'],
    ['de', 'Reis', 'Reisen'],
    ['de', 'Fisch', 'Fischer'],
    ['de', 'Stein', 'Steiner'],
    ['de', 'Mut', 'Mutter'],
    ['fr', 'univers', 'université'],
    ['fr', 'mer', 'mère'],
    ['fr', 'port', 'porte'],
    ['fr', 'fil', 'fils'],
    ['fr', 'frais', 'fraise'],
    ['es', 'universo', 'universidad'],
    ['es', 'caso', 'casa'],
    ['es', 'puerto', 'puerta'],
    ['es', 'dio', 'Dios'],
    ['ru', 'университет', 'универсальный'],
    ['ru', 'мать', 'мат'],
    ['ru', 'брат', 'брать'],
    ['ru', 'кот', 'который'],
  ])('does not relate the words of %s: %s and %s', (language, a, b) => {
    expect(formsOf(language, a)).not.toContain(fold(b));
    expect(formsOf(language, b)).not.toContain(fold(a));
  });

  it.each([
    ['de', '1984'],
    ['fr', 'du'],
    ['es', 'книга'],
    ['ru', 'whale'],
    ['ru', ''],
  ])('returns no forms in %s of %j', (language, word) => {
    expect(formsOf(language, word)).toEqual([]);
  });

  it.each(['de', 'es', 'fr', 'ru'])(
    'never returns the word, nor a form twice, in %s',
    (language) => {
      for (const word of ['deutsch', 'journal', 'voces', 'истории', 'haus', 'русскии']) {
        const forms = formsOf(language, word);
        expect(forms).not.toContain(word);
        expect(new Set(forms).size).toBe(forms.length);
      }
    },
  );
});
