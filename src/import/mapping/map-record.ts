import type { Identifier, RelatedTitle, Title } from '../../catalog/records/title.js';
import { sortTitle } from '../../catalog/sort-title.js';
import { holdingsStatementsOf } from '../holdings/holdings-statements.js';
import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { omitUndefined } from '../omit-undefined.js';
import { fixedFieldsOf, languageCode } from './coded-fields.js';
import { EVIDENCE_TAGS } from './format.js';
import { linksOf } from './links.js';
import {
  FIELD_RULES,
  FIXED_FIELD_RULES,
  type FieldRule,
  type StructuredValues,
  type Target,
} from './marc21-rules.js';
import { relatedTitleOf, seriesOf } from './related-titles.js';
import { distinctHeadings, subjectsOf } from './subjects.js';
import { linkedField, withOriginalTitle } from './titles.js';

/** A title without its id and holdings. */
export type DescribedTitle = Omit<Title, 'id' | 'holdings'>;

/** The result of {@link mapRecord}. */
export interface MappedRecord {
  /** Undefined if the record has no title. */
  readonly title: DescribedTitle | undefined;
  /** The tags of the fields that no rule uses, repeated for each occurrence. */
  readonly unused: readonly string[];
  /** The problem of each link that is left out because its address is missing or is not a web address. */
  readonly brokenLinks: readonly string[];
}

/** The tags of the fields that are read without a rule in {@link FIELD_RULES}. These fields never count as unused. */
const READ_WITHOUT_RULE = new Set(['001', '003', '006', '007', '008', ...EVIDENCE_TAGS]);

interface NumberedRule {
  /** The row of the rule, counted from 0 in {@link FIXED_FIELD_RULES} followed by {@link FIELD_RULES}. */
  readonly row: number;
  /** The rule. All rules have the same properties in the same order, so that property access is fast. */
  readonly rule: FieldRule;
}

const rulesByTag = new Map<string, NumberedRule[]>();
FIELD_RULES.forEach((rule, index) => {
  const { fields, indicator1, indicator2, subfields, becomes, read } = rule;
  const uniform = { fields, indicator1, indicator2, subfields, becomes, read } as FieldRule;
  for (const tag of fields.split(' ')) {
    const rules = rulesByTag.get(tag) ?? [];
    rules.push({ row: FIXED_FIELD_RULES.length + index, rule: uniform });
    rulesByTag.set(tag, rules);
  }
});

/** Maps a record to a title by {@link FIXED_FIELD_RULES} and {@link FIELD_RULES}. */
export function mapRecord(record: MarcRecord): MappedRecord {
  const found = new Found();
  const unused: string[] = [];
  const fixed = fixedFieldsOf(record);
  FIXED_FIELD_RULES.forEach(({ becomes, read }, row) => {
    found.add(becomes, row, read(fixed, record));
  });
  for (const field of withOriginalTitle(record.fields, languageCode(fixed, record))) {
    const isUsed = !('value' in field) && addField(found, field);
    if (!isUsed && !READ_WITHOUT_RULE.has(field.tag)) unused.push(field.tag);
  }
  const brokenLinks = found.structured.links.flatMap((link) =>
    'problem' in link ? [link.problem] : [],
  );
  const organization = record.fields.find(({ tag }) => tag === '003');
  const code = organization && 'value' in organization ? organization.value.trim() : undefined;
  return { title: describedTitle(found, code), unused, brokenLinks };
}

/** Applies the rules of a field; returns false if no rule applies. */
function addField(found: Found, field: MarcDataField): boolean {
  const linked = field.tag === '880' ? linkedField(field) : undefined;
  const read = linked ?? field;
  const rules = linked === undefined ? rulesByTag.get(field.tag) : rulesOfLinked(linked.tag);
  let isUsed = false;
  for (const { row, rule } of rules ?? []) {
    if (rule.indicator1?.includes(read.indicator1) === false) continue;
    if (rule.indicator2?.includes(read.indicator2) === false) continue;
    isUsed = true;
    switch (rule.becomes) {
      case 'series':
        addAll(found.structured.series, rule.read(read, rule.subfields));
        break;
      case 'links':
        addAll(found.structured.links, rule.read(read, rule.subfields));
        break;
      case 'related':
        addAll(found.structured.related, rule.read(read, rule.subfields));
        break;
      case 'subjects':
        addAll(found.structured.subjects, rule.read(read, rule.subfields));
        break;
      case 'identifiers':
        addAll(found.structured.identifiers, rule.read(read, rule.subfields));
        break;
      case 'holdings_statements':
        addAll(found.structured.holdings_statements, rule.read(read, rule.subfields));
        break;
      default:
        found.add(rule.becomes, row, rule.read(read, rule.subfields));
    }
  }
  return isUsed;
}

/** Returns the rules for a field 880 linked to `tag`; if there are none, the rules for `tag`. */
function rulesOfLinked(tag: string): NumberedRule[] | undefined {
  return rulesByTag.get(`880-${tag}`) ?? rulesByTag.get(tag);
}

/** The values found for one field of a title. */
interface FoundValues {
  /** All values in the order of the record, with duplicates. */
  readonly all: string[];
  /** The lowest row with values. */
  firstRow: number;
  /** The values of the first row. */
  ofFirstRow: string[];
}

/** The values found in a record, by field of a title. */
class Found {
  readonly #values = new Map<Target, FoundValues>();
  readonly structured: { readonly [T in keyof StructuredValues]: StructuredValues[T][] } = {
    series: [],
    links: [],
    related: [],
    identifiers: [],
    subjects: [],
    holdings_statements: [],
  };

  add(target: Target, row: number, texts: readonly string[]): void {
    if (texts.length === 0) return;
    let values = this.#values.get(target);
    if (values === undefined) {
      values = { all: [], firstRow: row, ofFirstRow: [] };
      this.#values.set(target, values);
    }
    if (row < values.firstRow) {
      values.firstRow = row;
      values.ofFirstRow = [];
    }
    for (const text of texts) {
      values.all.push(text);
      if (row === values.firstRow) values.ofFirstRow.push(text);
    }
  }

  /** Returns the first value of the first row that has values. */
  first(target: Target): string | undefined {
    return this.#values.get(target)?.ofFirstRow[0];
  }

  /** Returns the values of the first row that has values, without duplicates. */
  ofFirstRow(target: Target): readonly string[] {
    return unique(this.#values.get(target)?.ofFirstRow);
  }

  /** Returns all values in the order of the record, without duplicates. */
  all(target: Target): readonly string[] {
    return unique(this.#values.get(target)?.all);
  }
}

/** Appends values. A spread argument would exceed the stack for many values. */
function addAll<T>(values: T[], added: readonly T[]): void {
  for (const value of added) values.push(value);
}

/** Returns the identifiers, each once. The type `other` is left out for a number that has another type too. */
function identifiersOf(identifiers: readonly Identifier[]): readonly Identifier[] {
  if (identifiers.length < 2) return identifiers;
  const known = new Set(identifiers.flatMap(({ type, value }) => (type === 'other' ? [] : value)));
  return uniqueRecords(
    identifiers.filter(({ type, value }) => type !== 'other' || !known.has(value)),
  );
}

/**
 * Returns the contained and related works without duplicates, and without other titles of this work. Other forms and
 * earlier titles may have the same title.
 */
function relatedOf(found: Found, organization: string | undefined): readonly RelatedTitle[] {
  const { related } = found.structured;
  if (related.length === 0) return NO_WORKS;
  const own = new Set([found.first('title'), ...found.all('alternate_titles')]);
  return uniqueRecords(
    related
      .filter(({ relation, title }) => !own.has(title) || !/^(?:contains|related)$/.test(relation))
      .map((work) => relatedTitleOf(work, organization)),
  );
}

/** Returns the records without duplicates. */
function uniqueRecords<T>(records: readonly T[]): readonly T[] {
  return records.length < 2
    ? records
    : [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

function unique(texts: readonly string[] = NONE): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

const NONE: readonly string[] = [];
const NO_WORKS: readonly RelatedTitle[] = [];

/** @param organization the code of the system of the record (003) */
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
  const described = omitUndefined<DescribedTitle>({
    title,
    sub_title: found.first('sub_title'),
    format: { id: found.first('format') ?? 'UK' },
    authors: named(authors),
    isbns: nonEmpty(found.all('isbns')),
    upcs: nonEmpty(found.all('upcs')),
    call_number: found.first('call_number'),
    description,
    additional_contributors: named(without(found.all('additional_contributors'), authors)),
    publishers: named(found.ofFirstRow('publishers')),
    pages: pages === undefined ? undefined : Number(pages),
    series: nonEmpty(seriesOf(found.structured.series)),
    edition: joinParallel(found.all('edition')),
    primary_language: primaryLanguage === undefined ? undefined : { name: primaryLanguage },
    languages: named(
      primaryLanguage === undefined
        ? []
        : [...new Set([primaryLanguage, ...found.all('languages')])],
    ),
    contents: nonEmpty(found.all('contents')),
    performers: named(found.all('performers')),
    suitabilities: named(found.all('suitabilities')),
    notes: nonEmpty(without(found.all('notes'), description === undefined ? [] : [description])),
    statement_of_responsibility: joinParallel(found.all('statement_of_responsibility')),
    physical_description: nonEmpty(found.all('physical_description')),
    publication_date: found.first('publication_date'),
    subjects: nonEmpty(subjectsOf(found.structured.subjects)),
    topics: nonEmpty(distinctHeadings(found.all('topics'))),
    places: nonEmpty(distinctHeadings(found.all('places'))),
    periods: nonEmpty(distinctHeadings(found.all('periods'))),
    people: nonEmpty(distinctHeadings(found.all('people'))),
    genres: nonEmpty(distinctHeadings(found.all('genres'))),
    added: found.first('added'),
    fiction: fiction === undefined ? undefined : fiction === 'true',
    alternate_titles: nonEmpty(without(found.all('alternate_titles'), [title])),
    alternate_authors: nonEmpty(without(found.all('alternate_authors'), authors)),
    publication_places: nonEmpty(found.ofFirstRow('publication_places')),
    links: nonEmpty(linksOf(found.structured.links)),
    holdings_statements: nonEmpty(holdingsStatementsOf(found.structured.holdings_statements)),
    related: nonEmpty(relatedOf(found, organization)),
    identifiers: nonEmpty(identifiersOf(found.structured.identifiers)),
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

function named(names: readonly string[]): { name: string }[] | undefined {
  return names.length === 0 ? undefined : names.map((name) => ({ name }));
}

function nonEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (texts.length === 0 || others.length === 0) return texts;
  const excluded = new Set(others);
  return texts.filter((text) => !excluded.has(text));
}
