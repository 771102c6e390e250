import { readWords, type Word } from './analysis/words.js';

/**
 * The terms that a text is indexed under: {@link analyzePhrase}, and behind them the other ways to
 * write its words (`e-mail` is `e`, `mail` and behind all others `email`). What was typed finds what
 * was cataloged when it has the terms of any of these ways.
 *
 * @example analyze("The O'Brien e-book") // ['the', 'obrien', 'e', 'book', 'o', 'brien', 'ebook']
 */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  const others: string[] = [];
  for (const word of readWords(text)) addTerms(word, terms, others);
  for (const term of others) terms.push(term);
  return terms;
}

/**
 * The terms of a text that stand side by side in it, in order: what a phrase looks for.
 *
 * @example analyzePhrase("O'Brien & Žižek, 2nd") // ['obrien', 'and', 'zizek', '2nd']
 */
export function analyzePhrase(text: string): string[] {
  const terms: string[] = [];
  for (const word of readWords(text)) addTerms(word, terms, []);
  return terms;
}

/** @param terms is given what stands side by side, `others` the other ways to write it */
function addTerms(word: Word, terms: string[], others: string[]): void {
  switch (word.kind) {
    case 'plain':
      terms.push(word.term);
      break;
    case 'paired':
      for (const term of word.terms) terms.push(term);
      if (word.terms[0] !== word.last) others.push(word.last);
      break;
    case 'compound': {
      const standsJoined = word.standsAs === 'joined';
      for (const part of word.parts) addTerms(part, standsJoined ? others : terms, others);
      if (standsJoined) terms.push(word.joined);
      else if (isWrittenTogether(word.joined, word.parts)) others.push(word.joined);
    }
  }
}

/** Numbers with a hyphen between them, such as years, are two; with more, they are one number. */
function isWrittenTogether(joined: string, parts: readonly Word[]): boolean {
  return parts.length > 2 || !/^\d+$/.test(joined);
}
