import { sortTitle } from '../../catalog/sort-title.js';
import type { Title } from '../../catalog/title.js';
import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { codedFieldsOf } from './coded-fields.js';
import { CODED_RULES, FIELD_RULES, type FieldRule, type Target } from './field-table.js';
import { linkedField } from './linked-field.js';
import { type SeriesStatement, seriesOf } from './series-statements.js';

/** A title as its record tells it: all but its id and its copies. */
export type DescribedTitle = Omit<Title, 'id' | 'holdings'>;

/** What became of a record. */
export interface MappedRecord {
  /** Nothing where the record names no title. */
  readonly title: DescribedTitle | undefined;
  /** The tag of each field that no row of the table takes, once for each time it stands. */
  readonly unused: readonly string[];
}

/** Tags that are read by position or by those who call {@link mapRecord}. */
const READ_ELSEWHERE = new Set(['001', '006', '007', '008']);

interface NumberedRule {
  /** Its place in the table; coded rules come first. */
  readonly row: number;
  /** All of one shape, with and without indicators, which makes them a tenth faster to follow. */
  readonly rule: FieldRule;
}

const rulesByTag = new Map<string, NumberedRule[]>();
FIELD_RULES.forEach((rule, index) => {
  const { fields, indicator1, indicator2, subfields, becomes, read } = rule;
  const uniform = { fields, indicator1, indicator2, subfields, becomes, read } as FieldRule;
  for (const tag of fields.split(' ')) {
    const rules = rulesByTag.get(tag) ?? [];
    rules.push({ row: CODED_RULES.length + index, rule: uniform });
    rulesByTag.set(tag, rules);
  }
});

/** Describes a title by its record, as the table of fields says. */
export function mapRecord(record: MarcRecord): MappedRecord {
  const found = new Found();
  const unused: string[] = [];
  const coded = codedFieldsOf(record);
  CODED_RULES.forEach(({ becomes, read }, row) => {
    found.add(becomes, row, read(coded, record));
  });
  for (const field of record.fields) {
    if (READ_ELSEWHERE.has(field.tag)) continue;
    if ('value' in field || !addField(found, field)) unused.push(field.tag);
  }
  return { title: describedTitle(found), unused };
}

/** Adds what the rules make of a field; false when there is no rule for it. */
function addField(found: Found, field: MarcDataField): boolean {
  const linked = field.tag === '880' ? linkedField(field) : undefined;
  const read = linked ?? field;
  const rules = linked === undefined ? rulesByTag.get(field.tag) : rulesOfLinked(linked.tag);
  let isTaken = false;
  for (const { row, rule } of rules ?? []) {
    if (rule.indicator1?.includes(read.indicator1) === false) continue;
    if (rule.indicator2?.includes(read.indicator2) === false) continue;
    isTaken = true;
    if (rule.becomes === 'series') found.addSeries(rule.read(read, rule.subfields));
    else found.add(rule.becomes, row, rule.read(read, rule.subfields));
  }
  return isTaken;
}

/** Where the table has no rows for a linked field, it is read as the field that it is linked to. */
function rulesOfLinked(tag: string): NumberedRule[] | undefined {
  return rulesByTag.get(`880-${tag}`) ?? rulesByTag.get(tag);
}

/** What was found for one field of a title. */
interface FoundValues {
  /** All values in the order of the record, as often as they stand there. */
  readonly all: string[];
  /** The first row of the table that gave any. */
  firstRow: number;
  /** The values that it gave. */
  ofFirstRow: string[];
}

/** The values that were found in a record, by the field of a title that they are for. */
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

  /** The value of the first row of the table that gave one. */
  first(target: Target): string | undefined {
    return this.#values.get(target)?.ofFirstRow[0];
  }

  /** The values of the first row of the table that gave any, each once. */
  ofFirstRow(target: Target): readonly string[] {
    return eachOnce(this.#values.get(target)?.ofFirstRow);
  }

  /** All values in the order of the record, each once. */
  all(target: Target): readonly string[] {
    return eachOnce(this.#values.get(target)?.all);
  }
}

function eachOnce(texts: readonly string[] = NONE): readonly string[] {
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
    isbns: some(found.all('isbns')),
    upcs: some(found.all('upcs')),
    call_number: found.first('call_number'),
    description,
    additional_contributors: named(without(found.all('additional_contributors'), authors)),
    publishers: named(found.ofFirstRow('publishers')),
    pages: pages === undefined ? undefined : Number(pages),
    series: some(seriesOf(found.series)),
    edition: parallel(found.all('edition')),
    primary_language: primaryLanguage === undefined ? undefined : { name: primaryLanguage },
    languages: named(
      primaryLanguage === undefined
        ? []
        : [...new Set([primaryLanguage, ...found.all('languages')])],
    ),
    contents: some(found.all('contents')),
    performers: named(found.all('performers')),
    suitabilities: named(found.all('suitabilities')),
    notes: some(without(found.all('notes'), description === undefined ? [] : [description])),
    statement_of_responsibility: parallel(found.all('statement_of_responsibility')),
    physical_description: some(found.all('physical_description')),
    publication_date: found.first('publication_date'),
    subjects: some(found.all('subjects')),
    genres: some(found.all('genres')),
    added: found.first('added'),
    fiction: fiction === undefined ? undefined : fiction === 'true',
    alternate_titles: some(without(found.all('alternate_titles'), [title])),
    alternate_authors: some(without(found.all('alternate_authors'), authors)),
  };
  return withFiling(withoutAbsent(described), found.first('sort_title'));
}

/** A title with the form it is filed under, where that is not what its title alone gives. */
function withFiling(title: DescribedTitle, filing: string | undefined): DescribedTitle {
  const isGiven = filing === undefined || filing === sortTitle(title);
  return isGiven ? title : { ...title, sort_title: filing };
}

function parallel(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join(' = ');
}

function named(names: readonly string[]): { name: string }[] | undefined {
  return names.length === 0 ? undefined : names.map((name) => ({ name }));
}

function some<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (texts.length === 0 || others.length === 0) return texts;
  const left = new Set(others);
  return texts.filter((text) => !left.has(text));
}

function withoutAbsent(described: Record<string, unknown>): DescribedTitle {
  const present: Record<string, unknown> = {};
  for (const key in described) {
    if (described[key] !== undefined) present[key] = described[key];
  }
  return present as unknown as DescribedTitle;
}
