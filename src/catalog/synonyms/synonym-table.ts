/*
 * The synonyms of a catalog: `SynonymTableBuilder` combines rules during a build, and `openSynonyms` finds the
 * alternatives of the words of a query. `parse-synonyms.ts` reads the rules. The rules that are shipped are in
 * `shipped/`.
 */

import { compareCodePoints } from '../../base/collation.js';
import { memoizePerObject } from '../../base/lazy.js';
import { SynonymLineError, type SynonymRule, type Terms } from './parse-synonyms.js';

/** The maximum number of rules that {@link SynonymTableBuilder.add} accepts. */
const MAX_RULES = 10_000;
/** The maximum number of alternatives of a word or phrase. */
const MAX_ALTERNATIVES = 32;

/** The alternatives of each word or phrase. Keys and values are terms with spaces between them. */
type Alternatives = Map<string, Set<string>>;

/** Collects rules, and combines them with the rules that are shipped with Carrel. */
export class SynonymTableBuilder {
  readonly #own: Alternatives = new Map();
  readonly #oneWay = new Set<string>();
  #rules = 0;

  /**
   * Adds a rule. A one-way rule replaces the shipped alternatives of its words; `us => us` removes them.
   *
   * @throws SynonymLineError if there are more than {@link MAX_RULES} rules, or a word has too many alternatives
   */
  add(rule: SynonymRule): void {
    if (++this.#rules > MAX_RULES) {
      throw new SynonymLineError(`expected at most ${MAX_RULES} lines with synonyms, found more`);
    }
    addRule(this.#own, rule);
    if (rule.isOneWay) for (const terms of rule.from) this.#oneWay.add(terms.join(' '));
    for (const terms of rule.from) {
      const count = this.#own.get(terms.join(' '))?.size ?? 0;
      if (count > MAX_ALTERNATIVES) {
        throw new SynonymLineError(
          `expected at most ${MAX_ALTERNATIVES} alternatives of '${terms.join(' ')}', found ${count}`,
        );
      }
    }
  }

  /**
   * Returns one row for each word or phrase, in code point order: its terms, a tab, and its alternatives with tabs
   * between them. The order of the rules does not change the rows.
   */
  rows(shipped: readonly SynonymRule[]): readonly string[] {
    if (this.#rules === 0) return rowsOfRules(shipped);
    const all = alternativesOf(shipped);
    for (const key of this.#oneWay) all.delete(key);
    for (const [key, alternatives] of this.#own) {
      const shippedAlternatives = all.get(key) ?? [];
      all.set(key, new Set([...alternatives, ...shippedAlternatives]));
    }
    return toRows(all);
  }
}

/** Returns the rows of rules, and the same array for the same rules. Most catalogs have only the shipped rules. */
const rowsOfRules = memoizePerObject((rules: readonly SynonymRule[]): readonly string[] =>
  toRows(alternativesOf(rules)),
);

function toRows(all: Alternatives): string[] {
  return [...all]
    .filter(([, alternatives]) => alternatives.size > 0)
    .map(([key, alternatives]) => [key, ...[...alternatives].sort(compareCodePoints)].join('\t'))
    .sort(compareCodePoints);
}

function alternativesOf(rules: readonly SynonymRule[]): Alternatives {
  const all: Alternatives = new Map();
  for (const rule of rules) addRule(all, rule);
  return all;
}

/** Adds the alternatives of a rule. A word is no alternative of itself. */
function addRule(all: Alternatives, { from, to }: SynonymRule): void {
  const alternatives = to.map((terms) => terms.join(' '));
  for (const terms of from) {
    const key = terms.join(' ');
    const ofKey = all.get(key) ?? new Set();
    for (const alternative of alternatives) if (alternative !== key) ofKey.add(alternative);
    all.set(key, ofKey);
  }
}

/** Consecutive terms of a query that have alternatives. */
export interface SynonymMatch {
  /** The number of terms, at least 1. */
  readonly length: number;
  /** The alternatives, at least one, each as its terms in order. Their words need not occur in the catalog. */
  readonly alternatives: readonly Terms[];
}

/** The synonyms of a catalog. */
export interface Synonyms {
  /** The number of words and phrases that have alternatives, without spelling variants. */
  readonly size: number;
  /**
   * Returns the words and phrases with alternatives that begin at a position of a query, the longest first. A word
   * or phrase has up to 64 alternatives and 12 terms. Also returns British and American spelling variants, such as
   * `organize` for `organise`.
   *
   * @param terms the terms of the query, as `analyzePhrase` returns them
   * @param at the position of the first term, from 0
   * @example lookup(['wwii', 'letters'], 0) // [{ length: 1, alternatives: [['second', 'world', 'war'], ...] }]
   */
  lookup(terms: Terms, at: number): readonly SynonymMatch[];
}

/** Opens the rows that {@link SynonymTableBuilder.rows} returned. A row is split when its first term is looked up. */
export function openSynonyms(rows: readonly string[]): Synonyms {
  const rowsByFirstTerm = new Map<string, string[]>();
  for (const row of rows) {
    const firstTerm = row.slice(0, row.search(/[ \t]/));
    const ofTerm = rowsByFirstTerm.get(firstTerm);
    if (ofTerm === undefined) rowsByFirstTerm.set(firstTerm, [row]);
    else ofTerm.push(row);
  }
  return {
    size: rows.length,
    lookup(terms, at) {
      const matches = (rowsByFirstTerm.get(terms[at]) ?? [])
        .map((row) => row.split('\t').map((text) => text.split(' ')))
        .filter(([key]) => key.every((term, i) => term === terms[at + i]))
        .map(([{ length }, ...alternatives]) => ({ length, alternatives }))
        .sort((a, b) => b.length - a.length);
      const variant = spellingVariant(terms[at] ?? '');
      if (variant === undefined) return matches;
      const last = matches.at(-1);
      const word = last?.length === 1 ? matches.pop() : undefined;
      return [...matches, { length: 1, alternatives: [...(word?.alternatives ?? []), [variant]] }];
    },
  };
}

/** Stems of words in `-our`, which American English spells `-or`. */
const OUR_STEMS =
  'arb ard arm behavi cand clam col demean discol dishon enam endeav fav ferv flav glam harb hon hum lab misbehavi misdemean neighb od parl ranc rig rum sav savi splend succ tum unfav val vap vig watercol';
const OUR = new RegExp(
  `^(${OUR_STEMS.replaceAll(' ', '|')})(ou?r)(?=$|s|ed|ing|ite|ist|ful|less|abl|hood|ly|al|er|ism)`,
);
const ISE = /^([a-z]{3,}i|[a-z]*aly)([sz])(?=(?:e|es|ed|er|ers|ing|ation|ations|able)$)/;

/** Returns the American spelling of a British word in `-our`, `-ise` or `-yse`, or the British spelling. */
function spellingVariant(term: string): string | undefined {
  const our = OUR.exec(term);
  if (our !== null) return our[1] + (our[2] === 'or' ? 'our' : 'or') + term.slice(our[0].length);
  const ise = ISE.exec(term);
  return ise === null
    ? undefined
    : ise[1] + (ise[2] === 's' ? 'z' : 's') + term.slice(ise[0].length);
}
