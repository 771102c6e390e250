import { analyzePhrase } from '../../search/index.js';

/** A word or phrase as the terms that the index contains: the result of `analyzePhrase`. */
export type Terms = readonly string[];

/** A line of a file of synonyms. */
export interface SynonymRule {
  /** The words and phrases that have alternatives. */
  readonly from: readonly Terms[];
  /** The alternatives. In a rule that is not one-way, the same words and phrases as {@link from}. */
  readonly to: readonly Terms[];
  /** Whether the line has an arrow: `a => b`. Otherwise, all words and phrases of the line are equivalent. */
  readonly isOneWay: boolean;
}

/** A line cannot be parsed. The message has the form `expected ..., found ...`. */
export class SynonymLineError extends Error {
  override name = 'SynonymLineError';
}

/** The maximum length of a line in UTF-16 code units. */
const MAX_LINE_CHARS = 2000;
/** The maximum number of words and phrases of a line. */
const MAX_ENTRIES = 32;
/** The maximum number of terms of a phrase. */
const MAX_TERMS = 12;

const ARROW = '=>';

/**
 * Parses a line in the format of Solr's `synonyms.txt`: `a, b, c` for equivalent words and phrases, or `a, b => c, d`
 * for alternatives `c` and `d` of `a` and of `b`. A backslash takes the next character literally.
 *
 * @returns undefined for a blank line or a comment, which begins with `#`
 * @throws SynonymLineError for a line that cannot be parsed
 * @example parseSynonyms('sci-fi => science fiction') // from: [['sci', 'fi']], to: [['science', 'fiction']]
 */
export function parseSynonyms(line: string): SynonymRule | undefined {
  if (/^\s*(?:#|$)/.test(line)) return undefined;
  if (line.length > MAX_LINE_CHARS) {
    throw new SynonymLineError(
      `expected at most ${MAX_LINE_CHARS} characters, found ${line.length}`,
    );
  }
  const sides = splitLine(line);
  const count = sides.flat().length;
  if (sides.length > 2) {
    throw new SynonymLineError(`expected at most one ${ARROW}, found ${sides.length - 1}`);
  }
  if (count > MAX_ENTRIES) {
    throw new SynonymLineError(`expected at most ${MAX_ENTRIES} words and phrases, found ${count}`);
  }
  const [from, to = from] = sides.map((entries) => entries.map(termsOf));
  const isOneWay = sides.length === 2;
  if (!isOneWay && from.length === 1) {
    throw new SynonymLineError(
      `expected two or more words or phrases with commas between them, or ${ARROW}, found '${line.trim()}'`,
    );
  }
  return { from, to, isOneWay };
}

/** Splits a line at the arrows, and each side at its commas. Removes backslashes. */
function splitLine(line: string): string[][] {
  const sides: string[][] = [['']];
  for (const [token] of line.matchAll(/\\.?|=>|,|[^\\=,]+|=/gsu)) {
    const side = sides[sides.length - 1];
    if (token === '\\') {
      throw new SynonymLineError('expected a character after \\, found the end of the line');
    }
    if (token === ARROW) sides.push(['']);
    else if (token === ',') side.push('');
    else side[side.length - 1] += token.startsWith('\\') ? token.slice(1) : token;
  }
  return sides;
}

function termsOf(entry: string): Terms {
  const terms = analyzePhrase(entry);
  if (terms.length === 0) {
    const found = entry.trim() === '' ? 'nothing' : `'${entry.trim()}'`;
    throw new SynonymLineError(
      `expected a word or phrase at each comma and ${ARROW}, found ${found}`,
    );
  }
  if (terms.length > MAX_TERMS) {
    throw new SynonymLineError(
      `expected at most ${MAX_TERMS} words in a phrase, found ${terms.length} in '${entry.trim()}'`,
    );
  }
  return terms;
}
