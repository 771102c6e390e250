import type { Title } from '../../catalog/records/title.js';
import { sortTitle } from '../../catalog/sort-title.js';
import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { FIELD_RULES, FIXED_FIELD_RULES, type FieldRule, type Target } from './field-table.js';
import { fixedFieldsOf } from './fixed-fields.js';
import { type SeriesStatement, seriesOf } from './series-statements.js';

const LINK = /^(\d{3})-\d\d/;

/**
 * Returns a field 880 (alternate graphic representation) with the tag of the field to which it is
 * linked. The link is in $6, such as `245-02/(2/r`; some systems write the link into another subfield.
 *
 * @returns undefined for a field without a link
 */
function linkedField(field: MarcDataField): MarcDataField | undefined {
  const link =
    field.subfields.find(({ code, value }) => code === '6' && LINK.test(value)) ??
    field.subfields.find(({ value }) => LINK.test(value) && value.includes('/'));
  const tag = link === undefined ? undefined : LINK.exec(link.value)?.[1];
  return tag === undefined ? undefined : { ...field, tag };
}

/** A title without its id and holdings. */
export type DescribedTitle = Omit<Title, 'id' | 'holdings'>;

/** The result of {@link mapRecord}. */
export interface MappedRecord {
  /** Undefined if the record has no title. */
  readonly title: DescribedTitle | undefined;
  /** The tags of the fields that no rule uses, repeated for each occurrence. */
  readonly unused: readonly string[];
}

/** The tags of fields that have no rules in {@link FIELD_RULES} and never count as unused. */
const TAGS_WITHOUT_RULES = new Set(['001', '006', '007', '008']);

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
  for (const field of record.fields) {
    if (TAGS_WITHOUT_RULES.has(field.tag)) continue;
    if ('value' in field || !addField(found, field)) unused.push(field.tag);
  }
  return { title: describedTitle(found), unused };
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
    if (rule.becomes === 'series') found.addSeries(rule.read(read, rule.subfields));
    else found.add(rule.becomes, row, rule.read(read, rule.subfields));
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
  readonly series: SeriesStatement[] = [];

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

  addSeries(statements: readonly SeriesStatement[]): void {
    for (const statement of statements) this.series.push(statement);
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

function unique(texts: readonly string[] = NONE): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

const NONE: readonly string[] = [];

function describedTitle(found: Found): DescribedTitle | undefined {
  const title = found.first('title');
  if (title === undefined) return undefined;
  const authors = found.all('authors');
  const description = found.first('description');
  const primaryLanguage = found.first('primary_language') ?? found.first('languages');
  const pages = found.first('pages');
  const fiction = found.first('fiction');
  const described = {
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
    series: nonEmpty(seriesOf(found.series)),
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
    subjects: nonEmpty(found.all('subjects')),
    genres: nonEmpty(found.all('genres')),
    added: found.first('added'),
    fiction: fiction === undefined ? undefined : fiction === 'true',
    alternate_titles: nonEmpty(without(found.all('alternate_titles'), [title])),
    alternate_authors: nonEmpty(without(found.all('alternate_authors'), authors)),
  };
  return withSortTitle(withoutAbsent(described), found.first('sort_title'));
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

function withoutAbsent(described: Record<string, unknown>): DescribedTitle {
  const present: Record<string, unknown> = {};
  for (const key in described) {
    if (described[key] !== undefined) present[key] = described[key];
  }
  return present as unknown as DescribedTitle;
}
