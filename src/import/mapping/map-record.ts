/*
 * Maps a record to a title: applies the rules of its format (`field-rules.ts`) to its fields, and puts the values that
 * the rules read into a title.
 */

import { firstOfEach } from '../../base/distinct-values.js';
import type { Identifier, RelatedTitle, Title } from '../../catalog/records/title.js';
import { sortTitle } from '../../catalog/sort-title.js';
import { holdingsStatementsOf } from '../holdings/holdings-statements.js';
import {
  linkedTag,
  type MarcDataField,
  type MarcField,
  type MarcFormat,
  type MarcRecord,
} from '../marc/marc-record.js';
import { omitMissing } from '../omit-missing.js';
import type { FieldRule, FoundValues, MarcMapping, Target } from './field-rules.js';
import { linksOf } from './links.js';
import { MARC21 } from './marc21-rules.js';
import { eachPersonOnce } from './names.js';
import { printedSeriesOf, relatedTitleOf, seriesOf } from './related-titles.js';
import {
  distinctHeadings,
  type HiddenHeadings,
  hiddenHeadings,
  subjectHeading,
  subjectsOf,
  vocabularyOf,
} from './subjects.js';
import { UNIMARC } from './unimarc-rules.js';

/** A title without its id and holdings. */
export type DescribedTitle = Omit<Title, 'id' | 'holdings'>;

interface MappedRecord {
  /** Undefined if the record has no title. */
  readonly title: DescribedTitle | undefined;
  /** The tags of the fields that no rule uses, repeated for each occurrence. */
  readonly unused: readonly string[];
  /** The vocabulary of each heading that is searched, and not shown. */
  readonly searchedVocabularies: readonly string[];
  /** The problem of each link that is left out because its address is missing or is not a web address. */
  readonly brokenLinks: readonly string[];
}

/** A rule and its row, counted from 0 in the rules for fixed fields followed by the rules for data fields. */
interface NumberedRule {
  readonly row: number;
  /** The rule. All rules have the same properties in the same order, so that property access is fast. */
  readonly rule: FieldRule;
}

/** A mapping with its rules by tag. */
interface CompiledMapping extends MarcMapping {
  readonly rulesByTag: ReadonlyMap<string, readonly NumberedRule[]>;
  readonly usedTags: ReadonlySet<string>;
}

function compiled(mapping: MarcMapping): CompiledMapping {
  const { fixedFieldRules, fieldRules, readWithoutRule } = mapping;
  const rulesByTag = new Map<string, NumberedRule[]>();
  fieldRules.forEach((rule, index) => {
    const { fields, indicator1, indicator2, subfields, becomes, read } = rule;
    const uniform = { fields, indicator1, indicator2, subfields, becomes, read } as FieldRule;
    for (const tag of fields.split(' ')) {
      const rules = rulesByTag.get(tag) ?? [];
      rules.push({ row: fixedFieldRules.length + index, rule: uniform });
      rulesByTag.set(tag, rules);
    }
  });
  return { ...mapping, rulesByTag, usedTags: new Set(readWithoutRule) };
}

const MAPPINGS: Readonly<Record<MarcFormat, CompiledMapping>> = {
  marc21: compiled(MARC21),
  unimarc: compiled(UNIMARC),
};

const HIDDEN_BY_DEFAULT = hiddenHeadings({});

/**
 * Maps a record to a title by the rules of its format.
 *
 * @param hidden finds the headings that are searched and not shown. Default: those of a library without settings.
 */
export function mapRecord(record: MarcRecord, hidden = HIDDEN_BY_DEFAULT): MappedRecord {
  const mapping = MAPPINGS[record.format ?? 'marc21'];
  const found = new Found();
  const unused: string[] = [];
  const fixed = mapping.fixedFieldsOf(record);
  mapping.fixedFieldRules.forEach(({ becomes, read }, row) => {
    found.add(becomes, row, read(fixed, record));
  });
  const fields = mapping.fieldsOf(record, fixed);
  const searched = searchedHeadings(fields, mapping, hidden);
  for (const field of fields) {
    const heading = searched.get(field);
    const isUsed = !('value' in field) && addField(found, field, record, mapping, heading);
    if (!isUsed && !mapping.usedTags.has(field.tag)) unused.push(field.tag);
  }
  const brokenLinks = found.all('links').flatMap((link) => ('problem' in link ? link.problem : []));
  const title = describedTitle(found, mapping.organizationOf(record));
  const searchedVocabularies = [...searched.values()].map(vocabularyOf);
  return { title, unused, brokenLinks, searchedVocabularies };
}

/** Returns the headings that are searched and not shown, in the form of MARC 21, by their fields. */
function searchedHeadings(
  fields: readonly MarcField[],
  { headingOf }: CompiledMapping,
  hidden: HiddenHeadings,
): ReadonlyMap<MarcField, MarcDataField> {
  const byHeading = new Map(fields.map((field) => [headingOf(field), field]));
  const headings = [...hidden([...byHeading.keys()])];
  return new Map(
    headings.map((heading) => [byHeading.get(heading)!, heading as MarcDataField] as const),
  );
}

/**
 * Applies the rules of a field; returns false if no rule applies.
 *
 * @param heading the heading in the field, if it is searched and not shown
 */
function addField(
  found: Found,
  field: MarcDataField,
  record: MarcRecord,
  { rulesByTag }: CompiledMapping,
  heading: MarcDataField | undefined,
): boolean {
  const tag = linkedTag(field);
  const read = tag === field.tag ? field : { ...field, tag };
  const linkedRules = read === field ? undefined : rulesByTag.get(`880-${tag}`);
  const rules = linkedRules ?? rulesByTag.get(tag) ?? [];
  if (heading !== undefined) {
    // Form subdivisions have the code v in MARC 21.
    const ofHeading = heading === field ? read : heading;
    const codes = rules[0].rule.subfields + (heading === field ? '' : 'v');
    found.add('subjects_searched', 0, subjectHeading(ofHeading, codes));
    return true;
  }
  let isUsed = false;
  for (const { row, rule } of rules) {
    if (rule.indicator1?.includes(read.indicator1) === false) continue;
    if (rule.indicator2?.includes(read.indicator2) === false) continue;
    isUsed = true;
    found.add(rule.becomes, row, rule.read(read, rule.subfields, record));
  }
  return isUsed;
}

/** The values found for one field of a title. */
interface TargetValues {
  /** All values in the order of the record, with duplicates. */
  readonly all: unknown[];
  /** The lowest row with values. */
  firstRow: number;
  ofFirstRow: unknown[];
}

/** The values found in a record, by field of a title. */
class Found {
  readonly #values = new Map<Target, TargetValues>();

  add<T extends Target>(target: T, row: number, added: readonly FoundValues[T][]): void {
    if (added.length === 0) return;
    let values = this.#values.get(target);
    if (values === undefined) {
      values = { all: [], firstRow: row, ofFirstRow: [] };
      this.#values.set(target, values);
    }
    if (row < values.firstRow) {
      values.firstRow = row;
      values.ofFirstRow = [];
    }
    // A spread argument would exceed the stack for many values.
    for (const value of added) {
      values.all.push(value);
      if (row === values.firstRow) values.ofFirstRow.push(value);
    }
  }

  /** Returns the first value of the first row that has values. */
  first<T extends Target>(target: T): FoundValues[T] | undefined {
    return this.#values.get(target)?.ofFirstRow[0] as FoundValues[T] | undefined;
  }

  /** Returns the values of the first row that has values, without duplicates. */
  ofFirstRow<T extends Target>(target: T): readonly FoundValues[T][] {
    return unique(this.#values.get(target)?.ofFirstRow) as FoundValues[T][];
  }

  /** Returns all values in the order of the record, without duplicates. */
  all<T extends Target>(target: T): readonly FoundValues[T][] {
    return unique(this.#values.get(target)?.all) as FoundValues[T][];
  }
}

/** Returns the identifiers, each once. The type `other` is left out for a number that has another type too. */
function identifiersOf(identifiers: readonly Identifier[]): readonly Identifier[] {
  if (identifiers.length < 2) return identifiers;
  const known = new Set(identifiers.flatMap(({ type, value }) => (type === 'other' ? [] : value)));
  const kept = identifiers.filter(({ type, value }) => type !== 'other' || !known.has(value));
  return firstOfEach(kept, (identifier) => JSON.stringify(identifier));
}

/**
 * Returns the contained and related works without duplicates, and without other titles of this work. Other forms and
 * earlier titles may have the same title.
 */
function relatedOf(found: Found, organization: string | undefined): readonly RelatedTitle[] {
  const related = found.all('related');
  if (related.length === 0) return [];
  const own = new Set([found.first('title'), ...found.all('alternate_titles')]);
  const works = related
    .filter(({ relation, title }) => !own.has(title) || !/^(?:contains|related)$/.test(relation))
    .map((work) => relatedTitleOf(work, organization));
  return firstOfEach(works, (work) => JSON.stringify(work));
}

function unique<T>(values: readonly T[] = []): readonly T[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** @param organization the code of the system whose control numbers have no prefix */
function describedTitle(
  found: Found,
  organization: string | undefined,
): DescribedTitle | undefined {
  const title = found.first('title');
  if (title === undefined) return undefined;
  const authors = found.all('authors');
  const description = found.first('description');
  const primaryLanguage = found.first('primary_language') ?? found.first('languages');
  const pages = found.first('pages');
  const fiction = found.first('fiction');
  const others = eachPersonOnce(
    found.all('performers'),
    without(found.all('additional_contributors'), authors),
  );
  const described = omitMissing<DescribedTitle>({
    title,
    sub_title: found.first('sub_title'),
    format: { id: found.first('format') ?? 'UK' },
    authors: named(authors),
    isbns: found.all('isbns'),
    upcs: found.all('upcs'),
    call_number: found.first('call_number'),
    description,
    additional_contributors: named(others.contributors),
    publishers: named(found.ofFirstRow('publishers')),
    pages: pages === undefined ? undefined : Number(pages),
    series: seriesOf(found.all('series')),
    alternate_series: printedSeriesOf(found.all('series')),
    edition: joinParallel(found.all('edition')),
    primary_language: primaryLanguage === undefined ? undefined : { name: primaryLanguage },
    languages: named(unique([primaryLanguage ?? [], found.all('languages')].flat())),
    contents: found.all('contents'),
    performers: named(others.performers),
    suitabilities: named(found.all('suitabilities')),
    notes: without(found.all('notes'), description === undefined ? [] : [description]),
    statement_of_responsibility: joinParallel(found.all('statement_of_responsibility')),
    physical_description: found.all('physical_description'),
    publication_date: found.first('publication_date'),
    subjects: subjectsOf(found.all('subjects')),
    subjects_searched: distinctHeadings(found.all('subjects_searched')),
    topics: distinctHeadings(found.all('topics')),
    places: distinctHeadings(found.all('places')),
    periods: distinctHeadings(found.all('periods')),
    people: distinctHeadings(found.all('people')),
    genres: distinctHeadings(found.all('genres')),
    added: found.first('added'),
    fiction: fiction === undefined ? undefined : fiction === 'true',
    alternate_titles: without(found.all('alternate_titles'), [title]),
    alternate_authors: without(found.all('alternate_authors'), authors),
    publication_places: found.ofFirstRow('publication_places'),
    links: linksOf(found.all('links')),
    holdings_statements: holdingsStatementsOf(found.all('holdings_statements')),
    related: relatedOf(found, organization),
    identifiers: identifiersOf(found.all('identifiers')),
  });
  return withSortTitle(described, found.first('sort_title'));
}

/** Adds the sort title, unless it is the default sort title. */
function withSortTitle(title: DescribedTitle, filing: string | undefined): DescribedTitle {
  const isDefault = filing === undefined || filing === sortTitle(title);
  return isDefault ? title : { ...title, sort_title: filing };
}

function joinParallel(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join(' = ');
}

function named(names: readonly string[]): { name: string }[] {
  return names.map((name) => ({ name }));
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (texts.length === 0 || others.length === 0) return texts;
  const excluded = new Set(others);
  return texts.filter((text) => !excluded.has(text));
}
