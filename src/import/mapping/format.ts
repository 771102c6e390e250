/*
 * Decides the format of a title, such as `BK` or `DVD`. Each text of the record that a rule of `format-rules.ts` matches
 * is evidence for a content or a carrier. The content and the carrier with the most weight determine the format.
 */

import { fieldText, type MarcField, type MarcRecord } from '../marc/marc-record.js';
import { type FixedFields, formOfItem, materialOf } from './coded-fields.js';
import {
  CARRIERS,
  type Carrier,
  type Content,
  EVIDENCE_RULES,
  type EvidenceRule,
  FORMATS,
  FORMATS_OF_ANY_CONTENT,
  type Formats,
} from './format-rules.js';

/** The maximum number of texts of a place whose matches are kept, because most texts, such as `volume`, recur. */
const MAX_KEPT_TEXTS = 2000;

class Place {
  readonly #rules: EvidenceRule[] = [];
  readonly #kept = new Map<string, readonly EvidenceRule[]>();

  /** @param codes the subfield codes of a data field */
  constructor(readonly codes: string) {}

  add(rule: EvidenceRule): void {
    this.#rules.push(rule);
  }

  matches(text: string): readonly EvidenceRule[] {
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    if (this.#kept.size >= MAX_KEPT_TEXTS) this.#kept.clear();
    const matches = this.#rules.filter(({ like }) => like.test(text));
    this.#kept.set(text, matches);
    return matches;
  }
}

const ALL_CODES = 'abcdefghijklmnopqrstuvwxyz';

/** The places of the fixed fields, such as `007`. */
const fixedPlaces = new Map<string, Place>();
/** The places of the data fields, by tag and subfield codes. */
const placesByTag = new Map<string, Map<string, Place>>();

for (const rule of EVIDENCE_RULES) {
  for (const where of rule.where.split('; ')) {
    const [, tag, subfields] = /^(\d{3})((?: \$[a-z])*)$/.exec(where) ?? [];
    const isFixed = tag === undefined || tag < '010';
    if (!isFixed && !placesByTag.has(tag)) placesByTag.set(tag, new Map());
    const places = isFixed ? fixedPlaces : placesByTag.get(tag)!;
    const codes = isFixed ? where : subfields.replace(/[ $]/g, '') || ALL_CODES;
    if (!places.has(codes)) places.set(codes, new Place(codes));
    places.get(codes)!.add(rule);
  }
}

/** The tags of all data fields with evidence. */
export const EVIDENCE_TAGS: readonly string[] = [...placesByTag.keys()];

/** Returns the format id of a record; `UK` (unknown) for material on a carrier for which no format exists. */
export function formatOf(fixed: FixedFields, record: MarcRecord): string[] {
  const votes = new Votes();
  for (const [place, text] of fixedTexts(fixed, record)) votes.add(fixedPlaces.get(place)!, text);
  for (const field of record.fields) addField(votes, field);
  return [votes.format()];
}

/** Returns the texts of the fixed fields with their places. */
function fixedTexts(fixed: FixedFields, record: MarcRecord): [place: string, text: string][] {
  const { leader, general, additional, carriers } = fixed;
  const material = materialOf(leader);
  const texts: [string, string][] = [
    ['leader/06-07', leader.slice(6, 8)],
    ['008/23 or 29', formOfItem(fixed)],
    ['year', yearOf(fixed, record)],
  ];
  if (material === 'continuing resource') texts.push(['008/21 of serials', general[21]]);
  else if (material === 'computer file') texts.push(['008/26 of computer files', general[26]]);
  else if (material === 'visual material') texts.push(['008/33 of visual materials', general[33]]);
  else if (material === 'book') {
    texts.push(['008/24-27 of books', general.slice(24, 28)], ['008/33 of books', general[33]]);
  }
  for (const text of additional) {
    const form = 'efgkor'.includes(text[0]) ? text[12] : text[6];
    texts.push(['006/00', text[0] ?? ''], ['006/06 or 12', form ?? '']);
  }
  for (const text of carriers) texts.push(['007', text]);
  return texts;
}

function yearOf({ general }: FixedFields, { fields }: MarcRecord): string {
  const coded = general.slice(7, 11);
  if (/^[12]\d/.test(coded)) return coded;
  const field = fields.find(({ tag }) => tag === '260' || tag === '264');
  const written = field === undefined || 'value' in field ? '' : fieldText(field, 'c');
  return /(?<!\d)[12]\d{3}(?!\d)/.exec(written)?.[0] ?? '';
}

/** Matches the accompanying material in an extent: `350 p. + 1 CD-ROM`. */
const ACCOMPANYING = / \+ .*/s;

function addField(votes: Votes, field: MarcField): void {
  const places = placesByTag.get(field.tag);
  if (places === undefined || 'value' in field) return;
  for (const place of places.values()) {
    const text = fieldText(field, place.codes).toLowerCase();
    votes.add(place, text.includes(' + ') ? text.replace(ACCOMPANYING, '') : text);
  }
}

/** The weights of the evidence in a record. */
class Votes {
  readonly #contents = new Map<Content, number>();
  readonly #carriers = new Map<Carrier, number>();
  readonly #matched = new Set<EvidenceRule>();

  /** Adds the rules of a place that match a text. A rule counts once in a record. */
  add(place: Place, text: string): void {
    if (text === '') return;
    for (const rule of place.matches(text)) {
      if (this.#matched.has(rule)) continue;
      this.#matched.add(rule);
      const { content, carrier, weight } = rule;
      if (content !== undefined) add(this.#contents, content, weight);
      if (carrier !== undefined) add(this.#carriers, carrier, weight);
    }
  }

  /** Returns the format of the content and the carrier with the most weight. */
  format(): string {
    const content = heaviest(this.#contents);
    const formats: Readonly<Record<string, Formats | undefined>> = FORMATS;
    const rows = [FORMATS_OF_ANY_CONTENT, formats[content] ?? {}, formats[familyOf(content)] ?? {}];
    const known = new Map<Carrier, number>();
    for (const family of CARRIERS) {
      for (const [carrier, weight] of this.#carriers) {
        if (familyOf(carrier) !== family) continue;
        if (rows.some((row) => carrier in row || family in row)) known.set(carrier, weight);
      }
    }
    const carrier = heaviest(known) as Carrier;
    for (const row of rows) {
      const format = row[carrier] ?? row[familyOf(carrier) as Carrier] ?? row['*'];
      if (format !== undefined) return format;
    }
    return 'UK';
  }
}

function add<K>(weights: Map<K, number>, key: K, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

/** Returns the family of a content or carrier: `text` for `text: article`. */
function familyOf(name: string): string {
  return name.split(':', 1)[0];
}

/**
 * Returns the heaviest kind of the heaviest family, or the family if none of its kinds has weight. The first wins at
 * equal weights. Returns an empty text for no weights.
 */
function heaviest(weights: ReadonlyMap<string, number>): string {
  const families = new Map<string, number>();
  for (const [name, weight] of weights) add(families, familyOf(name), weight);
  const family = firstHeaviest(families);
  const kinds = [...weights].filter(([name]) => name !== family && familyOf(name) === family);
  return firstHeaviest(new Map(kinds)) || family;
}

function firstHeaviest(weights: ReadonlyMap<string, number>): string {
  let [first, most] = ['', 0];
  for (const [name, weight] of weights) if (weight > most) [first, most] = [name, weight];
  return first;
}
